/** Tests the texts of a top-up refund with all its amounts. */
import { expect, test } from "vitest";
import { refundFacts, refundButtonText } from "./refund-text.ts";

const whole = { principalFen: 20_000, bonusBackFen: 1200, bonusSpentFen: 0, refundFen: 20_000 };
const namesOf = (facts: readonly { readonly name: string }[]) => facts.map(({ name }) => name);

test("the refund, the revoked bonus and the remaining balance are listed in order", () => {
  expect(refundFacts(whole, 21_200)).toEqual([
    { name: "未使用的本金", value: "¥200.00" },
    { name: "退回微信", value: "¥200.00", isStrong: true },
    { name: "收回赠送", value: "¥12.00" },
    { name: "退款后余额", value: "¥0.00" },
  ]);
});

test("a spent bonus reduces the refund and is listed", () => {
  const spent = { principalFen: 20_000, bonusBackFen: 0, bonusSpentFen: 1200, refundFen: 18_800 };
  expect(refundFacts(spent, 20_000)).toContainEqual({ name: "扣除已用的赠送", value: "−¥12.00" });
  expect(namesOf(refundFacts(spent, 20_000))).not.toContain("收回赠送");
  expect(refundButtonText(spent)).toBe("退回 ¥188.00 到微信");
});

test("the remaining balance is omitted until the balance is loaded", () => {
  expect(namesOf(refundFacts(whole, undefined))).not.toContain("退款后余额");
  expect(refundButtonText(whole)).toBe("退回 ¥200.00，收回赠送 ¥12.00");
});
