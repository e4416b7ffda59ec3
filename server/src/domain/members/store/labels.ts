/** SQL statement that reads the names of several members. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";

/** How operators see a member; the phone is masked, and empty when there is none. */
export type MemberLabel = {
  readonly memberId: string;
  readonly memberNo: string;
  readonly nickname: string;
  readonly phone: string;
};

export async function findLabels(
  db: Db | Tx,
  memberIds: readonly string[],
): Promise<MemberLabel[]> {
  const found = await db.execute<MemberLabel>(sql`
    SELECT member_id AS "memberId", member_no AS "memberNo", nickname, coalesce(phone_mask, '') AS phone
    FROM member WHERE member_id = ANY (${sql.param([...memberIds])}::uuid[])`);
  return found.rows;
}
