/**
 * Tests that the fee and net amount of a withdrawal are exact to the fen before it is requested.
 */
import { expect, test } from "vitest";
import { amountError, feeOf, feeText, isMinimumFee, nameError, needsName } from "./amounts.ts";

const sheet = {
  availableFen: 30_000,
  minFen: 1000,
  maxFen: 20_000,
  feePer10000: 60,
  feeMinFen: 10,
  leftToday: 3,
  autoFen: 20_000,
  nameAboveFen: 200_000,
  needsStepUp: true,
  stepUpAboveFen: 0,
  allowed: true,
  rules: [],
};

test("the fee is rounded up, has a minimum, and never exceeds the amount", () => {
  expect(feeOf(sheet, 10_000)).toBe(60);
  expect(feeOf(sheet, 1001)).toBe(10);
  expect(feeOf(sheet, 1999)).toBe(12);
  expect(feeOf({ feePer10000: 0, feeMinFen: 0 }, 10_000)).toBe(0);
  expect(feeOf({ feePer10000: 0, feeMinFen: 100 }, 50)).toBe(50);
});

test("the fee text shows the percentage, and the minimum fee is recognised", () => {
  expect(feeText(sheet)).toBe("手续费 0.6%");
  expect(feeText({ feePer10000: 0, feeMinFen: 0 })).toBe("免手续费");
  expect(feeText({ feePer10000: 0, feeMinFen: 100 })).toBe("手续费");
  expect(isMinimumFee(sheet, 1001)).toBe(true);
  expect(isMinimumFee(sheet, 10_000)).toBe(false);
});

test("an amount is checked against the available amount, the minimum and the limits, in this order", () => {
  expect(amountError(sheet, "")).toBe("请输入提现金额");
  expect(amountError(sheet, "300.01")).toBe("超过可提现的 ¥300.00");
  expect(amountError(sheet, "9.99")).toBe("最低提现 ¥10");
  expect(amountError(sheet, "200.01")).toBe("现在最多可提现 ¥200.00");
  expect(amountError(sheet, "200")).toBeUndefined();
});

test("a name is required only above the limit, and a phone number is not accepted", () => {
  expect(needsName(sheet, 200_000)).toBe(false);
  expect(needsName(sheet, 200_001)).toBe(true);
  expect(nameError("林知夏")).toBeUndefined();
  expect(nameError("阿依古丽·买买提")).toBeUndefined();
  expect(nameError("林")).toBeDefined();
  expect(nameError("13800000001")).toBeDefined();
});
