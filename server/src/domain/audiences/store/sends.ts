/** SQL statements on bulk sends and on the outcomes of their members. */
import { type SQL, sql } from "drizzle-orm";
import {
  afterPosition,
  byPosition,
  byUuid,
  type KeysetPage,
  type Position,
  positionColumns,
} from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";
import { stateChangeSql } from "../../../platform/entity-history.ts";
import { moveOf } from "../../../platform/lifecycle.ts";
import { approvalsExpired } from "../../../sql/approvals.ts";
import { type BulkSendState, bulkSendLifecycle } from "../lifecycle.ts";
import type { Outcome, Progress, SendKind } from "../model.ts";

type Reader = Db | Tx;

/** Money in fen, instants in ms. */
export type StoredSend = {
  readonly sendId: string;
  readonly kind: SendKind;
  readonly state: BulkSendState;
  /** No other person agreed in time. */
  readonly isExpired: boolean;
  readonly templateId: string | null;
  readonly title: string;
  readonly text: string | null;
  readonly link: string | null;
  readonly ref: string;
  readonly audience: string;
  readonly members: number;
  readonly mostFen: number | null;
  readonly progress: Progress;
  readonly startAt: number;
  readonly reason: string;
  readonly pauseReason: string | null;
  readonly makerId: string;
  readonly checkerId: string | null;
  /** The proposal while it waits for a second person. */
  readonly approvalId: string | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
};

const ms = (column: string): SQL => sql.raw(epochMsSql(column));
const columns = (now: Now): SQL => sql`
  s.send_id AS "sendId", s.kind, s.state, s.template_id AS "templateId", s.title, s.body AS text, s.link, s.ref,
  s.audience, s.members, s.most_fen::float8 AS "mostFen", s.progress, s.reason, s.pause_reason AS "pauseReason",
  s.maker_id AS "makerId", s.checker_id AS "checkerId",
  CASE WHEN s.state = 'waiting' THEN (
    SELECT a.id FROM approval a WHERE a.kind = 'bulk_give' AND a.subject = s.send_id::text AND a.state = 'waiting')
  END AS "approvalId", ${ms("s.start_at")} AS "startAt",
  ${ms("s.created_at")} AS "createdAt", ${ms("s.ended_at")} AS "endedAt",
  s.state = 'waiting' AND ${approvalsExpired.sql({ since: sql`s.created_at`, now })} AS "isExpired"`;

export type NewSend = Pick<
  StoredSend,
  | "sendId"
  | "kind"
  | "templateId"
  | "title"
  | "text"
  | "link"
  | "ref"
  | "audience"
  | "mostFen"
  | "reason"
  | "makerId"
> & {
  readonly state: "waiting" | "running";
  readonly members: number;
  readonly startAt: Date;
};

export async function insertSend(tx: Tx, made: NewSend, now: Now): Promise<void> {
  await tx.execute(sql`
    INSERT INTO bulk_send (send_id, kind, state, template_id, title, body, link, ref, audience, members, most_fen,
                           start_at, reason, maker_id, created_at)
    VALUES (${made.sendId}, ${made.kind}, ${made.state}, ${made.templateId}, ${made.title}, ${made.text},
            ${made.link}, ${made.ref}, ${made.audience}, ${made.members}, ${made.mostFen}, ${made.startAt},
            ${made.reason}, ${made.makerId}, ${sqlNow(now)})`);
}

/** Fixes the members of a send; returns how many they are. */
export async function insertMembers(tx: Tx, sendId: string, membersSql: SQL): Promise<number> {
  const inserted = await tx.execute(sql`
    INSERT INTO bulk_send_member (member_id, send_id)
    SELECT found.member_id, ${sendId}::uuid FROM (${membersSql}) found`);
  return inserted.rowCount ?? 0;
}

export async function findSend(
  db: Reader,
  sendId: string,
  now: Now,
): Promise<StoredSend | undefined> {
  const { rows } = await db.execute<StoredSend>(
    sql`SELECT ${columns(now)} FROM bulk_send s WHERE s.send_id = ${sendId}`,
  );
  return rows[0];
}

export type SendFilter = {
  readonly kind?: SendKind | undefined;
  readonly templateId?: string | undefined;
};

/** Returns a page of sends, newest first, and one more when there is a next page. */
export async function listSends(
  db: Db,
  { kind, templateId }: SendFilter,
  { after, limit }: KeysetPage,
  now: Now,
): Promise<(StoredSend & Position)[]> {
  const order = byUuid("s.created_at", "s.send_id");
  const where: SQL[] = [afterPosition(order, after, "descending")];
  if (kind !== undefined) where.push(sql`s.kind = ${kind}`);
  if (templateId !== undefined) where.push(sql`s.template_id = ${templateId}`);
  const { rows } = await db.execute<StoredSend & Position>(sql`
    SELECT ${columns(now)}, ${positionColumns("s.created_at", "s.send_id")} FROM bulk_send s
    WHERE ${sql.join(where, sql` AND `)} ORDER BY ${byPosition(order, "descending")} LIMIT ${limit + 1}`);
  return rows;
}

export type SendEvent = "approve" | "reject" | "pause" | "resume" | "finish" | "cancel";

