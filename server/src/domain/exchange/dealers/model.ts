/**
 * Dealers: members who make codes in order to resell them.
 *
 * - terms: what a dealer pays for a code (a share of its face value, or fen), and the monthly
 *   quota.
 * - face value: what a code is worth to its holder, in fen; points count at their discount value.
 * - owed: the price of every code that became live and was not voided; redeemed and expired ones
 *   are owed as well.
 */
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
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

/**
 * Returns the face value of one code in fen: the stated value, but never less than the value it
 * certainly grants.
 */
export function faceFenOf(target: BatchTarget, settings: Settings): number {
  const { faceFen = 0, valueFen = 0, points = 0 } = target;
  const { pointsUnit, pointsUnitFen } = settings;
  return Math.max(faceFen, valueFen, Math.round((points * pointsUnitFen) / pointsUnit));
}

/** Returns what one code costs the dealer, in fen, rounded half up. */
export const priceFenOf = (
  { priceBp, priceFen }: Pick<Terms, "priceBp" | "priceFen">,
  faceFen: number,
): number => priceFen ?? Math.round((faceFen * (priceBp ?? 0)) / 10_000);

const HOUR_MS = 3_600_000;
/** Returns the month of an instant in China time, like `2026-11`. */
export const monthOf = (at: Date): string =>
  new Date(at.getTime() + 8 * HOUR_MS).toISOString().slice(0, 7);

/** The key of the month's row in the database. */
export const firstDay = (month: string): string => `${month}-01`;
