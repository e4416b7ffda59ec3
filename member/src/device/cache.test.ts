// @vitest-environment happy-dom
/** Tests that clearing the cache removes only what can be loaded again. */
import { beforeEach, expect, test } from "vitest";
import { cacheBytes, clearCache } from "./cache.ts";
import { storeEarlyUrl } from "./early-response.ts";
import { writeEntry, entryKeys } from "./storage.ts";

const staying = ["city", "exchange-session", "intent:x", "token"];

beforeEach(() => localStorage.clear());

test("seen orders and recent cities are removed; the login, the city and an unfinished exchange stay", () => {
  localStorage.setItem("uni_id_token", "a.b.c");
  for (const key of ["order:r1", "read:a", "read-index", "recent-cities", ...staying])
    writeEntry(key, { some: "thing" });
  storeEarlyUrl("/", "/api/home?regionCode=310100");
  expect(cacheBytes()).toBeGreaterThan(0);
  clearCache();
  expect(cacheBytes()).toBe(0);
  expect(entryKeys().sort()).toEqual(staying);
  expect(Object.keys(localStorage)).toContain("uni_id_token");
  expect(Object.keys(localStorage)).not.toContain("early-addresses");
});
