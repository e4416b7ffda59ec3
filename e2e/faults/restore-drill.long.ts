/**
 * `npm run backup` and `npm run restore-drill` on a real product: they back up and restore the running
 * product and a copied data directory, find damaged books, and leave nothing behind.
 */
import { execFile } from "node:child_process";
import { cpSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSandbox } from "@yunjing/sandbox/sandbox";
import { serverAccount } from "@yunjing/server/platform/database/embedded/account";
import { socketUrl, SUPERUSER } from "@yunjing/server/platform/database/embedded/create";
import { prepareHome } from "@yunjing/server/platform/database/embedded/home";
import { closeDatabase, openDatabase } from "@yunjing/server/platform/database/pool";
import { makeTemporaryDirectory } from "@yunjing/server/platform/database/temporary-directory.fixture";
import { createLog } from "@yunjing/server/platform/log";
import { expect, onTestFinished, test } from "vitest";
import { bundleEntry, freePort, run, stopProcess, waitForOutput } from "./process.fixture.ts";

const TOOL = fileURLToPath(new URL("../../tools/run.mjs", import.meta.url));

/** Starts a product with demo data; returns what the drill needs. */
async function setUp() {
  const { path, remove } = await makeTemporaryDirectory("yunjing-drill-");
  const dataDir = join(path, "data");
  const port = await freePort();
  const sandbox = createSandbox({ callbackOrigin: `http://127.0.0.1:${port}` });
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    SANDBOX_ORIGIN: await sandbox.listen(),
    LOG_LEVEL: "error",
  };
  const built = await bundleEntry("server/src/main.ts");
  onTestFinished(async () => {
    await sandbox.close();
    built.remove();
    await remove();
  });
  const start = async () => {
    const product = run(built.entry, { ...env, SEED: "light" });
    onTestFinished(() => stopProcess(product, "SIGKILL"));
    await waitForOutput(product, /ready: http/);
    return product;
  };
  const command = (...args: string[]) =>
    new Promise<{ code: number; output: string }>((done) => {
      const child = execFile(
        process.execPath,
        [TOOL, ...args],
        { env: { ...process.env, ...env, NODE_ENV: "development" } },
        (_error, stdout, stderr) => done({ code: child.exitCode ?? 1, output: stdout + stderr }),
      );
    });
  const beside = () =>
    readdirSync(dirname(dataDir)).filter((name) => name.startsWith(`${basename(dataDir)}-`));
  const drill = (...args: string[]) => command("restore-drill", ...args);
  return { dataDir, start, command, drill, beside, backup: join(path, "backup") };
}

test("a backup of the running product restores; the oldest copies are removed", async () => {
  const { start, command, drill, backup } = await setUp();
  const product = await start();
  const copies = () => readdirSync(backup).toSorted();
  for (let turn = 0; turn < 3; turn += 1) {
    const made = await command("backup", backup, "--keep", "2");
    expect(made.output).toMatch(/已备份到 .+\/\d{8}T\d{6}Z（/);
    expect(made.code).toBe(0);
  }
  expect(copies()).toHaveLength(2);
  await stopProcess(product, "SIGKILL");
  const restored = await drill("--backup", join(backup, copies().at(-1) ?? ""));
  expect(restored.output).toContain("恢复演练通过");
  expect(restored.code).toBe(0);
});

test("a backup of the running product, and a copied directory, start with books that agree", async () => {
  const { dataDir, start, drill, beside, backup } = await setUp();
  const product = await start();
  const running = await drill();
  expect(running.output).toContain("恢复演练通过");
  expect(running.output).toMatch(/✓ 备份时的最新订单：\d{10,}/);
  expect(running.output).toMatch(/恢复出的数据停在 .+前/);
  expect(running.code).toBe(0);
  expect(product.exitCode).toBeNull();

  await stopProcess(product, "SIGTERM");
  cpSync(dataDir, backup, { recursive: true, filter: (path) => !path.includes("/postgres/run") });
  const copied = await drill("--backup", backup);
  expect(copied.output).toContain("恢复演练通过");
  expect(copied.code).toBe(0);

  await start();
  const { socket } = prepareHome(dataDir, serverAccount());
  const owner = openDatabase({
    url: socketUrl(socket, SUPERUSER, "yunjing"),
    log: createLog("silent"),
  });
  const changed = await owner.$client.query(
    "UPDATE ledger_account SET balance = balance + 1 WHERE ctid = (SELECT ctid FROM ledger_account WHERE balance > 0 LIMIT 1)",
  );
  await closeDatabase(owner);
  expect(changed.rowCount).toBe(1);
  const damaged = await drill();
  expect(damaged.output).toContain("恢复演练未通过：试算平衡");
  expect(damaged.code).toBe(1);
  expect(beside()).toEqual([]);
});
