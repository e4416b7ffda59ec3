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

/** The refund of some units of an item by tender: fen, and points in the field `points`. */
export type Share = {
  readonly cashFen: number;
  readonly balanceFen: number;
  readonly points: number;
  /** The share of coupon and points discounts in these units; none of it is paid out. */
  readonly couponOffFen: number;
  readonly pointsOffFen: number;
  /** The ledger value of these units: all tenders and discounts except the level's. */
  readonly worthFen: number;
};

const upTo = (amount: number, units: number, quantity: number): number =>
  Number((BigInt(amount) * BigInt(units)) / BigInt(quantity));

/**
 * Returns the refund of the next `units` units, after `refundedQuantity` units were refunded. In
 * any number of steps, all units together return the item's amounts exactly: the last unit takes
 * the rest.
 */
export function shareOf(
  item: Allocation & { readonly refundedQuantity: number },
  units: number,
): Share {
  const { quantity, refundedQuantity } = item;
  const to = Math.min(quantity, refundedQuantity + Math.max(0, units));
  const of = (amount: number) =>
    upTo(amount, to, quantity) - upTo(amount, refundedQuantity, quantity);
  return {
    cashFen: of(item.cashFen),
    balanceFen: of(item.balanceFen),
    points: of(item.points),
    couponOffFen: of(item.couponOffFen),
    pointsOffFen: of(item.pointsOffFen),
    worthFen:
      of(item.cashFen) + of(item.balanceFen) + of(item.couponOffFen) + of(item.pointsOffFen),
  };
}
