/**
 * Moves bonus from one member to another at a merge: lots keep their expiry. The caller posts the
 * amounts.
 */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import { invariant } from "../../../platform/refusal.ts";

/** Times as the database formats them; fen. */
export type MovedBonus = { readonly id: string; readonly fen: number; readonly expiresAt: string };

/** Empties the member's bonus lots. */
export async function removeBonusLots(tx: Tx, memberId: string, now: Now): Promise<MovedBonus[]> {
  const { rows } = await tx.execute<{ lots: MovedBonus[] }>(
    sql`SELECT wallet_merge_out(${memberId}, ${now}::timestamptz) AS lots`,
  );
  const [row] = rows;
  invariant(row, "the bonus merge returns a row");
  return row.lots;
}

export async function insertBonusLots(
  tx: Tx,
  into: {
    readonly memberId: string;
    readonly ref: string;
    readonly lots: readonly MovedBonus[];
    readonly now: Now;
  },
): Promise<void> {
  const { memberId, ref, lots, now } = into;
  await tx.execute(
    sql`SELECT wallet_merge_in(${memberId}, ${ref}, ${JSON.stringify(lots)}::jsonb, ${now}::timestamptz)`,
  );
}

/** Whether a top-up of the member waits for its payment, or is being refunded. */
export async function hasPendingTopUp(tx: Tx, memberId: string, now: Now): Promise<boolean> {
  const { rows } = await tx.execute<{ yes: boolean }>(sql`
    SELECT EXISTS (SELECT FROM topup WHERE member_id = ${memberId}
      AND (state = 'REFUNDING' OR (state = 'WAIT_PAY' AND expires_at > ${sqlNow(now)}))) AS yes`);
  return rows[0]?.yes === true;
}
