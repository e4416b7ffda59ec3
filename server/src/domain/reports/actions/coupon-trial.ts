/**
 * Tries the rules of a coupon, or of a pack of coupons, on the orders that were paid lately: what they
 * would have taken off and what they would have left. The rules are those of the quote
 * (`evaluateCoupons`).
 */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import {
  type CampaignRules,
  type CouponRules,
  evaluateCoupons,
  isPack,
  type MemberCoupon,
  whyNotInCity,
} from "../../coupons/model.ts";
import { type TrialOrder, trialOrders } from "../store/trial-basis.ts";

const DAY_MS = 86_400_000;
/** A trial reads no more orders than this, so that it answers within seconds. */
const ORDERS_MAX = 50_000;

export type Trial = {
  readonly rules: CampaignRules;
  /** Days until now. */
  readonly days: number;
  /** Limits of the campaign; none where absent. They count packs of a pack. Money in fen. */
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
  /** Coupons, or packs of a pack, that members would have claimed. */
  readonly claims: number;
  readonly offFen: number;
  readonly paidFen: number;
  readonly costFen: number;
  readonly marginFen: number;
  readonly isCut: boolean;
  readonly endedAt?: number;
};

/** One of the coupons that a member gets at once, with how many of it. */
type Part = { readonly rules: CouponRules; readonly count: number };

/** What a member has of the campaign: how often it was claimed, and how many are left of each part. */
type Purse = { claims: number; readonly left: number[]; readonly used: boolean[] };

function isFor(rules: CouponRules, order: TrialOrder): boolean {
  if (rules.firstOrder && !order.isFirst) return false;
  if (rules.channels && !rules.channels.some((one) => one === order.channel)) return false;
  // An order that has no city may have been placed in any.
  return order.cityCode === null || whyNotInCity(rules, order.cityCode) === undefined;
}

/** Returns the part that takes most off an order as it was placed; undefined when none fits. */
function bestOf(
  parts: readonly Part[],
  order: TrialOrder,
  isHeld: (at: number) => boolean,
): { readonly at: number; readonly offFen: number } | undefined {
  const coupons = parts.flatMap(({ rules }, at): MemberCoupon[] =>
    isHeld(at) && isFor(rules, order)
      ? [
          {
            couponId: String(at),
            templateId: "trial",
            title: "",
            scopeText: "",
            state: "available",
            validFrom: 0,
            validUntil: Number.POSITIVE_INFINITY,
            rules,
          },
        ]
      : [],
  );
  const { usable } = evaluateCoupons(coupons, order.lines, new Date(order.placedAt));
  const [best] = usable;
  return best && best.offFen > 0 ? { at: Number(best.couponId), offFen: best.offFen } : undefined;
}

/**
 * Gives every order the coupon that takes most off it, in the order of payment, until a limit is
 * reached: the most that the campaign could have cost. A member claims when an order fits nothing
 * that is left, as often as the limits allow.
 */
export async function tryCoupons(
  context: Context,
  db: Db,
  { rules, days, perMember, total, budgetFen }: Trial,
): Promise<TrialResult> {
  const from = context.clock.now().getTime() - days * DAY_MS;
  const all = await trialOrders(db, { from: new Date(from), most: ORDERS_MAX + 1 });
  const isCut = all.length > ORDERS_MAX;
  const orders = isCut ? all.slice(1) : all;
  const parts: readonly Part[] = isPack(rules) ? rules.parts : [{ rules, count: 1 }];
  const purses = new Map<string, Purse>();
  const sum = { orders: 0, offFen: 0, paidFen: 0, costFen: 0 };
  let claims = 0;
  let endedAt: number | undefined;
  for (const order of orders) {
    const purse = purses.get(order.memberId) ?? {
      claims: 0,
      left: parts.map(() => 0),
      used: parts.map(() => false),
    };
    const mayUse = (at: number): boolean => !(parts[at]?.rules.oncePerPerson && purse.used[at]);
    const held = bestOf(parts, order, (at) => (purse.left[at] ?? 0) > 0 && mayUse(at));
    const mayClaim = purse.claims < (perMember ?? Number.POSITIVE_INFINITY);
    const best = held ?? (mayClaim ? bestOf(parts, order, mayUse) : undefined);
    if (!best) continue;
    const isSpent = sum.offFen + best.offFen > (budgetFen ?? Number.POSITIVE_INFINITY);
    const isGone = held === undefined && claims >= (total ?? Number.POSITIVE_INFINITY);
    if (isSpent || isGone) endedAt ??= order.paidAt;
    if (isSpent) break;
    // What members hold of packs may still be used.
    if (isGone) continue;
    if (held === undefined) {
      claims += 1;
      purse.claims += 1;
      for (const [at, { count }] of parts.entries()) purse.left[at] = (purse.left[at] ?? 0) + count;
    }
    purse.left[best.at] = (purse.left[best.at] ?? 0) - 1;
    purse.used[best.at] = true;
    purses.set(order.memberId, purse);
    sum.orders += 1;
    sum.offFen += best.offFen;
    sum.paidFen += order.paidFen;
    sum.costFen += order.costFen;
  }
  return {
    from,
    seen: orders.length,
    ...sum,
    claims,
    members: purses.size,
    marginFen: sum.paidFen - sum.costFen - sum.offFen,
    isCut,
    ...(endedAt === undefined ? {} : { endedAt }),
  };
}
