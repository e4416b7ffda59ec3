// @vitest-environment happy-dom
/** Clearing the cache takes what can be read again, and nothing else. */
import { beforeEach, expect, test } from "vitest";
import { cacheBytes, clearCache } from "./cache.ts";
import { fetchEarly } from "./early.ts";
import { keep, keptKeys } from "./storage.ts";

beforeEach(() => localStorage.clear());

test("seen orders and recent cities go; the login, the city and an unfinished exchange stay", () => {
  localStorage.setItem("uni_id_token", "a.b.c");
  for (const key of ["order:r1", "recent-cities", "city", "exchange-session", "intent:x", "token"])
    keep(key, { some: "thing" });
  fetchEarly("/", "/api/home?regionCode=310100");
  expect(cacheBytes()).toBeGreaterThan(0);
  clearCache();
  expect(cacheBytes()).toBe(0);
  expect(keptKeys().sort()).toEqual(["city", "exchange-session", "intent:x", "token"]);
  expect(Object.keys(localStorage)).toContain("uni_id_token");
  expect(Object.keys(localStorage)).not.toContain("early-addresses");
});
