// @vitest-environment happy-dom
/** Holds that what a member read stays with that member, that build, and within bounds. */
import { beforeEach, expect, test } from "vitest";
import { cacheResponse, cachedResponse, clearOtherOwners } from "./response-cache.ts";
import { removeAllEntries, writeEntry, entryKeys } from "./storage.ts";

const now = Date.now();
beforeEach(() => localStorage.clear());

test("U01 what was read is recalled with its instant, compressed and behind the marker", () => {
  cacheResponse("m1", "orders", { at: now, data: { list: ["汉堡"] } });
  expect(cachedResponse("m1", "orders")).toEqual({ at: now, data: { list: ["汉堡"] } });
  expect(localStorage.getItem("read:orders")).toMatch(/^yj2!/);
  expect(localStorage.getItem("read:orders")).not.toContain("汉堡");
});

test("another member sees nothing of it, and it is forgotten at their login", () => {
  cacheResponse("m1", "orders", { at: now, data: 1 });
  writeEntry("order:2025112100000001", { orderNo: "1" });
  writeEntry("order:a-receipt-token", { orderNo: "2" });
  writeEntry("exchange-session", { session: "s" });
  expect(cachedResponse("m2", "orders")).toBeUndefined();
  clearOtherOwners("m1");
  expect(cachedResponse("m1", "orders")).toBeDefined();
  clearOtherOwners("m2");
  expect(entryKeys().sort()).toEqual(["exchange-session", "order:a-receipt-token"]);
});

test("logging out forgets all of it", () => {
  cacheResponse("m1", "orders", { at: now, data: 1 });
  removeAllEntries();
  expect(cachedResponse("m1", "orders")).toBeUndefined();
  expect(entryKeys()).toEqual([]);
});

test("what another build kept is not shown, its shape may have changed", () => {
  cacheResponse("m1", "orders", { at: now, data: 1 });
  clearOtherOwners("m1", "1.0.0+other");
  expect(cachedResponse("m1", "orders")).toBeUndefined();
});

test("what was read two weeks ago is over, and what is too large is not kept", () => {
  cacheResponse("m1", "old", { at: now - 15 * 86_400_000, data: 1 });
  cacheResponse("m1", "large", { at: now, data: "x".repeat(70_000) });
  expect(cachedResponse("m1", "old")).toBeUndefined();
  expect(cachedResponse("m1", "large")).toBeUndefined();
});

test("the longest read answers make room for new ones", () => {
  for (let count = 0; count < 30; count++)
    cacheResponse("m1", `n${count}`, { at: now + count, data: 1 });
  expect(cachedResponse("m1", "n29")).toBeDefined();
  expect(cachedResponse("m1", "n5")).toBeUndefined();
  expect(entryKeys().filter((key) => key.startsWith("read:"))).toHaveLength(24);
});
