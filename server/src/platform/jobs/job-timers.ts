/**
 * Statements of the job timers: one row per job, claimed under a lease, so that one process runs it
 * at a time.
 */
import { sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Db } from "../database/pool.ts";
import { sqlNow } from "../database/sql.ts";

const now = (context: Context) => sqlNow(context.clock.sql());

/** Inserts the rows of jobs that have none yet. */
export async function addTimers(
  context: Context,
  db: Db,
  timers: readonly { name: string; dueAt: Date }[],
): Promise<void> {
  for (const { name, dueAt } of timers) {
    await db.execute(sql`
      INSERT INTO job_lease (name, due_at, lease_until)
      VALUES (${name}, ${dueAt}::timestamptz, ${now(context)}) ON CONFLICT (name) DO NOTHING`);
  }
}

/** Returns the names of the given jobs that are due, not running and not paused. */
export async function dueTimers(
  context: Context,
  db: Db,
  names: readonly string[],
): Promise<string[]> {
  const due = await db.execute<{ name: string }>(sql`
    SELECT name FROM job_lease
    WHERE name = ANY(${sql.param(names)}::text[]) AND due_at <= ${now(context)} AND lease_until <= ${now(context)}
      AND paused_at IS NULL
    ORDER BY due_at`);
  return due.rows.map(({ name }) => name);
}

export type LeaseClaim = { readonly name: string; readonly holder: string };

/**
 * Acquires the lease and returns how often the job has failed in a row; `undefined` when it is not
 * available.
 */
export async function acquireLease(
  context: Context,
  db: Db,
  { name, holder, leaseMs, evenEarly }: LeaseClaim & { leaseMs: number; evenEarly: boolean },
): Promise<number | undefined> {
  const taken = await db.execute<{ failures: number }>(sql`
    UPDATE job_lease
    SET holder = ${holder}, started_at = ${now(context)},
        lease_until = ${now(context)} + ${leaseMs} * interval '1 ms'
    WHERE name = ${name} AND lease_until <= ${now(context)} AND (${evenEarly} OR due_at <= ${now(context)})
      AND (${evenEarly} OR paused_at IS NULL)
    RETURNING failures`);
  return taken.rows[0]?.failures;
}

/**
 * Releases the lease and sets the next time; changes nothing when another process has the lease
 * meanwhile.
 */
export async function releaseLease(
  context: Context,
  db: Db,
  hold: LeaseClaim,
  end: { dueAt: Date; error: string | undefined },
): Promise<void> {
  const failed = end.error !== undefined;
  await db.execute(sql`
    UPDATE job_lease
    SET due_at = ${end.dueAt}::timestamptz, lease_until = ${now(context)}, ended_at = ${now(context)},
        failures = CASE WHEN ${failed} THEN failures + 1 ELSE 0 END, last_error = ${end.error ?? null}
    WHERE name = ${hold.name} AND holder = ${hold.holder}`);
}
