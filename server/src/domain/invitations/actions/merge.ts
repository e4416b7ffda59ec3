/** Obstacles to merging a member's account: undecided rewards. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";

/**
 * Returns whether rewards of the member are frozen, held or under appeal, or the member owes
 * clawed-back money.
 */
export async function hasRewardsOpen(tx: Tx, memberId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ yes: boolean }>(sql`
    SELECT EXISTS (SELECT FROM invite_reward WHERE member_id = ${memberId}
      AND (state IN ('FROZEN', 'HELD') OR owed_fen > 0))
      OR EXISTS (SELECT FROM invite_appeal WHERE member_id = ${memberId} AND state = 'WAITING') AS yes`);
  return rows[0]?.yes === true;
}
