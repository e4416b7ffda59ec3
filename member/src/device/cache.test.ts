// @vitest-environment happy-dom
/** Tests that clearing the cache removes only what can be loaded again. */
import { beforeEach, expect, test } from "vitest";
import { cacheBytes, clearCache } from "./cache.ts";
import { writeEntry, entryKeys } from "./storage.ts";

const staying = ["city", "exchange-session", "intent:x", "token"];

beforeEach(() => localStorage.clear());

test("seen orders and recent cities are removed; the login, the city and an unfinished exchange stay", () => {
  localStorage.setItem("uni_id_token", "a.b.c");
  for (const key of ["order:r1", "read:a", "read-index", "recent-cities", ...staying])
    writeEntry(key, { some: "thing" });
  localStorage.setItem("last-views", JSON.stringify({ owner: "m", build: "b", bytes: { "/": 9 } }));
  expect(cacheBytes()).toBeGreaterThan(9);
  clearCache();
  expect(cacheBytes()).toBe(0);
  expect(entryKeys().sort()).toEqual(staying);
  expect(Object.keys(localStorage)).toContain("uni_id_token");
  expect(Object.keys(localStorage)).not.toContain("last-views");
});
