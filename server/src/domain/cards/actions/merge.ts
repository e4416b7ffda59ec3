/**
 * Cards of a member whose account is merged into another: they stay with their orders, and the
 * other member's wallet lists them.
 */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";

/** Returns how many cards of the member can still be used. */
export async function countUsableCards(tx: Tx, memberId: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM card WHERE member_id = ${memberId} AND state IN ('READY', 'REVEALED')`);
  return rows[0]?.count ?? 0;
}
