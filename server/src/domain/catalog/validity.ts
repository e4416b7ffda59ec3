/**
 * Computes how long a delivered item is valid. The days in the fulfilment contract are the only
 * source: both the text for members and the end of a card or ticket are computed from them here.
 */
import { SHANGHAI_MS } from "../../platform/shanghai.ts";
import type { FulfilmentContract } from "./model.ts";
import { deliveryKinds } from "./model/delivery-kinds.ts";

const DAY_MS = 86_400_000;

/**
 * Returns the sentence for the rules. The day of delivery counts as the first day, as for coupons.
 */
export const validityText = (days: number): string =>
  `自发放当日起 ${days} 天内有效（含当日），逾期作废。`;

/**
 * Returns for how many days what is delivered can be used; `undefined` for no end, and where the
 * days are the length of a membership.
 */
export const expiryDaysOf = ({
  delivery,
  validDays,
}: Pick<FulfilmentContract, "delivery" | "validDays">): number | undefined =>
  deliveryKinds[delivery].validDays === "membership" ? undefined : validDays;

/** Returns the short text for a tag or a banner. */
export const validityTag = (days: number): string => `${days} 天有效`;

/**
 * Returns the last millisecond (ms since 1970) of the last day in Shanghai; the day of
 * `deliveredAt` is the first.
 */
export function endOfValidity(days: number, deliveredAt: number): number {
  const firstDay = Math.floor((deliveredAt + SHANGHAI_MS) / DAY_MS);
  return (firstDay + days) * DAY_MS - SHANGHAI_MS - 1;
}

export type Validity = {
  /** ms since 1970; absent when it never ends. */
  readonly until: number | undefined;
  /** True when the supplier stops accepting it before the promised end. */
  readonly isShortened: boolean;
};

/**
 * Returns the end of a delivered item: the promised one. A later end of the supplier does not
 * extend it; an earlier one shortens it, because a card must not be shown as usable when it is not.
 */
export function validityOf(
  days: number | undefined,
  suppliersEnd: string | undefined,
  deliveredAt: number,
): Validity {
  const promised = days === undefined ? undefined : endOfValidity(days, deliveredAt);
  const theirs = suppliersEnd === undefined ? undefined : Date.parse(suppliersEnd);
  if (promised === undefined || theirs === undefined) {
    return { until: promised ?? theirs, isShortened: false };
  }
  return { until: Math.min(promised, theirs), isShortened: theirs < promised };
}

/** Returns the numbers of days that a text promises: "7 天有效", "30 天内有效". */
export const daysPromisedIn = (text: string): readonly number[] =>
  Array.from(text.matchAll(/(\d+) ?天内?有效/g), ([, days]) => Number(days));
