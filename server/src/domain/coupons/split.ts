/**
 * Splits an amount exactly by largest remainder: no fen is lost, and no part exceeds its weight.
 */

export type Share = { readonly name: string; readonly weight: number };

/**
 * Splits `amount` in proportion to the weights. `amount` is at most the sum of the weights, so that
 * no part exceeds its weight; the rest after rounding goes to the largest remainders, with equal
 * ones to the earlier first.
 */
export function splitFen(amount: number, shares: readonly Share[]): Record<string, number> {
  const total = shares.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return {};
  const exact = shares.map(({ name, weight }) => {
    const product = BigInt(amount) * BigInt(weight);
    const part = Number(product / BigInt(total));
    return { name, part, rest: Number(product % BigInt(total)) };
  });
  let left = amount - exact.reduce((sum, { part }) => sum + part, 0);
  const parts: Record<string, number> = {};
  for (const { name, part, rest } of exact.toSorted((a, b) => b.rest - a.rest)) {
    const more = left > 0 && rest > 0 ? 1 : 0;
    left -= more;
    parts[name] = part + more;
  }
  return parts;
}
