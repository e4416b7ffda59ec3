/**
 * Invitation data when an account is closed: undecided rewards, and the friend's name shown to the
 * inviter.
 */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";

export type OpenRewards = {
  /** Frozen, or held for review. */
  readonly open: number;
  readonly appealed: number;
  /** Clawed back after it had been spent, in fen. */
  readonly owedFen: number;
};

export async function openRewardsOf(tx: Tx, memberId: string): Promise<OpenRewards> {
  const { rows } = await tx.execute<OpenRewards>(sql`
    SELECT count(*) FILTER (WHERE state IN ('FROZEN', 'HELD'))::int AS open,
           coalesce(sum(owed_fen), 0)::bigint AS "owedFen",
           (SELECT count(*)::int FROM invite_appeal WHERE member_id = ${memberId} AND state = 'WAITING') AS appealed
    FROM invite_reward WHERE member_id = ${memberId}`);
  return rows[0] ?? { open: 0, appealed: 0, owedFen: 0 };
}

const CLOSED_FRIEND_NAME = "已注销的朋友";

/** Removes the member's name and phone from the inviter's view. */
export async function eraseFriend(tx: Tx, memberId: string): Promise<void> {
  const { rows } = await tx.execute<{ id: string; inviterId: string }>(sql`
    SELECT id, inviter_id AS "inviterId" FROM invite_binding WHERE member_id = ${memberId}`);
  for (const { id, inviterId } of rows) {
    await tx.execute(sql`
      UPDATE invite_friend SET friend = ${CLOSED_FRIEND_NAME} WHERE member_id = ${inviterId} AND binding_id = ${id}`);
    await tx.execute(sql`
      UPDATE invite_reward SET friend = ${CLOSED_FRIEND_NAME} WHERE member_id = ${inviterId} AND binding_id = ${id}`);
  }
}
