/** Runs the command of the README that makes codes, as it is written but at another port. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { phone } from "./browser.ts";

const device = phone();

test.each(["README.md", "README.zh-CN.md"])("the command of %s makes codes", async (name) => {
  const text = readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), "utf8");
  const [, command = ""] = /^```sh run codes\n([\s\S]*?)^```$/m.exec(text) ?? [];
  const { host } = new URL(device.origin);
  const { stdout } = await promisify(execFile)("bash", [
    "-euc",
    command.replace("localhost:8080", host),
  ]);
  expect(stdout.match(/[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}-[0-9A-Z]{2}|[0-9A-Z]{18}/g)).toHaveLength(5);
});
