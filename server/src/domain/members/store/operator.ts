/** SQL statements of what operators change about a member: status, tags and notes. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { type Now, sqlNow } from "../../../platform/database/sql.ts";
import type { MemberStatus } from "../model.ts";

/** Returns the id of a member by the number; guests have none. */
export async function findMemberIdByNo(db: Db | Tx, memberNo: string): Promise<string | undefined> {
  const found = await db.execute<{ memberId: string }>(sql`
    SELECT member_id AS "memberId" FROM member_no_claim WHERE member_no = ${memberNo}`);
  return found.rows[0]?.memberId;
}

/** Moves a member from one of the given statuses to another. Returns the former one, if it moved. */
export async function moveStatus(
  tx: Tx,
  move: { memberId: string; from: readonly MemberStatus[]; to: MemberStatus },
): Promise<MemberStatus | undefined> {
  const moved = await tx.execute<{ before: MemberStatus }>(sql`
    UPDATE member m SET status = ${move.to}
    FROM (SELECT member_id, status FROM member WHERE member_id = ${move.memberId} FOR NO KEY UPDATE) old
    WHERE m.member_id = ${move.memberId} AND old.member_id = m.member_id
      AND old.status = ANY (${sql.param([...move.from])}::text[])
    RETURNING old.status AS before`);
  return moved.rows[0]?.before;
}

/** Returns how many sessions of the member are open at `now`. */
export async function countOpenSessions(tx: Tx, memberId: string, now: Now): Promise<number> {
  const found = await tx.execute<{ open: number }>(sql`
    SELECT count(*)::int AS open FROM member_session
    WHERE member_id = ${memberId} AND revoked_at IS NULL AND ends_at > ${sqlNow(now)}`);
  return found.rows[0]?.open ?? 0;
}

type Tagging = {
  readonly memberId: string;
  readonly tags: readonly string[];
  readonly actorId: string;
  readonly now: Now;
};

/** Locks the member's row: what operators do with one member follows each other. */
export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`SELECT 1 FROM member WHERE member_id = ${memberId} FOR NO KEY UPDATE`);
}

/** Replaces the tags of a member; tags that stay keep who set them. */
export async function replaceTags(
  tx: Tx,
  { memberId, tags, actorId, now }: Tagging,
): Promise<void> {
  const wanted = sql`${sql.param([...tags])}::text[]`;
  // Two operators at once: the second waits, and the tags are what one of them wanted.
  await lockMember(tx, memberId);
  await tx.execute(sql`
    DELETE FROM member_tag WHERE member_id = ${memberId} AND NOT (tag = ANY (${wanted}))`);
  await tx.execute(sql`
    INSERT INTO member_tag (member_id, tag, actor_id, created_at)
    SELECT ${memberId}, tag, ${actorId}, ${sqlNow(now)} FROM unnest(${wanted}) tag
    ON CONFLICT DO NOTHING`);
}

export async function insertNote(
  tx: Tx,
  note: { memberId: string; id: string; text: string; actorId: string; now: Now },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO member_note (member_id, id, note, actor_id, created_at)
    VALUES (${note.memberId}, ${note.id}, ${note.text}, ${note.actorId}, ${sqlNow(note.now)})`);
}
