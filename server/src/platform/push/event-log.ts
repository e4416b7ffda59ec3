/**
 * The short log of the events sent to a member's open pages. Terms: an *event* has a topic and ids,
 * never a code or an amount of money; its *number* counts the member's events from 1 without a gap;
 * a *hint* only signals that there is a new event.
 */
import { sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { type Db, runPrepared, type Tx } from "../database/pool.ts";
import { bindParameters } from "../database/read-query.ts";
import type { SqlFunction } from "../database/sql-function.ts";
import { platformPushEventInsert } from "../../sql/platform.ts";
import { beforeCommit } from "../database/transaction.ts";
import { deleteInSlices } from "../delete-in-slices.ts";

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

export type StoredEvent = {
  readonly seq: number;
  readonly topic: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/**
 * Publishes a change to a member's open pages, in the transaction of the change: it is delivered
 * only after the commit. It is written as the last step before the commit, because the member's
 * next event waits for that row; a repeated event is written once. With a `Db` it is written at
 * once.
 */
export async function pushToMember(
  context: Context,
  tx: Tx | Db,
  memberId: string,
  event: PushEvent,
): Promise<void> {
  const { type, ...ids } = event;
  await beforeCommit(tx, `push:${memberId}:${type}:${JSON.stringify(ids)}`, async () => {
    await callAndNotify(tx, platformPushEventInsert, {
      member: memberId,
      topic: type,
      data: ids,
      kept: EVENTS_STORED_MAX,
      now: context.clock.sql(),
    });
  });
}

/**
 * Runs an SQL function as one prepared statement that also notifies the member's open pages with
 * the commit: a call of NOTIFY beside the function, never inside it (growth.md, rule 9).
 */
export async function callAndNotify<Values extends { readonly member: string }, Result>(
  db: Db | Tx,
  caller: Pick<SqlFunction<never, Result>, "textFrom" | "read"> & {
    readonly values: (values: Values) => readonly unknown[];
  },
  values: Values,
): Promise<Result> {
  const call = caller.textFrom(1);
  const text = `SELECT ${call} AS result, pg_notify('${EVENTS_CHANNEL}', $1::text)`;
  const parameters = caller.values(values);
  if (!("$client" in db))
    return caller.read((await db.execute(bindParameters(text, parameters))).rows);
  const name = `${call.slice(0, call.indexOf("("))}_and_notify`;
  return caller.read(await runPrepared<Record<string, unknown>>(db, { name, text }, parameters));
}

/** Publishes without a transaction of the caller's; for modules that use it through a port. */
export const createPusher = (context: Context, db: Db) => ({
  push: (memberId: string, event: PushEvent): Promise<void> =>
    pushToMember(context, db, memberId, event),
});

/**
 * Makes every process check at once whether the sessions of this member's sockets are still live.
 */
export async function notifySessionsEnded(tx: Tx | Db, memberId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${SESSIONS_CHANNEL}, ${memberId})`);
}

/**
 * The stored events of a member: the last number issued, and the events after `after`, in order.
 */
export type StoredEvents = { readonly head: number; readonly events: readonly StoredEvent[] };

/** Reads both in one snapshot; without `after` only the last number. */
export async function readStoredEvents(
  db: Db,
  memberId: string,
  after: number | undefined,
): Promise<StoredEvents> {
  const { rows } = await db.execute<{
    head: number;
    seq: number | null;
    topic: string;
    data: Record<string, unknown>;
  }>(sql`
    SELECT h.seq AS head, e.seq, e.topic, e.data
    FROM push_head h LEFT JOIN push_event e
      ON e.member_id = h.member_id AND e.seq > ${after ?? null}::bigint
    WHERE h.member_id = ${memberId} ORDER BY e.seq`);
  const events = rows.flatMap(({ seq, topic, data }) =>
    seq === null ? [] : [{ seq, topic, data }],
  );
  return { head: rows[0]?.head ?? 0, events };
}

/** Deletes the events created before an instant. */
export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await deleteInSlices(
    db,
    { table: sql`push_event`, key: sql`member_id, seq` },
    sql`at < ${before}`,
  );
}
