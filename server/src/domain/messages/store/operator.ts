/** SQL statements on announcements, and operators' queries over messages and sendings. */
import type { Output } from "@yunjing/contract/operations";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";

type Announcements = Output<"operatorMessages", "announcements">["list"];
type DeadSendings = Output<"operatorMessages", "dead">["list"];
type ChannelStatistics = Output<"operatorMessages", "figures">["list"];
type Row<T> = { [K in keyof T]: T[K] | null };

/** Omits fields that are null. */
const omitNulls = <T extends object>(row: Row<T>): T =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;

export async function insertAnnouncement(
  db: Db,
  made: Omit<Announcements[number], "createdAt" | "withdrawnAt">,
  now: Now,
): Promise<void> {
  await db.execute(sql`
    INSERT INTO announcement (announcement_id, topic, title, body, link, from_at, until_at, actor, created_at)
    VALUES (${made.announcementId}, ${made.topic}, ${made.title}, ${made.text}, ${made.link ?? null},
            ${new Date(made.fromAt)}, ${new Date(made.untilAt)}, ${made.actor}, ${sqlNow(now)})`);
}

export async function listAnnouncements(db: Db): Promise<Announcements> {
  const found = await db.execute<Row<Announcements[number]>>(sql`
    SELECT announcement_id AS "announcementId", topic, title, body AS text, link, ${sql.raw(epochMsSql("from_at"))} AS "fromAt",
           ${sql.raw(epochMsSql("until_at"))} AS "untilAt", actor, ${sql.raw(epochMsSql("withdrawn_at"))} AS "withdrawnAt",
           ${sql.raw(epochMsSql("created_at"))} AS "createdAt"
    FROM announcement ORDER BY created_at DESC, announcement_id DESC LIMIT 200`);
  return found.rows.map((row) => omitNulls<Announcements[number]>(row));
}

export async function withdrawAnnouncementRow(
  db: Db,
  announcementId: string,
  now: Now,
): Promise<"done" | "before" | "absent"> {
  const done = await db.execute(sql`
    UPDATE announcement SET withdrawn_at = ${sqlNow(now)}
    WHERE announcement_id = ${announcementId} AND withdrawn_at IS NULL`);
  if (done.rowCount === 1) return "done";
  const found = await db.execute(
    sql`SELECT 1 FROM announcement WHERE announcement_id = ${announcementId}`,
  );
  return found.rowCount === 1 ? "before" : "absent";
}

/** Returns the member with this member number. */
export async function memberOfNo(db: Db, memberNo: string): Promise<string | undefined> {
  const found = await db.execute<{ memberId: string }>(sql`
    SELECT member_id AS "memberId" FROM member_no_claim WHERE member_no = ${memberNo}`);
  return found.rows[0]?.memberId;
}

/** Scans all members by the index of dead sendings. */
export async function readDeadSendings(db: Db): Promise<DeadSendings> {
  const found = await db.execute<Row<DeadSendings[number]>>(sql`
    SELECT p.member_no AS "memberNo", s.message_id AS "messageId", s.channel, m.title, s.tries, s.word,
           ${sql.raw(epochMsSql("s.ended_at"))} AS "endedAt"
    FROM message_send s
    JOIN message m ON m.member_id = s.member_id AND m.id = s.message_id
    JOIN member p ON p.member_id = s.member_id
    WHERE s.state = 'DEAD' ORDER BY s.ended_at DESC LIMIT 200`);
  return found.rows.map((row) => omitNulls<DeadSendings[number]>(row));
}

export async function readChannelStatistics(db: Db, now: Now): Promise<ChannelStatistics> {
  const found = await db.execute<ChannelStatistics[number]>(sql`
    SELECT channel, state, count(*)::int AS count FROM message_send
    WHERE created_at > ${sqlNow(now)} - interval '7 days' GROUP BY channel, state ORDER BY channel, state`);
  return found.rows;
}
