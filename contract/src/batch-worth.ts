/** What the codes of a batch are worth as a liability, in fen. */
import { ownValue } from "./own-value.ts";
import type { BatchTarget } from "./schemas/batches.ts";

type Worth = Pick<BatchTarget, "target" | "valueFen" | "points" | "faceFen">;

/**
 * Returns the worth of one use of a code in fen; `undefined` when the target has no stated amount.
 * One hundred points are one yuan, as in the liabilities of the ledger.
 */
export function worthOfUse({ target, valueFen, points, faceFen }: Worth): number | undefined {
  const known: Readonly<Record<string, number | undefined>> = {
    points,
    balance: valueFen,
    voucher: valueFen,
  };
  return ownValue(known, target) ?? faceFen ?? valueFen;
}
