/**
 * The short log of the events sent to a member's open pages. Terms: an *event* has a topic and ids,
 * never a code or an amount of money; its *number* counts the member's events from 1 without a gap;
 * a *hint* only signals that there is a new event.
 */
import { sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { notifySoon, PAYLOAD_BYTES_MAX } from "../database/notify.ts";
import { type Db, runPrepared, type Tx } from "../database/pool.ts";
import { platformPushEventInsert } from "../../sql/platform.ts";
import { afterCommit, beforeCommit } from "../database/transaction.ts";
import { deleteInSlices } from "../delete-in-slices.ts";
import { eventFrame, type StoredEvent } from "./frames.ts";

/** The NOTIFY channels: a member has new events; a session of a member has ended. */
export const EVENTS_CHANNEL = "yunjing_push";
export const SESSIONS_CHANNEL = "yunjing_push_session";

/** How many events of a member are stored, and for how long (cloud-protocol.md 9). */
export const EVENTS_STORED_MAX = 100;
export const EVENT_RETENTION_MS = 24 * 3_600_000;

/**
 * The content of an event: `type` is the topic, such as `order`; the rest are ids and plain words.
 */
export type PushEvent = {
  readonly type: string;
  readonly [id: string]: string | number | boolean;
};

/**
 * Publishes a change to a member's open pages, in the transaction of the change: it is delivered
 * only after the commit. It is written as the last step before the commit, because the member's
 * next event waits for that row; a repeated event is written once. With a `Db` it is written at
 * once.
 */
export async function pushToMember(
  context: Pick<Context, "clock">,
  tx: Tx | Db,
  memberId: string,
  event: PushEvent,
): Promise<void> {
  const { type: topic, ...data } = event;
  await beforeCommit(tx, `push:${memberId}:${topic}:${JSON.stringify(data)}`, async () => {
    const seq = await platformPushEventInsert(tx, {
      member: memberId,
      topic,
      data,
      kept: EVENTS_STORED_MAX,
      now: context.clock.sql(),
    });
    afterCommit(tx, ({ $client }) =>
      notifySoon($client, EVENTS_CHANNEL, hintOf(memberId, { seq, topic, data })),
    );
  });
}

/**
 * A hint says whose log has grown. One with the event itself spares a socket that has received all
 * earlier events the read of the log.
 */
export type Hint = {
  readonly memberId: string;
  /** The number of the event and the frame that a socket receives. */
  readonly event?: { readonly seq: number; readonly frame: string };
};

/** Writes a hint as the payload of a notification: the member, the number and the frame. */
function hintOf(memberId: string, event: StoredEvent): string {
  const payload = `${memberId} ${event.seq} ${eventFrame(event)}`;
  return Buffer.byteLength(payload) > PAYLOAD_BYTES_MAX ? memberId : payload;
}

/** Reads the payload of a notification. */
export function parseHint(payload: string): Hint {
  const [, memberId, seq, frame] = /^(\S+) (\d+) (.*)$/s.exec(payload) ?? [];
  if (memberId === undefined || frame === undefined) return { memberId: payload };
  return { memberId, event: { seq: Number(seq), frame } };
}

/** Runs an SQL function that may write events of its member, and notifies after the commit. */
export async function callAndNotify<Values extends { readonly member: string }, Result>(
  db: Db | Tx,
  call: (db: Db | Tx, values: Values) => Promise<Result>,
  values: Values,
): Promise<Result> {
  const result = await call(db, values);
  afterCommit(db, ({ $client }) => notifySoon($client, EVENTS_CHANNEL, values.member));
  return result;
}

/** Publishes without a transaction of the caller's; for modules that use it through a port. */
export const createPusher = (context: Context, db: Db) => ({
  push: (memberId: string, event: PushEvent): Promise<void> =>
    pushToMember(context, db, memberId, event),
});

/**
 * Makes every process check at once whether the sessions of this member's sockets are still live.
 */
export const notifySessionsEnded = (tx: Tx | Db, memberId: string): void =>
  afterCommit(tx, ({ $client }) => notifySoon($client, SESSIONS_CHANNEL, memberId));

/**
 * The stored events of a member: the last number issued, and the events after `after`, in order.
 */
export type StoredEvents = { readonly head: number; readonly events: readonly StoredEvent[] };

const storedEventsStatement = {
  name: "push_stored_events",
  text: `SELECT h.seq AS head, e.seq, e.topic, e.data
         FROM push_head h LEFT JOIN push_event e ON e.member_id = h.member_id AND e.seq > $2::bigint
         WHERE h.member_id = $1::uuid ORDER BY e.seq`,
};

/** Reads both in one snapshot; without `after` only the last number. */
export async function readStoredEvents(
  db: Db,
  memberId: string,
  after: number | undefined,
): Promise<StoredEvents> {
  const rows = await runPrepared<{
    head: number;
    seq: number | null;
    topic: string;
    data: Record<string, unknown>;
  }>(db, storedEventsStatement, [memberId, after ?? null]);
  const events = rows.flatMap(({ seq, topic, data }) =>
    seq === null ? [] : [{ seq, topic, data }],
  );
  return { head: rows[0]?.head ?? 0, events };
}

const lastNumbersStatement = {
  name: "push_last_numbers",
  text: `SELECT member_id AS "memberId", seq FROM push_head WHERE member_id = ANY ($1::uuid[])`,
};

/** Reads the last numbers of these members' events; a member without events is absent. */
export const readLastNumbers = (
  db: Db,
  memberIds: readonly string[],
): Promise<readonly { readonly memberId: string; readonly seq: number }[]> =>
  runPrepared(db, lastNumbersStatement, [memberIds]);

/** Deletes the events created before an instant. */
export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await deleteInSlices(
    db,
    { table: sql`push_event`, key: sql`member_id, seq` },
    sql`at < ${before}`,
  );
}
