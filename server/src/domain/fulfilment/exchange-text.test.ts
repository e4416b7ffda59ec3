/** What is stored of an exchange with a supplier has no secrets and a bounded length. */
import { expect, test } from "vitest";
import { EXCHANGE_TEXT_MAX, exchangeText } from "./exchange-text.ts";

test("codes, cards and accounts are not stored, phones keep only their ends", () => {
  const text = exchangeText({
    outNo: "D20261122ABCDEFGH",
    account: "13900001234",
    note: "请联系 13900001234",
    codes: [{ code: "CARD-1", secret: "PASS-1", qr: "QR-1", validUntil: "2026-12-31T00:00:00Z" }],
  });
  expect(text).toContain("D20261122ABCDEFGH");
  expect(text).toContain("139****1234");
  for (const secret of ["13900001234", "CARD-1", "PASS-1", "QR-1"])
    expect(text).not.toContain(secret);
});

test("a supplier's error code is kept, because people decide by it", () => {
  expect(exchangeText({ code: "ORDER_ABSENT" })).toContain("ORDER_ABSENT");
  expect(exchangeText({ code: "K7Q2" })).not.toContain("K7Q2");
});

test("a long answer is cut, and no answer is an empty text", () => {
  expect(exchangeText({ text: "x".repeat(10_000) })).toHaveLength(EXCHANGE_TEXT_MAX);
  expect(exchangeText(undefined)).toBe("");
});
