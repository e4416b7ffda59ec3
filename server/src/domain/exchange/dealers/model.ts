/**
 * Dealers: members who make codes in order to resell them.
 *
 * - terms: what a dealer pays for a code (a share of its face value, or fen), and the monthly
 *   quota.
 * - face value: what a code is worth to its holder, in fen; points count at their discount value.
 * - owed: the price of every code that became live and was not voided; redeemed and expired ones
 *   are owed as well.
 */
import type { PointsWorth } from "@yunjing/contract/dealer-price";
import type { Settings } from "../../../platform/settings.ts";

export type Terms = {
  readonly memberId: string;
  readonly name: string;
  /** Hundredths of a per cent of the face value; null where a code has a fixed price. */
  readonly priceBp: number | null;
  readonly priceFen: number | null;
  readonly codesMonth: number;
  readonly faceFenMonth: number;
  readonly isOn: boolean;
  readonly version: number;
};

/** What points are worth in the face value of a code. */
export const pointsWorth = ({ pointsUnit, pointsUnitFen }: Settings): PointsWorth => ({
  unit: pointsUnit,
  unitFen: pointsUnitFen,
});

const HOUR_MS = 3_600_000;
/** Returns the month of an instant in China time, like `2026-11`. */
export const monthOf = (at: Date): string =>
  new Date(at.getTime() + 8 * HOUR_MS).toISOString().slice(0, 7);

/** The key of the month's row in the database. */
export const firstDay = (month: string): string => `${month}-01`;
