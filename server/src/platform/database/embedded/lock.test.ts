/** The lock of a data directory: one owner, whatever died before it and whoever comes at the same instant. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDirectory, lockOwnerOf } from "./lock.ts";
import { processIdentity } from "./processes.ts";

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "yunjing-lock-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test("a second owner is refused with the directory and the first one's process number", () => {
  lockDirectory(directory);
  expect(() => lockDirectory(directory)).toThrow(
    `${directory} is in use by process ${process.pid}.`,
  );
});

test("a lock given back can be taken again, and leaves one small file", () => {
  for (let turn = 0; turn < 3; turn++) lockDirectory(directory).release();
  expect(lockOwnerOf(directory)).toBeUndefined();
  expect(readdirSync(directory)).toHaveLength(1);
});

test("a dead owner is succeeded", () => {
  symlinkSync("999999999@some-boot/1", join(directory, "owner.7"));
  lockDirectory(directory);
  expect(readdirSync(directory)).toEqual(["owner.8"]);
});

test("an owner whose number was given to another process is dead", () => {
  symlinkSync(`${process.pid}@${processIdentity(process.pid)}0`, join(directory, "owner.1"));
  expect(lockOwnerOf(directory)).toBeUndefined();
  lockDirectory(directory);
  expect(lockOwnerOf(directory)).toBe(process.pid);
});

/** A contender that is started and waits for the word; `ended` answers how it left. */
async function contender(turns: number) {
  const fixture = fileURLToPath(new URL("lock-contender.fixture.ts", import.meta.url));
  const child = fork(fixture, [directory, String(turns)], { execArgv: ["--import", "tsx"] });
  const ended = once(child, "exit").then(([code]) => code as number | null);
  await once(child, "message");
  return { begin: () => void child.send("go"), ended };
}

test("of several processes at the same instant only one is ever inside", async () => {
  symlinkSync("999999999@some-boot/1", join(directory, "owner.1"));
  const contenders = await Promise.all([50, 50, 50, 50].map(contender));
  for (const { begin } of contenders) begin();
  expect(await Promise.all(contenders.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
}, 60_000);
