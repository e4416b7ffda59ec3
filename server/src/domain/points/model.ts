/**
 * Points as lots that end.
 *
 * - lot: points that came together and end together; the ledger holds the amounts, the lot their origin and their end.
 * - available: what may be spent now. A lot whose end has come no longer counts, whether or not the expirer has run.
 * - pending: earned, and waiting for the order's freeze to end.
 * - expiring: available points that end within the next thirty days.
 * - hold: points set aside for an order; it remembers its lots, so that each has its own back.
 * - grace: a lot of seven days in place of one that ended while its points were held or spent.
 * - debt: points taken back that were spent already; the next ones earned pay it first.
 */
import type { Deed, Reason } from "../ledger/model.ts";

export type Grant = Deed & Reason & { readonly points: number; readonly orderId?: string };

export type PointsView = {
  readonly available: number;
  readonly pending: number;
  readonly expiring: number;
  readonly debt: number;
};

/** How far ahead "expiring" looks. */
export const EXPIRING_WITHIN_MS = 30 * 24 * 60 * 60 * 1000;

/** Asia/Shanghai keeps no summer time. */
const SHANGHAI_MS = 8 * 60 * 60 * 1000;

/** The last millisecond, in Shanghai, of the month that lies `lifeMonths` after the month of `now`. */
export function expiryOf(now: Date, lifeMonths: number): Date {
  const there = new Date(now.getTime() + SHANGHAI_MS);
  const nextMonth = Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + lifeMonths + 1, 1);
  return new Date(nextMonth - SHANGHAI_MS - 1);
}

/** 1 元 of cash kept earns 1 点 (domain.md 13), at `ratePercent` of it; what makes no whole point earns none. */
export const pointsFor = (cashFen: number, ratePercent = 100): number =>
  Math.floor((Math.max(0, cashFen) * ratePercent) / 10_000);
