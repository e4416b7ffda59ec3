/**
 * Tries a coupon's rules on the orders that were paid lately: what the coupon would have taken off
 * and what it would have left. The rules are those of the quote (`evaluateCoupons`).
 */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { evaluateCoupons, type CouponRules } from "../../coupons/model.ts";
import { type TrialOrder, trialOrders } from "../store/trial-basis.ts";

const DAY_MS = 86_400_000;
/** A trial reads no more orders than this, so that it answers within seconds. */
const ORDERS_MAX = 50_000;

export type Trial = {
  readonly rules: CouponRules;
  /** Days until now. */
  readonly days: number;
  /** Limits of the campaign; none where absent. Money in fen. */
  readonly perMember?: number | undefined;
  readonly total?: number | undefined;
  readonly budgetFen?: number | undefined;
};

/** Money in fen, instants in ms. */
export type TrialResult = {
  readonly from: number;
  readonly seen: number;
  readonly orders: number;
  readonly members: number;
  readonly offFen: number;
  readonly paidFen: number;
  readonly costFen: number;
  readonly marginFen: number;
  readonly isCut: boolean;
  readonly endedAt?: number;
};

/** The discount of one coupon on an order as it was placed, fen; 0 when it does not fit. */
function offOf(rules: CouponRules, order: TrialOrder): number {
  if (rules.firstOrder && !order.isFirst) return 0;
  if (rules.channels && !rules.channels.some((one) => one === order.channel)) return 0;
  const coupon = {
    couponId: "trial",
    templateId: "trial",
    title: "",
    scopeText: "",
    state: "available",
    validFrom: 0,
    validUntil: Number.POSITIVE_INFINITY,
    rules,
  } as const;
  const { usable } = evaluateCoupons([coupon], order.lines, new Date(order.placedAt));
  return usable[0]?.offFen ?? 0;
}

/**
 * Gives every order the coupon that it fits, in the order of payment, until a limit is reached: the
 * most that the campaign could have cost. The city of a past order is not known, so every city
 * counts.
 */
export async function tryCoupon(
  context: Context,
  db: Db,
  { rules, days, perMember, total, budgetFen }: Trial,
): Promise<TrialResult> {
  const from = context.clock.now().getTime() - days * DAY_MS;
  const all = await trialOrders(db, { from: new Date(from), most: ORDERS_MAX + 1 });
  const isCut = all.length > ORDERS_MAX;
  const orders = isCut ? all.slice(1) : all;
  const usesMax = rules.oncePerPerson ? 1 : (perMember ?? Number.POSITIVE_INFINITY);
  const uses = new Map<string, number>();
  const sum = { orders: 0, offFen: 0, paidFen: 0, costFen: 0 };
  let endedAt: number | undefined;
  for (const order of orders) {
    const used = uses.get(order.memberId) ?? 0;
    const offFen = used >= usesMax ? 0 : offOf(rules, order);
    if (offFen === 0) continue;
    const isOver =
      (total !== undefined && sum.orders >= total) ||
      (budgetFen !== undefined && sum.offFen + offFen > budgetFen);
    if (isOver) {
      endedAt = order.paidAt;
      break;
    }
    uses.set(order.memberId, used + 1);
    sum.orders += 1;
    sum.offFen += offFen;
    sum.paidFen += order.paidFen;
    sum.costFen += order.costFen;
  }
  return {
    from,
    seen: orders.length,
    ...sum,
    members: uses.size,
    marginFen: sum.paidFen - sum.costFen - sum.offFen,
    isCut,
    ...(endedAt === undefined ? {} : { endedAt }),
  };
}
