/** Dealer data when an account is closed: batches that are still live, and the name. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";

/**
 * Counts live batches made by the member or for the member. Drafts have no codes and are not
 * counted.
 */
export async function openBatchesOf(tx: Tx, memberId: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM code_batch
    WHERE (maker_id = ${memberId} OR dealer_id = ${memberId}) AND state IN ('generating', 'ready', 'active', 'paused')`);
  return rows[0]?.count ?? 0;
}

/** Erases the name. The terms stay for the statements of past months. */
export async function eraseDealer(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`
    UPDATE code_dealer SET name = '已注销', is_on = false, version = version + 1 WHERE member_id = ${memberId}`);
}
