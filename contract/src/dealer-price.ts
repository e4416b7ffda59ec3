/**
 * What a batch of codes costs its dealer: the face value of a code, its price, and the sum. Server and
 * page compute it by the same rules; amounts in fen.
 */
import type { BatchTarget } from "./schemas/batches.ts";

/** What points are worth: `unitFen` for each `unit` of them. */
export type PointsWorth = { readonly unit: number; readonly unitFen: number };

/** A share of the face value in hundredths of a per cent, or an amount for each code. */
export type DealerPrice = {
  readonly priceBp?: number | null | undefined;
  readonly priceFen?: number | null | undefined;
};

/**
 * Returns the face value of one use of a code: the stated value, but never less than the value it
 * certainly grants.
 */
export function faceFenOf(
  target: Pick<BatchTarget, "faceFen" | "valueFen" | "points">,
  { unit, unitFen }: PointsWorth,
): number {
  const { faceFen = 0, valueFen = 0, points = 0 } = target;
  return Math.max(faceFen, valueFen, Math.round((points * unitFen) / unit));
}

/** Returns what one code costs the dealer, rounded half up. */
export const priceFenOf = ({ priceBp, priceFen }: DealerPrice, faceFen: number): number =>
  priceFen ?? Math.round((faceFen * (priceBp ?? 0)) / 10_000);

type PricedBatch = {
  readonly target: Pick<BatchTarget, "faceFen" | "valueFen" | "points">;
  readonly count: number;
  readonly usesPerCode: number;
};

/** The charge of a batch: of one code and of all of them. */
export type DealerCharge = {
  readonly priceFen: number;
  readonly owedFen: number;
  readonly faceFen: number;
};

/**
 * Returns what a batch costs and how much face value of the month's quota it takes. A multi-use code
 * counts its face value once per use. `owedFen` is owed when every code became live and none is void.
 */
export function dealerChargeOf(
  price: DealerPrice,
  { target, count, usesPerCode }: PricedBatch,
  points: PointsWorth,
): DealerCharge {
  const faceFen = faceFenOf(target, points) * usesPerCode;
  const priceFen = priceFenOf(price, faceFen);
  return { priceFen, owedFen: priceFen * count, faceFen: faceFen * count };
}
