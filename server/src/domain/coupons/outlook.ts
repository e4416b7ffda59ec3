/** When a campaign's budget ends at the rate of the last days; money in fen, instants in ms. */
import type { CampaignDay } from "./store/campaign-days.ts";

const RATE_DAYS = 7;
const DAY_MS = 86_400_000;

export type Outlook = {
  /** Taken off a day, on average of the last seven days that are over. */
  readonly perDayFen: number;
  /** Absent when the budget is gone already. */
  readonly endsAt?: number;
};

/**
 * `days` end with today, which is not over and does not count; a campaign that is younger than a
 * week is averaged over its own days. Undefined without a budget, or when nothing was used in them.
 */
export function outlookOf(
  money: {
    readonly budgetFen: number | null;
    readonly heldFen: number;
    readonly spentFen: number;
  },
  days: readonly CampaignDay[],
  now: number,
): Outlook | undefined {
  const { budgetFen, heldFen, spentFen } = money;
  if (budgetFen === null) return undefined;
  const begun = days.findIndex(({ given, used }) => given > 0 || used > 0);
  if (begun === -1) return undefined;
  const over = days.slice(begun, -1).slice(-RATE_DAYS);
  const counted = over.length === 0 ? days.slice(-1) : over;
  const taken = counted.reduce((sum, { offFen }) => sum + offFen, 0);
  if (taken === 0) return undefined;
  const perDayFen = Math.round(taken / counted.length);
  const left = budgetFen - heldFen - spentFen;
  if (left <= 0) return { perDayFen };
  return { perDayFen, endsAt: now + Math.round((left * counted.length * DAY_MS) / taken) };
}
