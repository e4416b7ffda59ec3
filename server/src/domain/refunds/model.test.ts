/**
 * Refunds add up to what was paid, in any number of steps; the rules decide who approves; the state
 * table is consistent.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ItemAmounts, RefundableItem } from "../orders/actions.ts";
import { isFinal, lifecycleFaults, nextState } from "../../platform/lifecycle.ts";
import { refundLifecycle } from "./lifecycle.ts";
import { refundableMin, shareOfRest, refundabilityOf } from "./model.ts";

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
    ...none,
    ...change,
  };
}

const plus = (a: Partial<ItemAmounts>, b: ItemAmounts, sign = 1): ItemAmounts => ({
  cashFen: (a.cashFen ?? 0) + sign * b.cashFen,
  balanceFen: (a.balanceFen ?? 0) + sign * b.balanceFen,
  points: (a.points ?? 0) + sign * b.points,
  couponOffFen: (a.couponOffFen ?? 0) + sign * b.couponOffFen,
  pointsOffFen: (a.pointsOffFen ?? 0) + sign * b.pointsOffFen,
});

const amount = fc.integer({ min: 0, max: 2_000_000 });
const amounts = fc.record({
  cashFen: amount,
  balanceFen: amount,
  points: amount,
  couponOffFen: amount,
  pointsOffFen: amount,
});
const step = fc.record({ units: fc.integer({ min: 1, max: 99 }), isGivenUp: fc.boolean() });

test("any split of any item refunds all of it to the fen, also when steps are cancelled between", () => {
  const refundedItem = fc.tuple(
    amounts,
    fc.integer({ min: 1, max: 99 }),
    fc.array(step, { maxLength: 40 }),
  );
  fc.assert(
    fc.property(refundedItem, ([paid, quantity, steps]) => {
      let it = item({ ...paid, quantity });
      const open: { units: number; share: ItemAmounts }[] = [];
      const take = (units: number) => {
        const share = shareOfRest(it, units);
        const sum = plus(it.refunded, share);
        for (const [name, fen] of Object.entries(sum)) {
          expect(fen).toBeGreaterThanOrEqual(0);
          expect(fen).toBeLessThanOrEqual(Reflect.get(paid, name));
        }
        it = { ...it, refundedQuantity: it.refundedQuantity + units, refunded: sum };
        open.push({ units, share });
      };
      for (const { units, isGivenUp } of steps) {
        if (isGivenUp) {
          const [given] = open.splice(units % Math.max(open.length, 1), 1);
          if (!given) continue;
          const refunded = plus(it.refunded, given.share, -1);
          it = { ...it, refundedQuantity: it.refundedQuantity - given.units, refunded };
        } else if (it.refundedQuantity < quantity) {
          take(Math.min(units, quantity - it.refundedQuantity));
        }
      }
      if (it.refundedQuantity < quantity) take(quantity - it.refundedQuantity);
      expect(it.refunded).toEqual(paid);
    }),
    { numRuns: 5_000 },
  );
});

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
