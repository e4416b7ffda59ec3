/**
 * Coupons: computes the discount on an order, and why a coupon gives none.
 *
 * - template: the definition of a campaign's coupons; its counts and its budget are stored
 *   separately, in buckets.
 * - coupon: a member's own, with the rules it was issued under; a later change of the template does
 *   not affect it.
 * - lock: an order that waits for its payment holds the coupon until the lock's end; then the
 *   coupon is free by time.
 * - eligible goods: the lines that the rules apply to; threshold and discount are computed from
 *   these alone.
 * - grace: a coupon that a refund returns after its end is usable for another seven days (domain.md
 *   8).
 */
import { raisedReasons } from "@yunjing/contract/refusal-reasons";
import { ownValue } from "@yunjing/contract/own-value";
import type { CouponState } from "@yunjing/contract/schemas/coupons";
import {
  type BasketLine,
  whyClosedNow,
  whyNotInCity,
  type CouponRules,
  isEligibleLine,
  appliesToLine,
  yuan,
} from "./rules.ts";
import { splitFen } from "./split.ts";

export { dayOf, endBadge, endText } from "./dates.ts";
export { whyNotInCity } from "./rules.ts";
export { type CampaignRules, isPack } from "./pack.ts";
export type { BasketLine, CouponRules } from "./rules.ts";

/** A member's coupon at present: `state` follows from time. Instants in ms. */
export type MemberCoupon = {
  readonly couponId: string;
  readonly templateId: string;
  readonly title: string;
  readonly scopeText: string;
  readonly state: CouponState;
  readonly validFrom: number;
  readonly validUntil: number;
  readonly rules: CouponRules;
  /** Why this member may not use it, whatever is bought; null when nothing bars it. */
  readonly barred?: string | null;
};

/** Returns the coupons as they are in the chosen city; undefined where the member chose none. */
export const couponsInCity = (
  coupons: readonly MemberCoupon[],
  city: string | undefined,
): readonly MemberCoupon[] =>
  coupons.map((coupon) => ({
    ...coupon,
    barred: coupon.barred ?? whyNotInCity(coupon.rules, city) ?? null,
  }));

export type UnusableReason =
  | "not_yet"
  | "over"
  | "locked"
  | "time"
  | "barred"
  | "scope"
  | "level_price"
  | "threshold"
  | "nothing_off"
  | "stacking";

export type Usable = {
  readonly couponId: string;
  readonly offFen: number;
  /** The discount of each line, by skuId; the sum is exactly `offFen`. */
  readonly lineOffs: Readonly<Record<string, number>>;
};
export type Unusable = {
  readonly couponId: string;
  readonly why: UnusableReason;
  readonly text: string;
  /** Below the threshold: what the eligible goods lack. */
  readonly missingFen?: number;
};

export type CouponEvaluation = {
  /** Sorted by discount, the largest first; with equal discounts the earliest end first. */
  readonly usable: readonly Usable[];
  readonly unusable: readonly Unusable[];
  /** The coupons to suggest, at most as many as allowed in one order; empty when none is usable. */
  readonly best: readonly string[];
};

export type Combined = {
  readonly offFen: number;
  readonly lineOffs: Readonly<Record<string, number>>;
  readonly parts: readonly Usable[];
};

/** Maximum number of coupons in one order, whatever the setting (domain.md, default limits). */
export const COUPONS_MAX = 5;
/**
 * Number of usable coupons, by largest discount, of which every combination is tried; the others
 * are tried alone.
 */
const SETS_OF = 12;

type UnusableCause = Omit<Unusable, "couponId">;
const unusableBecause = (why: UnusableReason, text: string): UnusableCause => ({ why, text });

/** Why the state by time, which the database computes (`coupons_state`), forbids the use. */
function whyNotInState({ state }: MemberCoupon): UnusableCause | undefined {
  switch (state) {
    case "available":
      return undefined;
    case "locked":
      return unusableBecause("locked", "已被其他订单占用");
    case "pending":
      return unusableBecause("not_yet", raisedReasons.coupon_pending);
    default:
      return unusableBecause("over", raisedReasons[`coupon_${state}`]);
  }
}

function whyNotNow(coupon: MemberCoupon, now: Date): UnusableCause | undefined {
  const why = whyNotInState(coupon);
  if (why) return why;
  if (coupon.barred) return unusableBecause("barred", coupon.barred);
  const closed = whyClosedNow(coupon.rules, now);
  return closed === undefined ? undefined : unusableBecause("time", closed);
}

