// @vitest-environment happy-dom
/** Tests U01: what is stored, what expires, and that foreign or corrupt entries are never read. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  removeAllEntries,
  isString,
  writeEntry,
  entryKeys,
  readEntry,
  startExpiryCleanup,
  removeExpiredEntries,
} from "./storage.ts";

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

test("U01 a value is stored compressed with the marker and can be read", () => {
  const long = "云鲸权益 ".repeat(2000);
  writeEntry("note", long);
  const raw = localStorage.getItem("note") ?? "";
  expect(raw.startsWith("yj2!")).toBe(true);
  expect(raw.length).toBeLessThan(long.length / 10);
  expect(readEntry("note", isString)).toBe(long);
});

test("U01 an expired entry reads as absent, 0 never expires", () => {
  writeEntry("gone", "x", Date.now() - 1);
  writeEntry("stays", "y", 0);
  expect(readEntry("gone", isString)).toBeUndefined();
  expect(readEntry("stays", isString)).toBe("y");
});

test("U01 the cleanup removes expired entries every 18 s and leaves foreign ones", () => {
  vi.useFakeTimers();
  localStorage.setItem("foreign", "{}");
  writeEntry("short", "x", Date.now() + 10_000);
  const stop = startExpiryCleanup();
  vi.advanceTimersByTime(17_000);
  expect(localStorage.getItem("short")).not.toBeNull();
  vi.advanceTimersByTime(1_000);
  expect(localStorage.getItem("short")).toBeNull();
  expect(localStorage.getItem("foreign")).toBe("{}");
  stop();
});

test("U01 corrupt and foreign entries read as absent and never throw", () => {
  localStorage.setItem("a", "yj2!not-base64-%%%");
  localStorage.setItem("b", `yj2!${btoa("rubbish")}`);
  localStorage.setItem("c", "plain");
  for (const key of ["a", "b", "c", "none"]) expect(readEntry(key, isString)).toBeUndefined();
  writeEntry("shape", { is: "other" });
  expect(readEntry("shape", isString)).toBeUndefined();
  removeExpiredEntries();
  expect(entryKeys()).toEqual(["shape"]);
});

test("U01 a storage that refuses access causes no failure", () => {
  const refuse = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(() => writeEntry("x", "y")).not.toThrow();
  refuse.mockRestore();
  writeEntry("x", "y");
  removeAllEntries();
  expect(readEntry("x", isString)).toBeUndefined();
});
