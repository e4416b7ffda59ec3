/**
 * Tests the lock of a data directory: one owner, after a crash of the previous one and with
 * simultaneous starters.
 */
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

test("a second owner is refused with the directory and the first owner's process id", () => {
  lockDirectory(directory);
  expect(() => lockDirectory(directory)).toThrow(
    `${directory} is in use by process ${process.pid}.`,
  );
});

test("a released lock can be acquired again, and leaves one small file", () => {
  for (let turn = 0; turn < 3; turn++) lockDirectory(directory).release();
  expect(lockOwnerOf(directory)).toBeUndefined();
  expect(readdirSync(directory)).toHaveLength(1);
});

test("the lock of a dead owner can be acquired", () => {
  symlinkSync("999999999@some-boot/1", join(directory, "owner.7"));
  lockDirectory(directory);
  expect(readdirSync(directory)).toEqual(["owner.8"]);
});

test("an owner whose process id was given to another process is dead", () => {
  symlinkSync(`${process.pid}@${processIdentity(process.pid)}0`, join(directory, "owner.1"));
  expect(lockOwnerOf(directory)).toBeUndefined();
  lockDirectory(directory);
  expect(lockOwnerOf(directory)).toBe(process.pid);
});

/** Starts a contender that waits for the start message; `ended` resolves to its exit code. */
async function contender(turns: number) {
  const fixture = fileURLToPath(new URL("lock-contender.fixture.ts", import.meta.url));
  const child = fork(fixture, [directory, String(turns)], { execArgv: ["--import", "tsx"] });
  const ended = once(child, "exit").then(([code]) => code as number | null);
  await once(child, "message");
  return { begin: () => void child.send("go"), ended };
}

test("of several processes that start together only one holds the lock at a time", async () => {
  symlinkSync("999999999@some-boot/1", join(directory, "owner.1"));
  const contenders = await Promise.all([50, 50, 50, 50].map(contender));
  for (const { begin } of contenders) begin();
  expect(await Promise.all(contenders.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
}, 60_000);
