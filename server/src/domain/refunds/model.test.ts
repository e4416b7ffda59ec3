/**
 * The rules decide who approves a refund; the state table is consistent.
 */
import { describe, expect, test } from "vitest";
import type { ItemAmounts, RefundableItem } from "../orders/actions.ts";
import { isFinal, lifecycleFaults, nextState } from "../../platform/lifecycle.ts";
import { refundLifecycle } from "./lifecycle.ts";
import { refundableMin, refundabilityOf } from "./model.ts";

const NOW = 1_800_000_000_000;
const DAY_MS = 86_400_000;
const none: ItemAmounts = {
  cashFen: 0,
  balanceFen: 0,
  points: 0,
  couponOffFen: 0,
  pointsOffFen: 0,
};

function item(change: Partial<RefundableItem>, rule: object = {}): RefundableItem {
  const snapshot = {
    benefitId: "b",
    title: "卡",
    spec: "",
    artwork: "card",
    tint: "ice",
    kind: "card",
    brandCode: "b",
    brandName: "品牌",
    categoryCode: "c",
    marketFen: 0,
    priceFen: 0,
    delivery: "card",
    refundRule: "unused_auto",
    limits: {},
    version: 1,
    ...rule,
  } as RefundableItem["snapshot"];
  return {
    id: "i",
    skuId: "s",
    snapshot,
    state: "DONE",
    quantity: 2,
    refundedQuantity: 0,
    refunded: {},
    shares: [],
    ...none,
    ...change,
  };
}

describe("the rule decides", () => {
  const facts = { unseen: 2, now: NOW, paidAt: NOW - 7 * DAY_MS };
  test.each([
    ["an unseen card is refunded automatically", item({}), 2, "auto"],
    ["one of them was seen", item({}), 3, "review"],
    ["before it was seen", item({}, { refundRule: "before_code" }), 2, "auto"],
    ["after it was seen", item({}, { refundRule: "before_code" }), 3, "review"],
    ["a failed item", item({ state: "FAILED" }, { refundRule: "never" }), 2, "auto"],
    ["a person's rule", item({}, { refundRule: "manual" }), 1, "review"],
    ["a pack of coupons", item({}, { delivery: "coupons" }), 1, "review"],
    ["never", item({}, { refundRule: "never" }), 1, "该商品不支持退款"],
    ["a charged account", item({}, { delivery: "topup" }), 1, "已充值到账，不支持退款"],
    [
      "a ticket",
      item({}, { delivery: "movie", refundRule: "before_code" }),
      1,
      "已出票，不支持自助退款",
    ],
    ["on its way", item({ state: "UNKNOWN" }), 2, "正在出码，未成功会自动退款；出码后可申请"],
    ["with a person", item({ state: "MANUAL" }), 2, "客服正在处理，请稍候"],
    ["unpaid", item({ state: "NONE" }), 2, "订单还未支付"],
    ["being refunded", item({ refundedQuantity: 2 }), 1, "已申请退款"],
    ["refunded", item({ refundedQuantity: 2, state: "REFUNDED" }), 1, "已退款"],
    ["within its days", item({}, { refundDays: 7 }), 1, "auto"],
    ["past its days", item({}, { refundDays: 6 }), 1, "购买已超过 6 天"],
  ] as const)("%s", (_name, it, units, expected) => {
    const refundability = refundabilityOf(it, units, facts);
    expect(refundability.way === "no" ? refundability.why : refundability.way).toBe(expected);
  });

  test("undelivered items are refunded completely, and so are packs", () => {
    expect(refundableMin(item({ state: "FAILED", quantity: 5, refundedQuantity: 1 }))).toBe(4);
    expect(refundableMin(item({ quantity: 5 }))).toBe(1);
    expect(refundableMin(item({ quantity: 5 }, { delivery: "coupons" }))).toBe(5);
  });
});

describe("the lifecycle", () => {
  test("reaches every state from an initial one, and has an exit from all but the final ones", () => {
    expect(lifecycleFaults(refundLifecycle)).toEqual([]);
    const { states } = refundLifecycle;
    expect(states.filter((state) => isFinal(refundLifecycle, state)).sort()).toEqual([
      "REJECTED",
      "SUCCESS",
      "WITHDRAWN",
    ]);
  });

  test.each([
    ["ABNORMAL", "success", "SUCCESS"],
    ["SUCCESS", "abnormal", undefined],
    ["APPLIED", "success", undefined],
    ["PROCESSING", "retry", undefined],
    ["REJECTED", "approve", undefined],
  ] as const)("%s × %s → %s", (state, move, to) => {
    expect(nextState(refundLifecycle, state, move)).toBe(to);
  });
});
