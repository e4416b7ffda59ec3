/** `npm run backup` refuses what it cannot do before it writes anything. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runBackup } from "./backup.ts";

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runBackup({ SANDBOX_ORIGIN: "http://127.0.0.1:9", ...env }, args, () => undefined);

test.each([
  ["no directory", []],
  ["an option in place of the directory", ["--keep", "3"]],
  ["an unknown option", ["backups", "--all"]],
  ["a number that is missing", ["backups", "--keep"]],
  ["a number that is none", ["backups", "--keep", "two"]],
  ["one argument too many", ["backups", "--keep", "2", "more"]],
])("%s is answered with the usage", async (_, args) => {
  await expect(run(args)).rejects.toThrow("Usage: npm run backup -- DIRECTORY [--keep COUNT]");
});

test("at least one copy is kept", async () => {
  await expect(run(["backups", "--keep", "0"])).rejects.toThrow("from 1 to 10000");
});

test("an external database is not copied", async () => {
  const folder = mkdtempSync(join(tmpdir(), "yunjing-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const target = join(folder, "backups");
  const external = { DATABASE_URL: "postgres://yunjing_app@127.0.0.1:9/yunjing" };
  await expect(run([target], external)).rejects.toThrow("copies the embedded database");
  expect(existsSync(target)).toBe(false);
});