/** Puts a space between Chinese and a Latin letter or digit. */
const onlyFor = (scopeText: string): string =>
  /^\w/.test(scopeText) ? `仅限 ${scopeText}` : `仅限${scopeText}`;

/** Returns the eligible lines, or why there are none or their total is too low. */
function eligible(
  coupon: MemberCoupon,
  basket: readonly BasketLine[],
): BasketLine[] | UnusableCause {
  const { rules, scopeText } = coupon;
  const lines = basket.filter((line) => isEligibleLine(rules, line) && line.totalFen > 0);
  if (lines.length === 0) {
    const isForbidden = basket.some((line) => appliesToLine(rules, line) && line.isLevelPrice);
    return isForbidden
      ? unusableBecause("level_price", "不与会员价同享")
      : unusableBecause("scope", scopeText === "" ? "不适用于所选商品" : onlyFor(scopeText));
  }
  const sum = lines.reduce((fen, { totalFen }) => fen + totalFen, 0);
  const missing = (rules.thresholdFen ?? 0) - sum;
  if (missing <= 0) return lines;
  return { ...unusableBecause("threshold", `还差 ${yuan(missing)} 可用`), missingFen: missing };
}

const unitFen = ({ totalFen, quantity = 1 }: BasketLine): number =>
  Math.floor(totalFen / Math.max(1, quantity));

/**
 * Returns the discount of each eligible line, by its index in `lines`; `left` is the amount that
 * other coupons left of each.
 */
function offs(rules: CouponRules, lines: readonly BasketLine[], left: readonly number[]): number[] {
  const sum = left.reduce((fen, one) => fen + one, 0);
  const cap = rules.capFen ?? Number.POSITIVE_INFINITY;
  const spread = (fen: number): number[] => {
    const parts = splitFen(
      Math.max(0, Math.min(fen, sum)),
      left.map((weight, at) => ({ name: String(at), weight })),
    );
    return left.map((_, at) => parts[at] ?? 0);
  };
  if (rules.type === "amount") return spread(rules.valueFen ?? 0);
  if (rules.type === "percent") {
    const off = sum - Math.ceil((sum * Math.min(100, Math.max(0, rules.percent ?? 100))) / 100);
    return spread(Math.min(off, cap));
  }
  // One unit, the most expensive: an exchange covers it fully, a fixed price covers the part above
  // that price.
  const keep = rules.type === "fixed_price" ? (rules.valueFen ?? 0) : 0;
  const gains = lines.map((line, at) =>
    Math.max(0, Math.min(unitFen(line) - keep, cap, left[at] ?? 0)),
  );
  const most = Math.max(...gains);
  const chosen = gains.indexOf(most);
  return gains.map((gain, at) => (at === chosen ? gain : 0));
}

/**
 * Returns the discount of one coupon on a basket that other coupons have already reduced by
 * `taken`, or why it gives none.
 */
function apply(
  coupon: MemberCoupon,
  basket: readonly BasketLine[],
  now: Date,
  taken: Readonly<Record<string, number>>,
): Usable | Unusable {
  const { couponId, rules } = coupon;
  const closed = whyNotNow(coupon, now);
  if (closed) return { couponId, ...closed };
  const lines = eligible(coupon, basket);
  if ("why" in lines) return { couponId, ...lines };
  const left = leftOf(lines, taken);
  const lineOffs: Record<string, number> = {};
  let offFen = 0;
  for (const [at, off] of offs(rules, lines, left).entries()) {
    const skuId = lines[at]?.skuId;
    if (skuId === undefined || off === 0) continue;
    lineOffs[skuId] = (ownValue(lineOffs, skuId) ?? 0) + off;
    offFen += off;
  }
  if (offFen === 0) return { couponId, ...unusableBecause("nothing_off", "没有可减的金额") };
  return { couponId, offFen, lineOffs };
}

/**
 * Returns the amount left of each line; lines of the same SKU bear the taken amount one after the
 * other.
 */
function leftOf(lines: readonly BasketLine[], taken: Readonly<Record<string, number>>): number[] {
  const open = { ...taken };
  return lines.map(({ skuId, totalFen }) => {
    const gone = Math.min(totalFen, ownValue(open, skuId) ?? 0);
    open[skuId] = (ownValue(open, skuId) ?? 0) - gone;
    return totalFen - gone;
  });
}

