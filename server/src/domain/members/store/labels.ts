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

/** Returns the id of the member with this number; undefined when there is none. */
export async function findMemberIdByNo(db: Db | Tx, memberNo: string): Promise<string | undefined> {
  const found = await db.execute<{ memberId: string }>(sql`
    SELECT member_id AS "memberId" FROM member_no_claim WHERE member_no = ${memberNo}`);
  return found.rows[0]?.memberId;
}

export async function findLabels(
  db: Db | Tx,
  memberIds: readonly string[],
): Promise<MemberLabel[]> {
  const found = await db.execute<MemberLabel>(sql`
    SELECT member_id AS "memberId", member_no AS "memberNo", nickname, coalesce(phone_mask, '') AS phone
    FROM member WHERE member_id = ANY (${sql.param([...memberIds])}::uuid[])`);
  return found.rows;
}
