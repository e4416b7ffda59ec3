/** What closing an account asks of a dealer: batches that still live, and the name. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";

/** Batches made by the member or for the member that live; a draft has no codes. */
export async function openBatchesOf(tx: Tx, memberId: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM code_batch
    WHERE (maker_id = ${memberId} OR dealer_id = ${memberId}) AND state IN ('generating', 'ready', 'active', 'paused')`);
  return rows[0]?.count ?? 0;
}

/** The terms stay for the statements of past months, without a name. */
export async function eraseDealer(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`
    UPDATE code_dealer SET name = '已注销', is_on = false, version = version + 1 WHERE member_id = ${memberId}`);
}