/** Returns whether two coupons may be used in one order: each allows the other's group. */
export function mayStack(a: CouponRules, b: CouponRules): boolean {
  if (a.stackGroup === undefined || b.stackGroup === undefined) return false;
  const allows = (one: CouponRules, other: string) => one.stacksWith?.includes(other) ?? false;
  return allows(a, b.stackGroup) && allows(b, a.stackGroup);
}

const isOnceForBoth = (a: MemberCoupon, b: MemberCoupon): boolean =>
  a.templateId === b.templateId && b.rules.oncePerPerson === true;

const inOrder = (coupons: readonly MemberCoupon[]): MemberCoupon[] =>
  coupons.toSorted((a, b) => {
    // Whole units first, then percentages, then amounts: an amount off the rest is never more than
    // the rest.
    const rank = { exchange: 0, fixed_price: 1, percent: 2, amount: 3 } as const;
    return rank[a.rules.type] - rank[b.rules.type] || (a.couponId < b.couponId ? -1 : 1);
  });

/**
 * Returns the combined discount of the chosen coupons, or the first that cannot be used with the
 * others.
 */
export function combineCoupons(
  chosen: readonly MemberCoupon[],
  basket: readonly BasketLine[],
  now: Date,
): Combined | Unusable {
  const parts: Usable[] = [];
  const lineOffs: Record<string, number> = {};
  const ordered = inOrder(chosen);
  for (const [at, coupon] of ordered.entries()) {
    const isAlone = ordered
      .slice(0, at)
      .some((other) => !mayStack(other.rules, coupon.rules) || isOnceForBoth(other, coupon));
    if (isAlone || at === COUPONS_MAX)
      return {
        couponId: coupon.couponId,
        ...unusableBecause("stacking", "不可与其他优惠券同时使用"),
      };
    const part = apply(coupon, basket, now, lineOffs);
    if ("why" in part) return part;
    parts.push(part);
    for (const [skuId, off] of Object.entries(part.lineOffs))
      lineOffs[skuId] = (ownValue(lineOffs, skuId) ?? 0) + off;
  }
  return { offFen: parts.reduce((sum, { offFen }) => sum + offFen, 0), lineOffs, parts };
}

/** Yields every combination of two to `most` items, each in the given order. */
function* setsOf<T>(items: readonly T[], most: number, chosen: readonly T[] = []): Generator<T[]> {
  if (chosen.length > 1) yield [...chosen];
  if (chosen.length === most) return;
  for (const [at, item] of items.entries())
    yield* setsOf(items.slice(at + 1), most, [...chosen, item]);
}

/**
 * Returns the combination with the largest discount; with equal ones the smaller, then the one that
 * ends first.
 */
function bestOf(
  usable: readonly MemberCoupon[],
  { basket, now, atMost }: { basket: readonly BasketLine[]; now: Date; atMost: number },
  first: Usable,
): readonly string[] {
  let best: { offFen: number; ids: readonly string[] } = {
    offFen: first.offFen,
    ids: [first.couponId],
  };
  const most = Math.min(atMost, COUPONS_MAX);
  if (most < 2) return best.ids;
  for (const set of setsOf(usable.slice(0, SETS_OF), most)) {
    const together = combineCoupons(set, basket, now);
    if ("why" in together || together.offFen <= best.offFen) continue;
    best = { offFen: together.offFen, ids: together.parts.map(({ couponId }) => couponId) };
  }
  return best.ids;
}

/**
 * Evaluates every coupon for a basket: the discount of each alone by line, why another gives none,
 * and which to suggest. An order takes at most `atMost` coupons.
 */
export function evaluateCoupons(
  coupons: readonly MemberCoupon[],
  basket: readonly BasketLine[],
  now: Date,
  atMost = 1,
): CouponEvaluation {
  const usable: { coupon: MemberCoupon; off: Usable }[] = [];
  const unusable: Unusable[] = [];
  for (const coupon of coupons) {
    const off = apply(coupon, basket, now, {});
    if ("why" in off) unusable.push(off);
    else usable.push({ coupon, off });
  }
  usable.sort(
    (a, b) =>
      b.off.offFen - a.off.offFen ||
      a.coupon.validUntil - b.coupon.validUntil ||
      (a.coupon.couponId < b.coupon.couponId ? -1 : 1),
  );
  const [first] = usable;
  const sorted = usable.map(({ coupon }) => coupon);
  return {
    usable: usable.map(({ off }) => off),
    unusable,
    best: first ? bestOf(sorted, { basket, now, atMost }, first.off) : [],
  };
}
