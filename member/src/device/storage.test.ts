// @vitest-environment happy-dom
/** Holds U01: what is kept, what expires, and that nothing foreign or broken is ever read. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetAll, isText, keep, keptKeys, recall, startSweep, sweep } from "./storage.ts";

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

test("U01 a value is kept compressed behind the marker and comes back", () => {
  const long = "云鲸权益 ".repeat(2000);
  keep("note", long);
  const raw = localStorage.getItem("note") ?? "";
  expect(raw.startsWith("yj2!")).toBe(true);
  expect(raw.length).toBeLessThan(long.length / 10);
  expect(recall("note", isText)).toBe(long);
});

test("U01 an expired entry reads as absent, 0 never expires", () => {
  keep("gone", "x", Date.now() - 1);
  keep("stays", "y", 0);
  expect(recall("gone", isText)).toBeUndefined();
  expect(recall("stays", isText)).toBe("y");
});

test("U01 the sweep removes expired entries every 18 s and leaves foreign ones", () => {
  vi.useFakeTimers();
  localStorage.setItem("foreign", "{}");
  keep("short", "x", Date.now() + 10_000);
  const stop = startSweep();
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
  for (const key of ["a", "b", "c", "none"]) expect(recall(key, isText)).toBeUndefined();
  keep("shape", { is: "other" });
  expect(recall("shape", isText)).toBeUndefined();
  sweep();
  expect(keptKeys()).toEqual(["shape"]);
});

test("U01 a storage that refuses is no failure", () => {
  const refuse = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(() => keep("x", "y")).not.toThrow();
  refuse.mockRestore();
  keep("x", "y");
  forgetAll();
  expect(recall("x", isText)).toBeUndefined();
});
