/** SQL statements about scheduled jobs and the outbox as operators see them. Instants in ms. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";

const ms = (column: string) => sql.raw(`${epochMsSql(column)}::float8`);

export type StoredJob = {
  readonly name: string;
  readonly dueAt: number;
  readonly leaseUntil: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly failures: number;
  readonly lastError: string | null;
  readonly pausedAt: number | null;
  readonly pausedBy: string | null;
  readonly pauseReason: string | null;
};

/** Returns the timers of these jobs, by name. */
export async function readJobs(db: Db, names: readonly string[]): Promise<StoredJob[]> {
  const { rows } = await db.execute<StoredJob>(sql`
    SELECT name, ${ms("due_at")} AS "dueAt", ${ms("lease_until")} AS "leaseUntil",
           ${ms("started_at")} AS "startedAt", ${ms("ended_at")} AS "endedAt", failures,
           last_error AS "lastError", ${ms("paused_at")} AS "pausedAt", paused_by AS "pausedBy",
           pause_reason AS "pauseReason"
    FROM job_lease WHERE name = ANY (${sql.param([...names])}::text[]) ORDER BY name`);
  return rows;
}

/** Makes a job due; false when it runs or is paused. */
export async function makeDue(db: Db, { name, now }: { name: string; now: Now }): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    UPDATE job_lease SET due_at = ${sqlNow(now)}
    WHERE name = ${name} AND paused_at IS NULL AND lease_until <= ${sqlNow(now)}`);
  return rowCount === 1;
}

/** Pauses a job; false when it is paused already. */
export async function pauseJob(
  db: Db,
  { name, by, reason, now }: { name: string; by: string; reason: string; now: Now },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    UPDATE job_lease SET paused_at = ${sqlNow(now)}, paused_by = ${by}::uuid, pause_reason = ${reason}
    WHERE name = ${name} AND paused_at IS NULL`);
  return rowCount === 1;
}

/** Ends the pause of a job; false when it is not paused. */
export async function resumeJob(db: Db, name: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    UPDATE job_lease SET paused_at = NULL, paused_by = NULL, pause_reason = NULL
    WHERE name = ${name} AND paused_at IS NOT NULL`);
  return rowCount === 1;
}

export type TopicCount = {
  readonly topic: string;
  readonly queued: number;
  readonly due: number;
  readonly dead: number;
  readonly oldestMs: number;
};

/** Counts waiting and dead messages by topic, at most the first `limit` of each state. */
export async function countTopics(
  db: Db,
  { limit, now }: { readonly limit: number; readonly now: Now },
): Promise<TopicCount[]> {
  const { rows } = await db.execute<TopicCount>(sql`
    SELECT topic, (count(*) FILTER (WHERE state = 'queued'))::int AS queued,
           (count(*) FILTER (WHERE state = 'queued' AND due_at <= ${sqlNow(now)}))::int AS due,
           (count(*) FILTER (WHERE state = 'dead'))::int AS dead,
           coalesce(greatest(0, floor(extract(epoch FROM ${sqlNow(now)}
             - min(due_at) FILTER (WHERE state = 'queued')) * 1000)), 0)::float8 AS "oldestMs"
    FROM ((SELECT topic, state, due_at FROM outbox WHERE state = 'queued' LIMIT ${limit})
          UNION ALL
          (SELECT topic, state, due_at FROM outbox WHERE state = 'dead'
           ORDER BY created_at DESC LIMIT ${limit})) waiting
    GROUP BY topic ORDER BY dead DESC, due DESC, queued DESC, topic`);
  return rows;
}

/** Returns a job as the audit shows it. */
export const jobStateOf = (db: Db, name: string) =>
  auditedRow(
    db,
    name,
    sql`SELECT paused_at IS NOT NULL AS "isPaused", pause_reason AS "pauseReason", due_at AS "dueAt",
               failures FROM job_lease WHERE name = ${name}`,
  );
