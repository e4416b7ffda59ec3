// @vitest-environment happy-dom
/** Holds that what a member read stays with that member, that build, and within bounds. */
import { beforeEach, expect, test } from "vitest";
import { keepAnswer, recallAnswer, settleOwner } from "./kept-answers.ts";
import { forgetAll, keep, keptKeys } from "./storage.ts";

const now = Date.now();
beforeEach(() => localStorage.clear());

test("U01 what was read is recalled with its instant, compressed and behind the marker", () => {
  keepAnswer("m1", "orders", { at: now, data: { list: ["汉堡"] } });
  expect(recallAnswer("m1", "orders")).toEqual({ at: now, data: { list: ["汉堡"] } });
  expect(localStorage.getItem("read:orders")).toMatch(/^yj2!/);
  expect(localStorage.getItem("read:orders")).not.toContain("汉堡");
});

test("another member sees nothing of it, and it is forgotten at their login", () => {
  keepAnswer("m1", "orders", { at: now, data: 1 });
  keep("order:2025112100000001", { orderNo: "1" });
  keep("order:a-receipt-token", { orderNo: "2" });
  keep("exchange-session", { session: "s" });
  expect(recallAnswer("m2", "orders")).toBeUndefined();
  settleOwner("m1");
  expect(recallAnswer("m1", "orders")).toBeDefined();
  settleOwner("m2");
  expect(keptKeys().sort()).toEqual(["exchange-session", "order:a-receipt-token"]);
});

test("logging out forgets all of it", () => {
  keepAnswer("m1", "orders", { at: now, data: 1 });
  forgetAll();
  expect(recallAnswer("m1", "orders")).toBeUndefined();
  expect(keptKeys()).toEqual([]);
});

test("what another build kept is not shown, its shape may have changed", () => {
  keepAnswer("m1", "orders", { at: now, data: 1 });
  settleOwner("m1", "1.0.0+other");
  expect(recallAnswer("m1", "orders")).toBeUndefined();
});

test("what was read two weeks ago is over, and what is too large is not kept", () => {
  keepAnswer("m1", "old", { at: now - 15 * 86_400_000, data: 1 });
  keepAnswer("m1", "large", { at: now, data: "x".repeat(70_000) });
  expect(recallAnswer("m1", "old")).toBeUndefined();
  expect(recallAnswer("m1", "large")).toBeUndefined();
});

test("the longest read answers make room for new ones", () => {
  for (let count = 0; count < 30; count++)
    keepAnswer("m1", `n${count}`, { at: now + count, data: 1 });
  expect(recallAnswer("m1", "n29")).toBeDefined();
  expect(recallAnswer("m1", "n5")).toBeUndefined();
  expect(keptKeys().filter((key) => key.startsWith("read:"))).toHaveLength(24);
});
