/**
 * Dealers: members who make codes to sell them on.
 *
 * - terms: what a dealer pays for a code (a share of its face value, or fen), and what a month lets him make.
 * - face value: what a code is worth to its holder, in fen; points are worth what they take off a price.
 * - owed: the price of every code that was let live and was not made void; redeemed or expired ones are owed as well.
 */
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import type { Settings } from "../../../platform/settings.ts";

export type Terms = {
  readonly memberId: string;
  readonly name: string;
  /** Hundredths of a per cent of the face value; null where a code has a price of its own. */
  readonly priceBp: number | null;
  readonly priceFen: number | null;
  readonly codesMonth: number;
  readonly faceFenMonth: number;
  readonly isOn: boolean;
  readonly version: number;
};

/** What one code is worth, in fen. */
export function faceFenOf(target: BatchTarget, settings: Settings): number {
  const { faceFen, valueFen, points = 0 } = target;
  const { pointsUnit, pointsUnitFen } = settings;
  return faceFen ?? valueFen ?? Math.round((points * pointsUnitFen) / pointsUnit);
}

/** What one code costs the dealer, in fen, rounded half up. */
export const priceFenOf = (
  { priceBp, priceFen }: Pick<Terms, "priceBp" | "priceFen">,
  faceFen: number,
): number => priceFen ?? Math.round((faceFen * (priceBp ?? 0)) / 10_000);

const HOUR_MS = 3_600_000;
/** `2026-11` of an instant, in China's time. */
export const monthOf = (at: Date): string =>
  new Date(at.getTime() + 8 * HOUR_MS).toISOString().slice(0, 7);

/** The month's row in the database. */
export const firstDay = (month: string): string => `${month}-01`;
