/**
 * All SQL statements about suppliers' health by time slots, their circuits, and operators' alerts.
 */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import type { Health } from "../routing.ts";

type Queryable = Db | Tx;
const later = (now: Now, ms: number) => sql`${sqlNow(now)} + ${ms} * interval '1 ms'`;

export type CircuitStates = {
  /**
   * Suppliers that get no new order now: disabled, or with an open circuit that is not yet due for
   * a trial.
   */
  readonly unavailable: ReadonlySet<string>;
  /** Suppliers whose circuit is not closed. */
  readonly notClosed: ReadonlySet<string>;
};

/** Reads the circuit states of the suppliers. */
export async function findCircuitStates(
  db: Queryable,
  supplierIds: readonly string[],
  now: Now,
): Promise<CircuitStates> {
  const found = await db.execute<{ id: string; isShut: boolean; isTroubled: boolean }>(sql`
    SELECT * FROM (
      SELECT s.supplier_id AS id,
             (NOT s.is_on OR coalesce(c.state <> 'closed' AND c.retry_at > ${sqlNow(now)}, false)) AS "isShut",
             coalesce(c.state <> 'closed', false) AS "isTroubled"
      FROM supplier s LEFT JOIN supplier_circuit c USING (supplier_id)
      WHERE s.supplier_id = ANY(${sql.param([...supplierIds])}::text[])) g
    WHERE "isShut" OR "isTroubled"`);
  const idsOf = (rows: typeof found.rows) => new Set(rows.map(({ id }) => id));
  return {
    unavailable: idsOf(found.rows.filter(({ isShut }) => isShut)),
    notClosed: idsOf(found.rows.filter(({ isTroubled }) => isTroubled)),
  };
}

/** Claims the one trial that is due, if any; no other caller gets it until `trialMs` from now. */
export async function claimTrial(
  db: Queryable,
  supplierId: string,
  { trialMs, now }: { trialMs: number; now: Now },
): Promise<boolean> {
  const taken = await db.execute(sql`
    UPDATE supplier_circuit SET state = 'half_open', retry_at = ${later(now, trialMs)}
    WHERE supplier_id = ${supplierId} AND state <> 'closed' AND retry_at <= ${sqlNow(now)}`);
  return taken.rowCount === 1;
}

/**
 * The counts of one status update. `tookMs`: how long placing took. `answerMs`: from sending to the
 * delivery.
 */
export type HealthSample = {
  readonly good: number;
  readonly bad: number;
  readonly tookMs?: number | undefined;
  readonly answerMs?: number | undefined;
};

export async function countOutcome(
  db: Queryable,
  outcome: HealthSample & { supplierId: string; shard: number; now: Now },
): Promise<void> {
  const { supplierId, shard, good, bad, tookMs, answerMs, now } = outcome;
  await db.execute(sql`
    INSERT INTO supplier_health AS h (supplier_id, slot, lane, good, bad, timed, timed_ms, answers, answer_ms)
    VALUES (${supplierId}, date_bin('10 seconds', ${sqlNow(now)}, 'epoch'), ${shard}, ${good}, ${bad},
            ${Number(tookMs !== undefined)}, ${Math.round(tookMs ?? 0)},
            ${Number(answerMs !== undefined)}, ${Math.round(answerMs ?? 0)})
    ON CONFLICT (supplier_id, slot, lane)
    DO UPDATE SET good = h.good + excluded.good, bad = h.bad + excluded.bad, timed = h.timed + excluded.timed,
      timed_ms = h.timed_ms + excluded.timed_ms, answers = h.answers + excluded.answers,
      answer_ms = h.answer_ms + excluded.answer_ms`);
}

/** Returns the counts within the window and since the circuit last changed. */
export async function healthOf(
  db: Queryable,
  supplierId: string,
  { windowMs, now }: { windowMs: number; now: Now },
): Promise<Health> {
  const found = await db.execute<Health>(sql`
    SELECT coalesce(sum(good), 0)::integer AS good, coalesce(sum(bad), 0)::integer AS bad FROM supplier_health
    WHERE supplier_id = ${supplierId} AND slot > ${later(now, -windowMs)}
      AND slot >= coalesce((SELECT changed_at FROM supplier_circuit WHERE supplier_id = ${supplierId}), '-infinity')`);
  return found.rows[0] ?? { good: 0, bad: 0 };
}

/** closed → open; false when it is open already. */
export async function openCircuit(
  db: Queryable,
  supplierId: string,
  { openMs, now }: { openMs: number; now: Now },
): Promise<boolean> {
  const opened = await db.execute(sql`
    INSERT INTO supplier_circuit AS c (supplier_id, state, changed_at, retry_at)
    VALUES (${supplierId}, 'open', ${sqlNow(now)}, ${later(now, openMs)})
    ON CONFLICT (supplier_id) DO UPDATE
    SET state = excluded.state, changed_at = excluded.changed_at, retry_at = excluded.retry_at
    WHERE c.state = 'closed'`);
  return opened.rowCount === 1;
}

/**
 * Ends the trial: closed after success, open for another period after failure. False when no trial
 * was under way.
 */
export async function endTrial(
  db: Queryable,
  supplierId: string,
  { isGood, openMs, now }: { isGood: boolean; openMs: number; now: Now },
): Promise<boolean> {
  const ended = await db.execute(sql`
    UPDATE supplier_circuit
    SET state = ${isGood ? "closed" : "open"}, changed_at = ${sqlNow(now)},
        retry_at = ${isGood ? sql`NULL` : later(now, openMs)}
    WHERE supplier_id = ${supplierId} AND state = 'half_open'`);
  return ended.rowCount === 1;
}

/** Deletes slots older than any window. */
export async function pruneHealth(
  db: Db,
  { olderMs, now }: { olderMs: number; now: Now },
): Promise<void> {
  await db.execute(sql`DELETE FROM supplier_health WHERE slot < ${later(now, -olderMs)}`);
}
