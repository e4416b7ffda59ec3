// @vitest-environment happy-dom
/** Tests that the cached responses are limited to the member, to the build and in size. */
import { beforeEach, expect, test } from "vitest";
import { stubKeyDatabase } from "./key-database.fixture.ts";
import { cacheResponse, cachedResponse, clearOtherOwners } from "./response-cache.ts";
import { removeAllEntries, writeEntry, entryKeys } from "./storage.ts";

const now = Date.now();
beforeEach(() => {
  localStorage.clear();
  stubKeyDatabase();
});

test("U01 a stored response is returned with its time, compressed and with the marker", async () => {
  await cacheResponse("m1", "orders", { at: now, data: { list: ["汉堡"] } });
  expect(await cachedResponse("m1", "orders")).toEqual({ at: now, data: { list: ["汉堡"] } });
  expect(localStorage.getItem("read:orders")).toMatch(/^yj2!/);
  expect(localStorage.getItem("read:orders")).not.toContain("汉堡");
});

test("another member does not see it, and it is removed at their login", async () => {
  await cacheResponse("m1", "orders", { at: now, data: 1 });
  writeEntry("order:2025112100000001", { orderNo: "1" });
  writeEntry("order:a-receipt-token", { orderNo: "2" });
  writeEntry("exchange-session", { session: "s" });
  expect(await cachedResponse("m2", "orders")).toBeUndefined();
  clearOtherOwners("m1");
  expect(await cachedResponse("m1", "orders")).toBeDefined();
  clearOtherOwners("m2");
  expect(entryKeys().sort()).toEqual(["exchange-session", "order:a-receipt-token"]);
});

test("a logout removes all responses", async () => {
  await cacheResponse("m1", "orders", { at: now, data: 1 });
  removeAllEntries();
  expect(await cachedResponse("m1", "orders")).toBeUndefined();
  expect(entryKeys()).toEqual([]);
});

test("a response that another build stored is not shown, because its format may differ", async () => {
  await cacheResponse("m1", "orders", { at: now, data: 1 });
  clearOtherOwners("m1", "1.0.0+other");
  expect(await cachedResponse("m1", "orders")).toBeUndefined();
});

test("a response read two weeks ago is expired, and one that is too large is not stored", async () => {
  await cacheResponse("m1", "old", { at: now - 15 * 86_400_000, data: 1 });
  await cacheResponse("m1", "large", { at: now, data: "x".repeat(70_000) });
  expect(await cachedResponse("m1", "old")).toBeUndefined();
  expect(await cachedResponse("m1", "large")).toBeUndefined();
});

test("the oldest responses are removed for new ones", async () => {
  for (let count = 0; count < 30; count++)
    await cacheResponse("m1", `n${count}`, { at: now + count, data: 1 });
  expect(await cachedResponse("m1", "n29")).toBeDefined();
  expect(await cachedResponse("m1", "n5")).toBeUndefined();
  expect(entryKeys().filter((key) => key.startsWith("read:"))).toHaveLength(24);
});
