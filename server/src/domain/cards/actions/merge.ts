/** Cards of a member that ends in another: they stay with their orders, and the other's wallet shows them. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";

/** How many cards of the member could still be of use. */
export async function countUsableCards(tx: Tx, memberId: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM card WHERE member_id = ${memberId} AND state IN ('READY', 'REVEALED')`);
  return rows[0]?.count ?? 0;
}
