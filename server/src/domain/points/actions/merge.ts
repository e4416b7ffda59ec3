/**
 * Moves points from one member to another when accounts merge; lots keep their begin and end. The
 * caller posts the amounts.
 */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import { invariant } from "../../../platform/refusal.ts";
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
export async function moveLotsOut(tx: Tx, memberId: string, now: Date | null): Promise<MovedLot[]> {
  const { rows } = await tx
    .execute<{ lots: MovedLot[] }>(
      sql`SELECT points_merge_out(${memberId}, ${now}::timestamptz) AS lots`,
    )
    .catch(rethrowLedgerError);
  const [row] = rows;
  invariant(row, "the lot merge returns a row");
  return row.lots;
}

type MergeTarget = { readonly memberId: string; readonly ref: string; readonly now: Date | null };

/** Inserts lots; the caller posts them. */
export async function moveLotsIn(
  tx: Tx,
  { memberId, ref, now, lots }: MergeTarget & { readonly lots: readonly MovedLot[] },
): Promise<void> {
  await tx.execute(
    sql`SELECT points_merge_in(${memberId}, ${ref}, ${JSON.stringify(lots)}::jsonb, ${now}::timestamptz)`,
  );
}

/** Pays the member's debt from the available points, once for each ref. */
export async function repayDebt(tx: Tx, { memberId, ref, now }: MergeTarget): Promise<void> {
  await tx
    .execute(sql`SELECT points_merge_repay(${memberId}, ${ref}, ${now}::timestamptz)`)
    .catch(rethrowLedgerError);
}
