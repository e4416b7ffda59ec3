/** SQL statements on members' consent to messages outside the app. */
import type { ConsentState } from "@yunjing/contract/schemas/messages";
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import type { Channel, Subject } from "../model.ts";

export type ConsentRow = {
  readonly channel: Channel;
  readonly subject: Subject;
  readonly state: Exclude<ConsentState, "none">;
  readonly credits: number;
};

export async function consentsOf(db: Db | Tx, memberId: string): Promise<ConsentRow[]> {
  const found = await db.execute<ConsentRow>(sql`
    SELECT channel, subject, state, credits FROM message_consent WHERE member_id = ${memberId}`);
  return found.rows;
}

/**
 * Stores an answer. An unanswered request does not overwrite an answer; each acceptance adds one
 * credit.
 */
export async function upsertConsent(
  tx: Db | Tx,
  memberId: string,
  consent: {
    channel: Channel;
    subject: Subject;
    answer: Exclude<ConsentState, "none">;
    by: "member" | "wechat";
    now: Now;
  },
): Promise<void> {
  const { channel, subject, answer, by, now } = consent;
  const credits = answer === "accepted" ? 1 : 0;
  await tx.execute(sql`
    INSERT INTO message_consent AS c (member_id, channel, subject, state, credits, said_by, at)
    VALUES (${memberId}, ${channel}, ${subject}, ${answer}, ${credits}, ${by}, ${sqlNow(now)})
    ON CONFLICT (member_id, channel, subject) DO UPDATE SET
      state = CASE WHEN excluded.state = 'asked' THEN c.state ELSE excluded.state END,
      credits = CASE excluded.state WHEN 'accepted' THEN least(50, c.credits + 1) WHEN 'refused' THEN 0
                ELSE c.credits END,
      said_by = CASE WHEN excluded.state = 'asked' THEN c.said_by ELSE excluded.said_by END,
      at = excluded.at`);
}

/**
 * Consumes one credit of a one-time subscription before the call. Returns false when none is left.
 */
export async function consumeCredit(db: Db, memberId: string, subject: Subject): Promise<boolean> {
  const taken = await db.execute(sql`
    UPDATE message_consent SET credits = credits - 1
    WHERE member_id = ${memberId} AND channel = 'wechat' AND subject = ${subject} AND credits > 0
      AND state = 'accepted'`);
  return taken.rowCount === 1;
}

/** Returns the credit, because certainly nothing was sent. */
export async function returnCredit(tx: Tx, memberId: string, subject: Subject): Promise<void> {
  await tx.execute(sql`
    UPDATE message_consent SET credits = least(50, credits + 1)
    WHERE member_id = ${memberId} AND channel = 'wechat' AND subject = ${subject} AND state = 'accepted'`);
}

/** Returns whether the member has refused this subject. */
export async function hasRefused(
  db: Db,
  memberId: string,
  { channel, subject }: { channel: Channel; subject: Subject },
): Promise<boolean> {
  const found = await db.execute(sql`
    SELECT 1 FROM message_consent WHERE member_id = ${memberId} AND channel = ${channel} AND subject = ${subject}
      AND state = 'refused'`);
  return found.rowCount === 1;
}
