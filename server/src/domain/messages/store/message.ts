/**
 * SQL statements on members' own messages, and on the list that combines them with announcements.
 */
import type { Message, MessageTopic, Unread } from "@yunjing/contract/schemas/messages";
import { sql } from "drizzle-orm";
import type { Position } from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";
import { type Draft, topics } from "../model.ts";

type Queryable = Db | Tx;

/** Returns false when a message with the same key exists. */
export async function insertMessage(
  tx: Tx,
  draft: Draft & { readonly id: string },
  now: Now,
): Promise<boolean> {
  const made = await tx.execute(sql`
    INSERT INTO message (member_id, id, dedupe_key, kind, topic, title, body, link, facts, created_at)
    VALUES (${draft.memberId}, ${draft.id}, ${draft.dedupeKey}, ${draft.kind}, ${draft.topic}, ${draft.title},
            ${draft.text}, ${draft.link ?? null}, ${JSON.stringify(draft.facts)}::jsonb,
            coalesce(${draft.at ?? null}::timestamptz, ${sqlNow(now)}))
    ON CONFLICT DO NOTHING`);
  return made.rowCount === 1;
}

/**
 * Current announcements, as `a`, joined with the member's marks, as `k`; without those of campaigns
 * for a member who refused advertising in the app.
 */
const announced = (memberId: string, now: Now) => sql`
  announcement a LEFT JOIN announcement_mark k
    ON k.member_id = ${memberId} AND k.announcement_id = a.announcement_id
  WHERE a.withdrawn_at IS NULL AND a.from_at <= ${sqlNow(now)} AND a.until_at > ${sqlNow(now)} AND k.hidden_at IS NULL
    AND (a.topic <> 'campaign'
      OR NOT EXISTS (SELECT FROM member p WHERE p.member_id = ${memberId} AND p.offers_off_at IS NOT NULL))`;

export type MessageRow = Omit<Message, "messageId" | "link"> &
  Position & {
    readonly link: string | null;
    readonly facts: Readonly<Record<string, string>>;
  };

/** Returns own messages and announcements after a position, the newest first. */
export async function listMessages(
  db: Queryable,
  memberId: string,
  wanted: {
    topic?: MessageTopic | undefined;
    after?: Position | undefined;
    limit: number;
    now: Now;
  },
): Promise<MessageRow[]> {
  const { topic, after, limit, now } = wanted;
  const place = after
    ? sql`('epoch'::timestamptz + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::uuid)`
    : undefined;
  const found = await db.execute<MessageRow>(sql`
    SELECT id, topic, title, body AS text, link, facts, "isRead", ${sql.raw(epochMsSql("at"))} AS "createdAt",
           (extract(epoch FROM at) * 1000000)::bigint AS micros
    FROM (
      (SELECT m.id, m.topic, m.title, m.body, m.link, m.facts, m.read_at IS NOT NULL AS "isRead", m.created_at AS at
       FROM message m WHERE m.member_id = ${memberId} AND m.hidden_at IS NULL
         ${topic ? sql`AND m.topic = ${topic}` : sql``} ${place ? sql`AND (m.created_at, m.id) < ${place}` : sql``}
       ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit})
      UNION ALL
      (SELECT a.announcement_id, a.topic, a.title, a.body, a.link, '{}'::jsonb, k.read_at IS NOT NULL, a.from_at
       FROM ${announced(memberId, now)}
         ${topic ? sql`AND a.topic = ${topic}` : sql``}
         ${place ? sql`AND (a.from_at, a.announcement_id) < ${place}` : sql``}
       ORDER BY a.from_at DESC, a.announcement_id DESC LIMIT ${limit})
    ) each ORDER BY at DESC, id DESC LIMIT ${limit}`);
  return found.rows;
}

/** Counts above this are shown as this. It also limits the rows read for all topics together. */
const COUNT_MAX = 999;

/** Counts unread messages by topic, from the index of unread ones. */
export async function unreadOf(db: Queryable, memberId: string, now: Now): Promise<Unread> {
  const found = await db.execute<{ topic: MessageTopic; count: number }>(sql`
    SELECT topic, least(count(*), ${COUNT_MAX})::int AS count FROM (
      (SELECT topic FROM message WHERE member_id = ${memberId} AND read_at IS NULL AND hidden_at IS NULL
       LIMIT ${COUNT_MAX * topics.length})
      UNION ALL
      SELECT a.topic FROM ${announced(memberId, now)} AND k.read_at IS NULL
    ) each GROUP BY topic`);
  const byTopic = { order: 0, asset: 0, invite: 0, campaign: 0, security: 0 };
  for (const { topic, count } of found.rows) byTopic[topic] = count;
  const total = topics.reduce((sum, topic) => sum + byTopic[topic], 0);
  return { total, byTopic };
}

export type MessageSelection =
  | { readonly ids: readonly string[] }
  | { readonly topic: MessageTopic | undefined };

/** Marks own messages and announcements as read; a repeat changes nothing. */
export async function markRead(
  tx: Tx,
  memberId: string,
  { which, now }: { which: MessageSelection; now: Now },
): Promise<void> {
  const ids = "ids" in which ? sql`= ANY(${sql.param(which.ids)}::uuid[])` : undefined;
  const topic = "ids" in which ? undefined : which.topic;
  await tx.execute(sql`
    UPDATE message SET read_at = ${sqlNow(now)}
    WHERE member_id = ${memberId} AND read_at IS NULL AND hidden_at IS NULL
      ${ids ? sql`AND id ${ids}` : sql``} ${topic ? sql`AND topic = ${topic}` : sql``}`);
  await tx.execute(sql`
    INSERT INTO announcement_mark (member_id, announcement_id, read_at)
    SELECT ${memberId}, a.announcement_id, ${sqlNow(now)} FROM ${announced(memberId, now)}
      ${ids ? sql`AND a.announcement_id ${ids}` : sql``} ${topic ? sql`AND a.topic = ${topic}` : sql``}
    ON CONFLICT (member_id, announcement_id)
      DO UPDATE SET read_at = coalesce(announcement_mark.read_at, excluded.read_at)`);
}

/** Hides messages from the list, or restores them. */
export async function markHidden(
  tx: Tx,
  memberId: string,
  { ids, isHidden, now }: { ids: readonly string[]; isHidden: boolean; now: Now },
): Promise<void> {
  const wanted = sql`= ANY(${sql.param(ids)}::uuid[])`;
  const hiddenAt = isHidden ? sqlNow(now) : sql`NULL::timestamptz`;
  await tx.execute(sql`
    UPDATE message SET hidden_at = ${hiddenAt} WHERE member_id = ${memberId} AND id ${wanted}`);
  await tx.execute(sql`
    INSERT INTO announcement_mark (member_id, announcement_id, hidden_at)
    SELECT ${memberId}, a.announcement_id, ${hiddenAt} FROM announcement a WHERE a.announcement_id ${wanted}
    ON CONFLICT (member_id, announcement_id) DO UPDATE SET hidden_at = excluded.hidden_at`);
}

/**
 * Deletes all messages and consents of a closed account. Its queued sendings then find nothing to
 * send.
 */
export async function eraseMessages(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM message_send WHERE member_id = ${memberId}`);
  await tx.execute(sql`DELETE FROM message WHERE member_id = ${memberId}`);
  await tx.execute(sql`DELETE FROM message_consent WHERE member_id = ${memberId}`);
  await tx.execute(sql`DELETE FROM announcement_mark WHERE member_id = ${memberId}`);
}
