/**
 * Purchase limits: what a member may still buy of a benefit. For display and for an early answer;
 * `catalog_limit_hold` computes the same under the member's lock, and that result decides.
 * `limit.test.ts` compares the two over random limits and purchases (decision 0085).
 */
import type { Limits } from "@yunjing/contract/schemas/benefit";

/** How many of a benefit a member has bought or holds: today, this month (China's) and ever. */
export type PurchaseCounts = {
  readonly today: number;
  readonly month: number;
  readonly ever: number;
};
export const NO_PURCHASES: PurchaseCounts = { today: 0, month: 0, ever: 0 };

export type ExceededLimit = {
  readonly benefitId: string;
  readonly limit: "perOrder" | "perDay" | "perMonth" | "life";
  /** How many more the limit allows, at least 0. */
  readonly left: number;
};

/** Returns how many more each limit that is set allows; below 0 when it was lowered since. */
function remainingOf(
  { perOrder, perDay, perMonth, life }: Limits,
  { today, month, ever }: PurchaseCounts,
) {
  const limits = [
    { limit: "perOrder", most: perOrder, used: 0 },
    { limit: "perDay", most: perDay, used: today },
    { limit: "perMonth", most: perMonth, used: month },
    { limit: "life", most: life, used: ever },
  ] as const;
  return limits.flatMap(({ limit, most, used }) =>
    most === undefined ? [] : [{ limit, remaining: most - used }],
  );
}

/** Returns how many more the narrowest limit allows; undefined when no limit counts over time. */
export function leftOf(limits: Limits, bought: PurchaseCounts): number | undefined {
  const { perOrder: _, ...overTime } = limits;
  const remaining = remainingOf(overTime, bought).map((one) => one.remaining);
  return remaining.length === 0 ? undefined : Math.max(0, Math.min(...remaining));
}

/** Returns the limit that allows the fewest of those that the wanted quantities exceed, if any. */
export function exceededLimit(
  wanted: readonly {
    readonly benefitId: string;
    readonly quantity: number;
    readonly limits: Limits;
  }[],
  bought: ReadonlyMap<string, PurchaseCounts>,
): ExceededLimit | undefined {
  const exceeded = wanted.flatMap(({ benefitId, quantity, limits }) =>
    remainingOf(limits, bought.get(benefitId) ?? NO_PURCHASES)
      .filter(({ remaining }) => quantity > remaining)
      .map((one) => ({ ...one, benefitId })),
  );
  // The sort is stable: of equal limits the first of `remainingOf` stays first.
  const [narrowest] = exceeded.toSorted(
    (one, other) =>
      one.remaining - other.remaining ||
      (one.benefitId < other.benefitId ? -1 : Number(one.benefitId > other.benefitId)),
  );
  if (!narrowest) return undefined;
  const { benefitId, limit, remaining } = narrowest;
  return { benefitId, limit, left: Math.max(0, remaining) };
}
