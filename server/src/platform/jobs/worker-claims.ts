/**
 * Statements of the outbox dispatcher: a claim in two steps, guarded by state, fenced by attempt
 * (growth.md).
 */
import { deleteInSlices } from "../delete-in-slices.ts";
import { sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { type Db, runPrepared } from "../database/pool.ts";
import type { Delivery } from "./outbox.ts";
import { sqlNow, sqlNowText } from "../database/sql.ts";

const QUEUES = 16;
/** Queues per query: few enough for the index, many enough for an idle worker. */
const QUEUES_PER_QUERY = 4;

const now = (context: Context) => sqlNow(context.clock.sql());

/**
 * The first message of its aggregate: no other is being delivered or precedes it. A message with an
 * attempt precedes those without; then the one due earlier, then the one created earlier.
 */
const isFirstOfAggregate = `NOT EXISTS (
  SELECT 1 FROM outbox e
  WHERE e.member_id = o.member_id AND e.aggregate_id = o.aggregate_id AND e.id <> o.id
    AND (e.state = 'claimed' OR (e.state = 'queued'
      AND (e.attempt = 0, e.due_at, e.created_at, e.id) < (o.attempt = 0, o.due_at, o.created_at, o.id))))`;

type Candidate = { member_id: string; id: string };

const dueStatement = {
  name: "platform_outbox_due",
  text: `
    SELECT o.member_id, o.id FROM outbox o
    WHERE o.state = 'queued' AND o.lane = ANY($1::smallint[]) AND o.due_at <= ${sqlNowText(2)}
      AND ${isFirstOfAggregate}
    ORDER BY o.due_at, o.created_at, o.id LIMIT $3`,
};

const findCandidates = (
  context: Context,
  db: Db,
  queues: readonly number[],
  limit: number,
): Promise<Candidate[]> =>
  runPrepared<Candidate>(db, dueStatement, [queues, context.clock.sql(), limit]);

type ClaimedRow = {
  member_id: string;
  id: string;
  topic: string;
  payload: Record<string, unknown>;
  sealed: Buffer | null;
  attempt: number;
};

async function claimRows(
  context: Context,
  db: Db,
  wanted: readonly Candidate[],
): Promise<Delivery[]> {
  const taken = await db.execute<ClaimedRow>(sql`
    UPDATE outbox o
    SET state = 'claimed', attempt = o.attempt + 1,
        lease_until = ${now(context)} + ${context.settings.outboxLeaseMs} * interval '1 ms'
    FROM unnest(${sql.param(wanted.map((row) => row.member_id))}::uuid[],
                ${sql.param(wanted.map((row) => row.id))}::uuid[]) AS x(m, i)
    WHERE o.member_id = x.m AND o.id = x.i AND o.state = 'queued' AND o.due_at <= ${now(context)}
    RETURNING o.member_id, o.id, o.topic, o.payload, o.sealed, o.attempt`);
  return taken.rows.map((row) => ({
    memberId: row.member_id,
    id: row.id,
    topic: row.topic,
    payload: row.payload,
    sealed: row.sealed ?? undefined,
    attempt: row.attempt,
  }));
}

/**
 * Returns all queues in groups, from a random start: no worker owns a queue, and workers rarely
 * collide.
 */
function queueGroups(start: number): number[][] {
  const queues = Array.from({ length: QUEUES }, (_, index) => (start + index) % QUEUES);
  const groups = [];
  for (let at = 0; at < QUEUES; at += QUEUES_PER_QUERY)
    groups.push(queues.slice(at, at + QUEUES_PER_QUERY));
  return groups;
}

/** Claims up to `limit` messages under a lease, going through all queues from `startQueue`. */
export async function claim(
  context: Context,
  db: Db,
  { limit, startQueue }: { limit: number; startQueue: number },
): Promise<Delivery[]> {
  const claimed: Delivery[] = [];
  for (const queues of queueGroups(startQueue)) {
    if (claimed.length >= limit) break;
    const wanted = await findCandidates(context, db, queues, limit - claimed.length);
    if (wanted.length > 0) claimed.push(...(await claimRows(context, db, wanted)));
  }
  return claimed;
}

/**
 * Claims the due messages of one member, each the first of its aggregate: for work that delivers them
 * with that member's own time, as the demo's past does.
 */
export async function claimOfMember(
  context: Context,
  db: Db,
  memberId: string,
): Promise<Delivery[]> {
  const { rows } = await db.execute<Candidate>(sql`
    SELECT o.member_id, o.id FROM outbox o
    WHERE o.member_id = ${memberId} AND o.state = 'queued' AND o.due_at <= ${now(context)}
      AND ${sql.raw(isFirstOfAggregate)}
    ORDER BY o.due_at, o.created_at, o.id`);
  return rows.length > 0 ? claimRows(context, db, rows) : [];
}

/** Returns whether a claim made now would find a message. */
export async function hasDueMessage(context: Context, db: Db): Promise<boolean> {
  const queues = Array.from({ length: QUEUES }, (_, queue) => queue);
  return (await findCandidates(context, db, queues, 1)).length > 0;
}

/** Begins the leases of these deliveries anew, unless another worker has claimed them. */
export async function renewLeases(
  context: Context,
  db: Db,
  deliveries: readonly Delivery[],
): Promise<void> {
  await db.execute(sql`
    UPDATE outbox o SET lease_until = ${now(context)} + ${context.settings.outboxLeaseMs} * interval '1 ms'
    FROM unnest(${sql.param(deliveries.map(({ memberId }) => memberId))}::uuid[],
                ${sql.param(deliveries.map(({ id }) => id))}::uuid[],
                ${sql.param(deliveries.map(({ attempt }) => attempt))}::integer[]) AS x(m, i, a)
    WHERE o.member_id = x.m AND o.id = x.i AND o.attempt = x.a AND o.state = 'claimed'`);
}

const isOwnClaim = (delivery: Delivery) => sql`
  member_id = ${delivery.memberId} AND id = ${delivery.id} AND state = 'claimed' AND attempt = ${delivery.attempt}`;

/** Marks a message as done and deletes its secret. Returns false when the claim has expired. */
export async function complete(context: Context, db: Db, delivery: Delivery): Promise<boolean> {
  const done = await db.execute(sql`
    UPDATE outbox SET state = 'done', done_at = ${now(context)}, lease_until = NULL, sealed = NULL
    WHERE ${isOwnClaim(delivery)}`);
  return done.rowCount === 1;
}

/** Puts a message back for a retry after `delayMs`, or marks it as dead when that is undefined. */
export async function requeue(
  context: Context,
  db: Db,
  delivery: Delivery,
  failure: { error: string; delayMs: number | undefined },
): Promise<boolean> {
  const state = failure.delayMs === undefined ? "dead" : "queued";
  const back = await db.execute(sql`
    UPDATE outbox SET state = ${state}, lease_until = NULL, last_error = ${failure.error},
      due_at = ${now(context)} + ${failure.delayMs ?? 0} * interval '1 ms'
    WHERE ${isOwnClaim(delivery)}`);
  return back.rowCount === 1;
}

export type ExpiredClaim = { id: string; topic: string; attempt: number; state: "queued" | "dead" };

/** Requeues messages whose worker exceeded its lease; the attempt stays counted. */
export async function requeueExpired(context: Context, db: Db): Promise<ExpiredClaim[]> {
  const lapsed = await db.execute<ExpiredClaim>(sql`
    UPDATE outbox
    SET state = CASE WHEN attempt >= ${context.settings.outboxTriesMax} THEN 'dead' ELSE 'queued' END,
        due_at = ${now(context)}, lease_until = NULL, last_error = 'the lease was over'
    WHERE state = 'claimed' AND lease_until <= ${now(context)}
    RETURNING id, topic, attempt, state`);
  return lapsed.rows;
}

export type OutboxMetrics = { queued: number; claimed: number; dead: number; oldestDueMs: number };

/**
 * Returns the values of the gauges; `oldestDueMs` is how long the oldest due message has waited.
 */
export async function readOutboxMetrics(context: Context, db: Db): Promise<OutboxMetrics> {
  const found = await db.execute<OutboxMetrics>(sql`
    SELECT count(*) FILTER (WHERE state = 'queued')::int AS queued,
           count(*) FILTER (WHERE state = 'claimed')::int AS claimed,
           count(*) FILTER (WHERE state = 'dead')::int AS dead,
           coalesce(greatest(0, extract(epoch FROM ${now(context)}
             - min(due_at) FILTER (WHERE state = 'queued')) * 1000), 0)::float8 AS "oldestDueMs"
    FROM outbox WHERE state <> 'done'`);
  return found.rows[0] ?? { queued: 0, claimed: 0, dead: 0, oldestDueMs: 0 };
}

/** How long a delivered message stays, ms. */
export const DONE_RETENTION_MS = 7 * 24 * 3_600_000;

/**
 * Deletes messages done more than seven days ago; dead ones stay until an operator has reviewed
 * them.
 */
export async function deleteDoneMessages(context: Context, db: Db): Promise<number> {
  return deleteInSlices(
    db,
    { table: sql`outbox`, key: sql`member_id, id` },
    sql`state = 'done' AND done_at < ${now(context)} - ${DONE_RETENTION_MS} * interval '1 ms'`,
  );
}
