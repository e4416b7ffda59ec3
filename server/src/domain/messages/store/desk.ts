/** Every statement about announcements, and the operators' walks over what was told. */
import type { Output } from "@yunjing/contract/operations";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { at, msOf, type Now } from "../../../platform/database/sql.ts";

type Announcements = Output<"operatorMessages", "announcements">["list"];
type Told = Output<"operatorMessages", "ofMember">["list"];
type Dead = Output<"operatorMessages", "dead">["list"];
type Figures = Output<"operatorMessages", "figures">["list"];
type Row<T> = { [K in keyof T]: T[K] | null };

/** Fields that are not there instead of null. */
const present = <T extends object>(row: Row<T>): T =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;

export async function insertAnnouncement(
  db: Db,
  made: Omit<Announcements[number], "createdAt" | "withdrawnAt">,
  now: Now,
): Promise<void> {
  await db.execute(sql`
    INSERT INTO announcement (announcement_id, topic, title, body, link, from_at, until_at, actor, created_at)
    VALUES (${made.announcementId}, ${made.topic}, ${made.title}, ${made.text}, ${made.link ?? null},
            ${new Date(made.fromAt)}, ${new Date(made.untilAt)}, ${made.actor}, ${at(now)})`);
}

export async function listAnnouncements(db: Db): Promise<Announcements> {
  const found = await db.execute<Row<Announcements[number]>>(sql`
    SELECT announcement_id AS "announcementId", topic, title, body AS text, link, ${sql.raw(msOf("from_at"))} AS "fromAt",
           ${sql.raw(msOf("until_at"))} AS "untilAt", actor, ${sql.raw(msOf("withdrawn_at"))} AS "withdrawnAt",
           ${sql.raw(msOf("created_at"))} AS "createdAt"
    FROM announcement ORDER BY created_at DESC, announcement_id DESC LIMIT 200`);
  return found.rows.map((row) => present<Announcements[number]>(row));
}

export async function withdrawOne(
  db: Db,
  announcementId: string,
  now: Now,
): Promise<"done" | "before" | "absent"> {
  const done = await db.execute(sql`
    UPDATE announcement SET withdrawn_at = ${at(now)}
    WHERE announcement_id = ${announcementId} AND withdrawn_at IS NULL`);
  if (done.rowCount === 1) return "done";
  const found = await db.execute(
    sql`SELECT 1 FROM announcement WHERE announcement_id = ${announcementId}`,
  );
  return found.rowCount === 1 ? "before" : "absent";
}

/** Whose member number it is. */
export async function memberOfNo(db: Db, memberNo: string): Promise<string | undefined> {
  const found = await db.execute<{ memberId: string }>(sql`
    SELECT member_id AS "memberId" FROM member_no_claim WHERE member_no = ${memberNo}`);
  return found.rows[0]?.memberId;
}

export async function toldOf(db: Db, memberId: string): Promise<Told> {
  const found = await db.execute<Row<Told[number]>>(sql`
    SELECT m.id AS "messageId", m.kind, m.title, m.body AS text, ${sql.raw(msOf("m.read_at"))} AS "readAt",
           ${sql.raw(msOf("m.hidden_at"))} AS "hiddenAt", ${sql.raw(msOf("m.created_at"))} AS "createdAt",
           (SELECT coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
              'channel', s.channel, 'state', s.state, 'tries', s.tries, 'word', s.word)) ORDER BY s.channel), '[]')
            FROM message_send s WHERE s.member_id = m.member_id AND s.message_id = m.id) AS sendings
    FROM message m WHERE m.member_id = ${memberId} ORDER BY m.created_at DESC, m.id DESC LIMIT 100`);
  return found.rows.map((row) => present<Told[number]>(row));
}

/** A walk over all members by the index of what is dead. */
export async function deadOnes(db: Db): Promise<Dead> {
  const found = await db.execute<Row<Dead[number]>>(sql`
    SELECT p.member_no AS "memberNo", s.message_id AS "messageId", s.channel, m.title, s.tries, s.word,
           ${sql.raw(msOf("s.ended_at"))} AS "endedAt"
    FROM message_send s
    JOIN message m ON m.member_id = s.member_id AND m.id = s.message_id
    JOIN member p ON p.member_id = s.member_id
    WHERE s.state = 'DEAD' ORDER BY s.ended_at DESC LIMIT 200`);
  return found.rows.map((row) => present<Dead[number]>(row));
}

export async function channelFigures(db: Db, now: Now): Promise<Figures> {
  const found = await db.execute<Figures[number]>(sql`
    SELECT channel, state, count(*)::int AS count FROM message_send
    WHERE created_at > ${at(now)} - interval '7 days' GROUP BY channel, state ORDER BY channel, state`);
  return found.rows;
}
