/**
 * Moves points from one member to another when accounts merge; lots keep their begin and end. The
 * caller posts the amounts.
 */
import type { Tx } from "../../../platform/database/pool.ts";
import { pointsMergeIn, pointsMergeOut, pointsMergeRepay } from "../../../sql/points.ts";
import { rethrowLedgerError } from "../../ledger/actions.ts";

/** A lot removed from its member; times in the database's format. */
export type MovedLot = {
  readonly id: string;
  readonly points: number;
  readonly state: "PENDING" | "ACTIVE";
  readonly activeAt: string;
  readonly expiresAt: string;
};

/**
 * Empties the member's lots. The caller has locked the member's ledger, and posts the returned
 * amounts in the same transaction.
 */
export const moveLotsOut = (
  tx: Tx,
  memberId: string,
  now: Date | null,
): Promise<readonly MovedLot[]> =>
  pointsMergeOut(tx, { member: memberId, now }).catch(rethrowLedgerError);

type MergeTarget = { readonly memberId: string; readonly ref: string; readonly now: Date | null };

/** Inserts lots; the caller posts them. */
export const moveLotsIn = (
  tx: Tx,
  { memberId, ref, now, lots }: MergeTarget & { readonly lots: readonly MovedLot[] },
): Promise<void> => pointsMergeIn(tx, { member: memberId, ref, lots, now });

/** Pays the member's debt from the available points, once for each ref. */
export async function repayDebt(tx: Tx, { memberId, ref, now }: MergeTarget): Promise<void> {
  await pointsMergeRepay(tx, { member: memberId, ref, now }).catch(rethrowLedgerError);
}
