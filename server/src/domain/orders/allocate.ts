/** Divides an order's amounts among its items, exactly: the parts always add up to the whole. */

/**
 * Divides `amount` in proportion to the weights, by largest remainder; of equal remainders the
 * first. `amount` is at most the sum of the weights, so that no part is more than its weight.
 */
export function divide(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights.map(() => 0);
  const parts = weights.map((weight, at) => {
    const product = BigInt(amount) * BigInt(weight);
    return {
      at,
      part: Number(product / BigInt(whole)),
      rest: Number(product % BigInt(whole)),
    };
  });
  let left = amount - parts.reduce((sum, { part }) => sum + part, 0);
  for (const one of parts.toSorted((a, b) => b.rest - a.rest || a.at - b.at)) {
    if (left === 0) break;
    one.part += 1;
    left -= 1;
  }
  return parts.map(({ part }) => part);
}

/** The amounts of one item by tender: fen, and points in the field `points`. */
export type Allocation = {
  readonly quantity: number;
  readonly goodsFen: number;
  readonly levelOffFen: number;
  readonly couponOffFen: number;
  readonly pointsOffFen: number;
  readonly points: number;
  readonly balanceFen: number;
  readonly cashFen: number;
};
