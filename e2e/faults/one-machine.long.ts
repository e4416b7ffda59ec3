/**
 * The commands of docs/deploy-one-machine.md, run as they are written but with other paths: settings,
 * first administrators, backup, restore drill and restore of a product in production.
 */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTemporaryDirectory } from "@yunjing/server/platform/database/temporary-directory.fixture";
import { expect, onTestFinished, test } from "vitest";
import { filled, parseEnv } from "../deploy/deploy-files.fixture.ts";
import { bundleEntry, freePort, run, stopProcess, waitForOutput } from "./process.fixture.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const guide = readFileSync(join(root, "docs/deploy-one-machine.md"), "utf8");
/**
 * Each block of commands with the paragraph before it, and what follows its language: `not-run`, or
 * `run` and a name.
 */
const blocks = [...guide.matchAll(/((?:[^\n]+\n)+)\n```sh (.*)\n([\s\S]*?)^```$/gm)].map(
  ([, paragraph = "", mark = "", commands = ""]) => ({ paragraph, mark, commands }),
);
const commandsOf = (name: string): string =>
  blocks.find(({ mark }) => mark === `run ${name}`)?.commands ?? "";
/** Nothing answers there, so that no partner is called. */
const NOWHERE = "https://127.0.0.1:9";

test("each block of commands is run, or its text says that no test runs it", () => {
  const names = ["settings", "ready", "administrators", "backup", "drill", "restore"];
  const marks = blocks.map(({ mark }) => mark).filter((mark) => mark !== "not-run");
  expect(marks).toEqual(names.map((name) => `run ${name}`));
  for (const { paragraph, mark } of blocks)
    expect(/not\s+run\s+by\s+a\s+test/i.test(paragraph), paragraph).toBe(mark === "not-run");
  expect(guide.match(/^```/gm)).toHaveLength(2 * blocks.length);
});

test("the commands set a machine up, back it up while it runs, and restore it", async () => {
  const { path, remove } = await makeTemporaryDirectory("yunjing-machine-");
  const etc = join(path, "etc");
  const data = join(path, "data");
  const backups = join(path, "backups");
  const port = String(await freePort());
  const built = await bundleEntry("server/src/main.ts");
  onTestFinished(async () => {
    built.remove();
    await remove();
  });
  const execute = (name: string) =>
    new Promise<string>((done, failed) => {
      const newest = existsSync(backups) ? (readdirSync(backups).toSorted().at(-1) ?? "") : "";
      const commands = commandsOf(name)
        .replaceAll("20261128T023000Z", newest)
        .replaceAll("/etc/yunjing", etc)
        .replaceAll("/var/lib/yunjing", data)
        .replaceAll("/var/backups/yunjing", backups)
        .replaceAll(":8080", `:${port}`);
      const { PATH = "", HOME = "" } = process.env;
      const options = { cwd: root, env: { PATH, HOME } };
      execFile("bash", ["-euc", commands], options, (error, stdout, stderr) =>
        error ? failed(new Error(`${name}: ${stdout}${stderr}`)) : done(stdout),
      );
    });

  expect(await execute("settings")).toMatch(/^[0-9a-f]{64}$/m);
  const file = join(etc, "yunjing.env");
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
  const settings: Record<string, string> = {
    ...filled("yunjing.env.example"),
    TRUST_PROXY: "127.0.0.1/32",
    SMS_ORIGIN: NOWHERE,
    DINING_ORIGIN: NOWHERE,
    WECHAT_ORIGIN: NOWHERE,
    WECHATPAY_ORIGIN: NOWHERE,
  };
  for (const name of ["WECHATPAY_PRIVATE_KEY", "WECHATPAY_PUBLIC_KEY"]) {
    const key = join(etc, `${name}.pem`);
    writeFileSync(key, settings[name] ?? "");
    settings[name] = key;
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, lines.join(""));

  const start = async () => {
    const env = { ...parseEnv(readFileSync(file, "utf8")), DATA_DIR: data, PORT: port };
    const product = run(built.entry, { ...env, HOST: "127.0.0.1", LOG_LEVEL: "error" });
    onTestFinished(() => stopProcess(product, "SIGKILL"));
    await waitForOutput(product, /ready: http/);
    await execute("ready");
    return product;
  };
  const product = await start();
  expect(await execute("administrators")).toContain("已成为管理员");
  expect(await execute("backup")).toContain("已备份到");
  expect(await execute("drill")).toContain("恢复演练通过");
  expect(product.exitCode).toBeNull();

  await stopProcess(product, "SIGTERM");
  await execute("restore");
  await start();
  expect(existsSync(`${data}.before`)).toBe(true);
  expect(await execute("administrators")).toContain("已成为管理员");
});
