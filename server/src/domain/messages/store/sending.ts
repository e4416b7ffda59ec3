/** SQL statements on sendings. Each change is guarded by the number of its try. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";
import type { Channel } from "../model.ts";

type Queryable = Db | Tx;

export type SendKey = {
  readonly memberId: string;
  readonly messageId: string;
  readonly channel: Channel;
};
export type EndState = "SENT" | "REFUSED" | "SKIPPED" | "UNSURE" | "DEAD";
export type SendState = "QUEUED" | "SENDING" | "RETRY" | EndState;

export async function insertSending(tx: Tx, key: SendKey, now: Now): Promise<void> {
  await tx.execute(sql`
    INSERT INTO message_send (member_id, message_id, channel, state, created_at)
    VALUES (${key.memberId}, ${key.messageId}, ${key.channel}, 'QUEUED', ${sqlNow(now)})`);
}

export type Sending = {
  readonly state: SendState;
  readonly tries: number;
  readonly errorCode: string | null;
  /** Instants in ms. */
  readonly firstSentAt: number | null;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly link: string | null;
  readonly facts: Readonly<Record<string, string>>;
  readonly createdAt: number;
};

export async function findSending(db: Queryable, key: SendKey): Promise<Sending | undefined> {
  const found = await db.execute<Sending>(sql`
    SELECT s.state, s.tries, s.word, ${sql.raw(epochMsSql("s.first_sent_at"))} AS "firstSentAt", m.kind, m.title, m.body AS text, m.link, m.facts,
           ${sql.raw(epochMsSql("m.created_at"))} AS "createdAt"
    FROM message_send s JOIN message m ON m.member_id = s.member_id AND m.id = s.message_id
    WHERE s.member_id = ${key.memberId} AND s.message_id = ${key.messageId} AND s.channel = ${key.channel}`);
  return found.rows[0];
}

const guarded = (key: SendKey, tries: number) => sql`
  member_id = ${key.memberId} AND message_id = ${key.messageId} AND channel = ${key.channel} AND tries = ${tries}
  AND ended_at IS NULL`;

/**
 * Claims the next try for this process before the call. Returns false when another process has
 * claimed it.
 */
export async function beginTry(
  db: Queryable,
  key: SendKey,
  tries: number,
  now: Now,
): Promise<boolean> {
  const taken = await db.execute(sql`
    UPDATE message_send SET state = 'SENDING', tries = tries + 1, first_sent_at = least(first_sent_at, ${sqlNow(now)})
    WHERE ${guarded(key, tries)}`);
  return taken.rowCount === 1;
}

/** Schedules a retry: the message was certainly not sent, or is safe to repeat. */
export async function recordRetry(
  tx: Tx,
  key: SendKey,
  { tries, errorCode, isKnownUnsent }: { tries: number; errorCode: string; isKnownUnsent: boolean },
): Promise<boolean> {
  const updated = await tx.execute(sql`
    UPDATE message_send SET state = 'RETRY', word = ${errorCode},
      first_sent_at = CASE WHEN ${isKnownUnsent} AND tries = 1 THEN NULL ELSE first_sent_at END
    WHERE ${guarded(key, tries)}`);
  return updated.rowCount === 1;
}

export async function endSending(
  tx: Queryable,
  key: SendKey,
  end: { tries: number; state: EndState; errorCode?: string | undefined; now: Now },
): Promise<boolean> {
  const ended = await tx.execute(sql`
    UPDATE message_send SET state = ${end.state}, word = ${end.errorCode ?? null}, ended_at = ${sqlNow(end.now)}
    WHERE ${guarded(key, end.tries)}`);
  return ended.rowCount === 1;
}

/** Restarts a dead sending. Returns false when it is not dead. */
export async function requeueSending(tx: Tx, key: SendKey): Promise<boolean> {
  const revived = await tx.execute(sql`
    UPDATE message_send SET state = 'QUEUED', tries = 0, word = NULL, first_sent_at = NULL, ended_at = NULL
    WHERE member_id = ${key.memberId} AND message_id = ${key.messageId} AND channel = ${key.channel}
      AND state = 'DEAD'`);
  return revived.rowCount === 1;
}