/** Applies one event and writes its history. Returns false when the send is in another state. */
export async function moveSend(
  tx: Reader,
  sendId: string,
  move: {
    readonly event: SendEvent;
    /** `operator:<id>`, or `system`. */
    readonly by: string;
    readonly checkerId?: string;
    readonly pauseReason?: string;
    readonly now: Now;
  },
): Promise<boolean> {
  const { event, by, checkerId = null, pauseReason = null, now } = move;
  const { from, to } = moveOf(bulkSendLifecycle, event);
  const isEnd = to === "done" || to === "cancelled";
  const recorded = stateChangeSql(
    {
      memberId: sql`moved.maker_id`,
      entity: "bulk_send",
      entityId: sendId,
      name: event,
      from: sql`moved.before`,
      to,
      by,
      now,
    },
    "moved",
  );
  const endedAt = isEnd ? sqlNow(now) : sql`NULL`;
  const done = await tx.execute(sql`
    WITH held AS (SELECT send_id, state FROM bulk_send WHERE send_id = ${sendId} FOR NO KEY UPDATE),
    moved AS (
      UPDATE bulk_send s SET state = ${to}, checker_id = coalesce(${checkerId}::uuid, s.checker_id),
        pause_reason = ${pauseReason}::text, ended_at = ${endedAt}
      FROM held WHERE s.send_id = held.send_id AND s.state = ANY(${sql.param([...from])}::text[])
      RETURNING s.maker_id, held.state AS before),
    recorded AS (${recorded})
    SELECT 1 FROM moved`);
  return done.rowCount === 1;
}

/** Returns the next members without an outcome, in the order of their ids. */
export async function pendingMembers(db: Db, sendId: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ memberId: string }>(sql`
    SELECT member_id AS "memberId" FROM bulk_send_member
    WHERE send_id = ${sendId} AND outcome IS NULL ORDER BY member_id LIMIT ${limit}`);
  return rows.map(({ memberId }) => memberId);
}

/**
 * Decides a member's outcome. Returns false when it is decided, or the send is not running: of any
 * number of runs one decides each member.
 */
export async function claimMember(
  tx: Tx,
  key: { readonly memberId: string; readonly sendId: string },
  { outcome, reason = null }: { readonly outcome: Outcome; readonly reason?: string | null },
  now: Now,
): Promise<boolean> {
  const { memberId, sendId } = key;
  const claimed = await tx.execute(sql`
    UPDATE bulk_send_member SET outcome = ${outcome}, reason = ${reason}, at = ${sqlNow(now)}
    WHERE member_id = ${memberId} AND send_id = ${sendId} AND outcome IS NULL
      AND EXISTS (SELECT 1 FROM bulk_send s WHERE s.send_id = ${sendId} AND s.state = 'running')`);
  return claimed.rowCount === 1;
}

/** Corrects the outcome that this transaction decided. */
export async function markAlready(
  tx: Tx,
  { memberId, sendId }: { readonly memberId: string; readonly sendId: string },
): Promise<void> {
  await tx.execute(sql`
    UPDATE bulk_send_member SET outcome = 'already' WHERE member_id = ${memberId} AND send_id = ${sendId}`);
}

/** Counts the outcomes again, so that a crash between a member and its count loses nothing. */
export async function storeProgress(db: Db, sendId: string): Promise<void> {
  await db.execute(sql`
    UPDATE bulk_send SET progress = coalesce((
      SELECT jsonb_object_agg(outcome, members) FROM (
        SELECT outcome, count(*) AS members FROM bulk_send_member
        WHERE send_id = ${sendId} AND outcome IS NOT NULL GROUP BY outcome) counted), '{}')
    WHERE send_id = ${sendId}`);
}

export type Recipient = {
  /** False for a closed, merged or frozen account, which may get nothing. */
  readonly isActive: boolean;
  /** False: the member refused advertising in the app. */
  readonly wantsOffers: boolean;
};

/** Returns what decides whether a member may get something. */
export async function findRecipient(tx: Tx, memberId: string): Promise<Recipient | undefined> {
  const { rows } = await tx.execute<Recipient>(sql`
    SELECT status IN ('ACTIVE', 'RESTRICTED') AS "isActive", offers_off_at IS NULL AS "wantsOffers"
    FROM member WHERE member_id = ${memberId}`);
  return rows[0];
}

export type SendMember = {
  readonly memberId: string;
  readonly outcome: Outcome | null;
  readonly reason: string | null;
  readonly at: number | null;
};

/** Returns members of a send after a member, in the order of their ids. */
export async function listMembers(
  db: Db,
  { sendId, outcome }: { readonly sendId: string; readonly outcome?: Outcome | undefined },
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<SendMember[]> {
  const { rows } = await db.execute<SendMember>(sql`
    SELECT member_id AS "memberId", outcome, reason, ${ms("at")} AS at FROM bulk_send_member
    WHERE send_id = ${sendId} ${outcome ? sql`AND outcome = ${outcome}` : sql``}
      ${after === undefined ? sql`` : sql`AND member_id > ${after}::uuid`}
    ORDER BY member_id LIMIT ${limit}`);
  return rows;
}

/** Counts the reasons of the members who got nothing. */
export async function countReasons(
  db: Db,
  sendId: string,
): Promise<{ readonly reason: string; readonly members: number }[]> {
  const { rows } = await db.execute<{ reason: string; members: number }>(sql`
    SELECT reason, count(*)::int AS members FROM bulk_send_member
    WHERE send_id = ${sendId} AND outcome = 'barred' GROUP BY reason ORDER BY members DESC`);
  return rows;
}
