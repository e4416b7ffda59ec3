/** Tests how a difference of reconciliation is written in one line. */
import { expect, test } from "vitest";
import { comparisonOf, subjectOf } from "./case-sides.ts";

type Row = Parameters<typeof comparisonOf>[0];
const row = (name: string, subject: string, expected: object, actual: object): Row => ({
  class: name,
  subject,
  expected: { ...expected },
  actual: { ...actual },
});
const MEMBER = "01890a5d-ac96-774b-bcce-b302099a8057";
const PAYMENT = "wechatpay payment P2611212258K7";
const paid = { state: "SUCCESS", amountFen: 8_850 };

test.each<readonly [string, Row, string, string, string | undefined]>([
  [
    "a payment that only the channel has received",
    row("bill_state", PAYMENT, { state: "CLOSED", amountFen: 8_850 }, paid),
    "已关单",
    "成功 ¥88.50",
    "+¥88.50",
  ],
  [
    "a refund that no bill reports",
    row("bill_only_here", "wechatpay refund R1", { state: "DONE", amountFen: 990 }, {}),
    "已完成 ¥9.90",
    "—",
    "−¥9.90",
  ],
  [
    "a payment that nobody here knows",
    row("bill_only_there", PAYMENT, {}, paid),
    "—",
    "成功 ¥88.50",
    "+¥88.50",
  ],
  [
    "another fee",
    row("bill_fee", PAYMENT, { ...paid, feeFen: 53 }, { ...paid, feeFen: 59 }),
    "¥0.53",
    "¥0.59",
    "+¥0.06",
  ],
  [
    "the same payment twice",
    row("bill_duplicate", `${PAYMENT} 2026-11-21/9`, paid, paid),
    "成功 ¥88.50",
    "成功 ¥88.50",
    "+¥88.50",
  ],
  [
    "another number",
    row("bill_number", PAYMENT, { ...paid, number: "42a" }, { ...paid, number: "42b" }),
    "42a",
    "42b",
    undefined,
  ],
  [
    "points in lots and in the account",
    row("lots", `${MEMBER} available`, { account: 1_250 }, { lots: 1_200, difference: -50 }),
    "账户 1,250 分",
    "批次合计 1,200 分",
    "−50 分",
  ],
  [
    "the balance of an account",
    row(
      "account_balance",
      `${MEMBER} CNY principal`,
      { balance: 1_000, version: 3 },
      { balance: 1_200, version: 3, difference: [200, 0, null] },
    ),
    "余额 ¥10.00",
    "余额 ¥12.00",
    "+¥2.00",
  ],
  [
    "the sum of all accounts",
    row("total", "CNY", { sum: 0 }, { contra: -995, members: 1_000, difference: 5 }),
    "合计 ¥0.00",
    "差额 ¥0.05",
    "+¥0.05",
  ],
  ["stock", row("stock_held", "sku 3", { held: 2 }, { held: 1 }), "冻结 2", "冻结 1", "−1"],
])("%s is one line", (_, difference, ours, theirs, less) => {
  const { difference: found, ...sides } = comparisonOf(difference);
  expect(sides).toEqual({ ours, theirs });
  expect(found?.text).toBe(less);
});

test("a subject is a number, a member's account or the name of a job", () => {
  expect(subjectOf({ class: "bill_state", subject: PAYMENT })).toEqual({
    no: "P2611212258K7",
    second: "微信支付 支付",
  });
  expect(
    subjectOf({ class: "lots", subject: `${MEMBER} available`, memberNo: "100000001" }),
  ).toEqual({ memberNo: "100000001", second: "积分" });
  expect(subjectOf({ class: "agent_stuck", subject: "export-sweeper" })).toEqual({
    text: "清理导出文件",
  });
});
