/** The request to a supplier, under a number that cannot be guessed. */
import { expect, test } from "vitest";
import { testContext } from "../../platform/testing.ts";
import { deliveryMismatch, generateOutNo, orderFrom, type SupplierOrderRow } from "./model.ts";

test("a supplier order's number is D, the day in Shanghai and sixteen random symbols", () => {
  const context = testContext();
  context.clock.set(new Date("2026-11-20T16:30:00Z"));
  expect(generateOutNo(context)).toMatch(/^D20261121[0-9A-Z]{16}$/);
});

test("each kind of request has its number, its product and its contact in its own field", () => {
  const order = { outNo: "D1", product: "mobile-50", contact: "13800138000" };
  expect(orderFrom({ kind: "topup", quantity: 2, faceFen: 5_000 }, order)).toEqual({
    kind: "topup",
    quantity: 2,
    faceFen: 5_000,
    outNo: "D1",
    product: "mobile-50",
    account: "13800138000",
  });
  expect(orderFrom({ kind: "movie", quantity: 1 }, order)).toMatchObject({
    contactPhone: "13800138000",
  });
  const anonymous = { ...order, contact: undefined };
  expect(orderFrom({ kind: "card", quantity: 3 }, anonymous)).toEqual({
    kind: "card",
    quantity: 3,
    outNo: "D1",
    product: "mobile-50",
  });
  expect(orderFrom({ kind: "movie", quantity: 1 }, anonymous)).toEqual({
    kind: "movie",
    quantity: 1,
    outNo: "D1",
    product: "mobile-50",
  });
  const topup = { kind: "topup", quantity: 1, faceFen: 5_000 } as const;
  expect(() => orderFrom(topup, anonymous)).toThrow("a top-up has an account");
});

test("a delivery matches its request: as many cards and tickets, a code for a meal, none for a top-up", () => {
  const codes = (count: number) => Array.from({ length: count }, () => ({ code: "1" }));
  const fault = (kind: SupplierOrderRow["kind"], quantity: number | null, count: number) =>
    deliveryMismatch({ kind, quantity }, codes(count));
  expect([fault("card", 2, 2), fault("movie", 1, 1), fault("meal", null, 3)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(fault("topup", 2, 0)).toBeUndefined();
  expect(fault("card", 2, 1)).toBe("1 codes came for 2");
  expect(fault("movie", 1, 2)).toBe("2 codes came for 1");
  expect(fault("meal", null, 0)).toBe("0 codes came for a meal");
});
