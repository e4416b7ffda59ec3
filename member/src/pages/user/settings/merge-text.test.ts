/** Tests the texts of a merge: zero amounts are omitted. */
import { expect, test } from "vitest";
import { moveFacts, reasonLines } from "./merge-text.ts";

const nothing = {
  principalFen: 0,
  bonusFen: 0,
  rewardFen: 0,
  points: 0,
  pendingPoints: 0,
  debtPoints: 0,
  coupons: 0,
  cards: 0,
  orders: 0,
  growth: 0,
};

test("each moved amount is shown with its unit, and zero amounts are omitted", () => {
  expect(moveFacts(nothing)).toEqual([]);
  expect(moveFacts({ ...nothing, principalFen: 1_250, points: 1_200, orders: 2 })).toEqual([
    { name: "余额", value: "¥12.50" },
    { name: "积分", value: "1,200 分" },
    { name: "订单", value: "2 笔" },
  ]);
});

test("every reason is shown as one line", () => {
  expect(reasonLines(["orders", "wechat"])).toEqual([
    "有待支付或未完成的订单",
    "该手机号的账号已绑定其他微信",
  ]);
});
