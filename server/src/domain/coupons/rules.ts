/**
 * The rules of a coupon, and the lines of a basket they apply to; money in fen, instants in ms,
 * times of Shanghai.
 */
import type { CouponType } from "@yunjing/contract/schemas/coupons";

export type Channel = "web" | "wechat";

/** Ids of goods; an empty list names none. */
export type Goods = {
  readonly categories?: readonly string[];
  readonly brands?: readonly string[];
  readonly benefits?: readonly string[];
  readonly skus?: readonly string[];
};

/** The rules at the time the coupon was issued. */
export type CouponRules = {
  readonly type: CouponType;
  /** Discount of an `amount`, price of a `fixed_price`, in fen; unused by the other types. */
  readonly valueFen?: number;
  /** Percentage still to pay for a `percent`: 88 means 8.8折. */
  readonly percent?: number;
  /** Maximum discount of a `percent` or an `exchange` in fen; a `percent` always has one. */
  readonly capFen?: number;
  /** Minimum total of the eligible goods in fen. */
  readonly thresholdFen?: number;
  /** Goods it may be used on; all when absent. */
  readonly only?: Goods;
  /** Goods it may never be used on, even when in `only`. */
  readonly except?: Goods;
  /** Goods at a level price are eligible only when true. */
  readonly withLevelPrice?: boolean;
  /** The order may also be paid with points unless false. */
  readonly withPoints?: boolean;
  /** Days of the week, Monday is 1; every day when absent. */
  readonly weekdays?: readonly number[];
  /** `17:00` to `21:00`; past midnight when `to` is before `from`. All day when absent. */
  readonly hours?: readonly { readonly from: string; readonly to: string }[];
  /**
   * Coupons of the same order must each allow the other's group; a coupon without a group cannot be
   * combined.
   */
  readonly stackGroup?: string;
  readonly stacksWith?: readonly string[];
  /** Only for the first order of a member who never had another account. */
  readonly firstOrder?: boolean;
  /** A member may use one coupon of the campaign, however many were given. */
  readonly oncePerPerson?: boolean;
  /** Where the member registered; anywhere when absent. */
  readonly channels?: readonly Channel[];
  /** Cities it may be used in; everywhere when absent. */
  readonly cities?: readonly { readonly code: string; readonly name: string }[];
};

/** What a template shows besides its rules; copied into each coupon. */
export type CouponAppearance = {
  readonly look: "plain" | "member";
  readonly scopeText: string;
  readonly tips: readonly string[];
  readonly useAt: { readonly benefitId?: string; readonly categoryCode?: string };
};

/** One line of a basket. */
export type BasketLine = {
  readonly skuId: string;
  readonly benefitId: string;
  readonly categoryCode: string;
  readonly brandCode: string;
  /** Total price of its units before any coupon, fen. */
  readonly totalFen: number;
  /** Number of units; 1 when absent. An exchange or a fixed price applies to one unit. */
  readonly quantity?: number;
  /** True when it is sold at the price of the member's level. */
  readonly isLevelPrice: boolean;
};

const names = (goods: Goods, line: BasketLine): boolean =>
  Boolean(
    goods.categories?.includes(line.categoryCode) ||
      goods.brands?.includes(line.brandCode) ||
      goods.benefits?.includes(line.benefitId) ||
      goods.skus?.includes(line.skuId),
  );

/** Returns whether the rules apply to this line, whatever its price. */
export const appliesToLine = ({ only, except }: CouponRules, line: BasketLine): boolean =>
  (only === undefined || names(only, line)) && !(except !== undefined && names(except, line));

/** Returns whether the line is eligible: the rules apply, and a level price does not exclude it. */
export const isEligibleLine = (rules: CouponRules, line: BasketLine): boolean =>
  appliesToLine(rules, line) && (rules.withLevelPrice === true || !line.isLevelPrice);

const SHANGHAI_MS = 8 * 3_600_000;
const WEEKDAYS = ["一", "二", "三", "四", "五", "六", "日"] as const;

/** Formats an amount in fen: 300 → ¥3.00. */
export const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;

const daysText = (weekdays: readonly number[]): string =>
  weekdays.join() === "6,7"
    ? "周末"
    : weekdays.map((day) => `周${WEEKDAYS[day - 1] ?? ""}`).join("、");
const hoursText = (hours: NonNullable<CouponRules["hours"]>): string =>
  hours.map(({ from, to }) => `${from}–${to}`).join("、");

/**
 * Returns why the coupon is not usable at this time of day or week, as text for the member;
 * undefined when it is usable.
 */
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

const channelTexts = { web: "手机号", wechat: "微信" } as const;

const cityNames = (cities: NonNullable<CouponRules["cities"]>): string =>
  cities.map(({ name }) => name).join("、");

/** Returns whom and where the coupon is for, a sentence each, as text for the member. */
export function scopeTexts(rules: CouponRules): string[] {
  const { firstOrder, oncePerPerson, channels, cities } = rules;
  return [
    ...(firstOrder ? ["仅限首单使用"] : []),
    ...(oncePerPerson ? ["每人限用一次"] : []),
    ...(channels
      ? [`仅限${channels.map((one) => channelTexts[one]).join("、")}注册的会员使用`]
      : []),
    ...(cities ? [`仅限${cityNames(cities)}使用`] : []),
  ];
}

/**
 * Returns why the coupon is not usable in a city, as text for the member; undefined when it is.
 * `city` is the code of the chosen city, undefined when the member chose none.
 */
export const whyNotInCity = (
  { cities }: CouponRules,
  city: string | undefined,
): string | undefined =>
  cities === undefined || cities.some(({ code }) => code === city)
    ? undefined
    : `仅限${cityNames(cities)}使用`;
