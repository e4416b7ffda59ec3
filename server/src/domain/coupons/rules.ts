/** What a coupon's rules say, and which lines of a basket they reach; money in fen, instants in ms, times of Shanghai. */
import type { CouponType } from "@yunjing/contract/schemas/coupons";

/** Names of goods; a list that is empty names nothing. */
export type Goods = {
  readonly categories?: readonly string[];
  readonly brands?: readonly string[];
  readonly benefits?: readonly string[];
  readonly skus?: readonly string[];
};

/** The rules as they stood when the coupon was issued. */
export type CouponRules = {
  readonly type: CouponType;
  /** Off of an `amount`, price of a `fixed_price`; unused by the others. */
  readonly valueFen?: number;
  /** What is still paid of a `percent`: 88 reads 8.8折. */
  readonly percent?: number;
  /** The most a `percent` or an `exchange` takes off; a `percent` has one always. */
  readonly capFen?: number;
  /** Eligible goods must come to at least this. */
  readonly thresholdFen?: number;
  /** What it may be used on; all goods when left out. */
  readonly only?: Goods;
  /** What it may never be used on, whatever `only` says. */
  readonly except?: Goods;
  /** Goods at a level's own price count only when this is said. */
  readonly withLevelPrice?: boolean;
  /** The order may also be paid with points unless this is false. */
  readonly withPoints?: boolean;
  /** Days of the week, Monday is 1; every day when left out. */
  readonly weekdays?: readonly number[];
  /** `17:00` to `21:00`; past midnight when `to` comes before `from`. All day when left out. */
  readonly hours?: readonly { readonly from: string; readonly to: string }[];
  /** Coupons of the same order must each allow the other's group; without a group it stands alone. */
  readonly stackGroup?: string;
  readonly stacksWith?: readonly string[];
};

/** One line of what is to be bought. */
export type BasketLine = {
  readonly skuId: string;
  readonly benefitId: string;
  readonly categoryCode: string;
  readonly brandCode: string;
  /** What its units cost together, before any coupon. */
  readonly totalFen: number;
  /** How many units; 1 when left out. An exchange or a fixed price reaches one unit. */
  readonly quantity?: number;
  /** It is sold at the price of the member's level. */
  readonly isLevelPrice: boolean;
};

const names = (goods: Goods, line: BasketLine): boolean =>
  Boolean(
    goods.categories?.includes(line.categoryCode) ||
      goods.brands?.includes(line.brandCode) ||
      goods.benefits?.includes(line.benefitId) ||
      goods.skus?.includes(line.skuId),
  );

/** Whether the rules are meant for this line at all, whatever its price. */
export const appliesToLine = ({ only, except }: CouponRules, line: BasketLine): boolean =>
  (only === undefined || names(only, line)) && !(except !== undefined && names(except, line));

/** Whether the line counts: it is reached, and its level price does not forbid it. */
export const isEligibleLine = (rules: CouponRules, line: BasketLine): boolean =>
  appliesToLine(rules, line) && (rules.withLevelPrice === true || !line.isLevelPrice);

const SHANGHAI_MS = 8 * 3_600_000;
const WEEKDAYS = ["一", "二", "三", "四", "五", "六", "日"] as const;

/** Fen as people read a difference: 300 → ¥3.00. */
export const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;

const daysText = (weekdays: readonly number[]): string =>
  weekdays.join() === "6,7"
    ? "周末"
    : weekdays.map((day) => `周${WEEKDAYS[day - 1] ?? ""}`).join("、");
const hoursText = (hours: NonNullable<CouponRules["hours"]>): string =>
  hours.map(({ from, to }) => `${from}–${to}`).join("、");

/** Why the rules close the present moment, in a member's words; undefined when they do not. */
export function whyClosedNow({ weekdays, hours }: CouponRules, now: Date): string | undefined {
  const there = new Date(now.getTime() + SHANGHAI_MS);
  const weekday = there.getUTCDay() || 7;
  if (weekdays && !weekdays.includes(weekday)) return `仅限${daysText(weekdays)}使用`;
  if (!hours) return undefined;
  const clock = there.toISOString().slice(11, 16);
  const isOpen = hours.some(({ from, to }) =>
    from <= to ? from <= clock && clock < to : from <= clock || clock < to,
  );
  return isOpen ? undefined : `仅限 ${hoursText(hours)} 使用`;
}
