/** Tests of what a form accepts: the contract's limits, amounts in yuan, times of Shanghai. */
import { expect, test } from "vitest";
import { faultOf, fenOf, instantOf, typedInstant, unitOf, wholeOf } from "./check-field.ts";
import { valueOf } from "./field.tsx";
import { limitsOfOperation } from "./limits.ts";

test("a reason of 1 or 201 characters is refused with a sentence, one of 2 or 200 is not", () => {
  const reason = limitsOfOperation("operatorWithdrawals.approve").get("reason");
  expect(reason?.isRequired).toBe(true);
  expect(faultOf("一", reason)).toBe("至少 2 个字");
  expect(faultOf("一".repeat(201), reason)).toContain("最多 200 个字");
  expect([faultOf("一二", reason), faultOf("一".repeat(200), reason)]).toEqual([
    undefined,
    undefined,
  ]);
  expect(faultOf(undefined, reason)).toBe("请填写");
});

test("the limits of a field within an object have its path, of each kind of a union", () => {
  const campaign = limitsOfOperation("operatorCampaigns.create");
  expect(faultOf(100, campaign.get("rules.percent"))).toBe("不能大于 99");
  expect(campaign.get("rules.percent")?.isRequired).toBeUndefined();
  const invitation = limitsOfOperation("operatorInvitations.create");
  expect(faultOf(51, invitation.get("inviter.percent"))).toBe("不能大于 50");
  expect(faultOf(100_001, invitation.get("inviter.points"))).toBe("不能大于 100,000");
});

test("an amount is read to the fen, and nothing else is an amount", () => {
  expect(["12.34", "0.1", "1,000", "-3"].map(fenOf)).toEqual([1_234, 10, 100_000, -300]);
  expect(["12,345.67", "１２．３４", " 1 "].map(fenOf)).toEqual([1_234_567, 1_234, 100]);
  const none = ["1.234", "0.001", "", "12元", "1e3", ".", "1,5", "12,34,567", "1,000,00", "--1"];
  expect(none.map(fenOf)).toEqual(none.map(() => undefined));
});

test("a percentage is read to the basis point, and its limits are told in percent", () => {
  const price = limitsOfOperation("operatorDealers.set").get("priceBp");
  expect(valueOf({ kind: "percent", name: "priceBp", label: "比例" }, "85.5")).toBe(8_550);
  expect(faultOf(fenOf("100.01"), price, unitOf("percent"))).toBe("不能大于 100%");
  expect(faultOf(Number.NaN, price, unitOf("percent"))).toBe(
    "请填写百分比，最多两位小数，例如 85.5",
  );
});

test("a whole number is read in full-width digits too, and nothing else is one", () => {
  expect(["12", "１２", "-3", " 7 "].map(wholeOf)).toEqual([12, 12, -3, 7]);
  expect(["1e3", "0.001", "12,345", "一"].map(wholeOf)).toEqual(Array(4).fill(Number.NaN));
  expect(wholeOf(" ")).toBeUndefined();
});

test("an amount outside of the limits is told in yuan", () => {
  const amount = limitsOfOperation("operatorSupply.topUp").get("amountFen");
  expect(faultOf(0, amount, "fen")).toBe("不能小于 ¥0.01");
  expect(faultOf(1_000_000_001, amount, "fen")).toBe("不能大于 ¥10,000,000");
  expect(faultOf(Number.NaN, amount, "fen")).toBe("请填写金额，最多两位小数，例如 12.34");
  expect(faultOf(Number.NaN, { isRequired: true })).toBe("请填写整数");
});

test("a time is typed in Shanghai and sent as an instant", () => {
  const at = Date.UTC(2026, 10, 22, 9, 38);
  expect(instantOf("2026-11-22T17:38")).toBe(at);
  expect(instantOf("2026-11-22 17:38")).toBe(at);
  expect(typedInstant(at)).toBe("2026-11-22 17:38");
});

test("an unreadable date gets a sentence with an example", () => {
  const day = { kind: "day", name: "day", label: "日期" } as const;
  const instant = { kind: "instant", name: "at", label: "时间" } as const;
  expect(valueOf(day, "2026/1/5")).toBe("2026-01-05");
  expect(faultOf(valueOf(day, "2026-02-30"), {}, unitOf("day"))).toBe(
    "请填写日期，例如 2026-11-24",
  );
  expect(faultOf(valueOf(instant, "2026-11-24"), {}, unitOf("instant"))).toBe(
    "请填写日期和时间，例如 2026-11-24 08:30",
  );
});
