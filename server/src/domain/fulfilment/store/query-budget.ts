/**
 * All SQL statements about queries to suppliers: the budget shared by all processes, and the
 * statistics.
 */
import { platformAfterMs } from "../../../sql/platform.ts";
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import type { SupplierStats } from "../routing.ts";
import type { SupplierOrderKey } from "./supplier-orders.ts";

type Queryable = Db | Tx;
const later = (now: Now, ms: number) => sql`${sqlNow(now)} + ${ms} * interval '1 ms'`;
const day = (now: Now) => sql`(${sqlNow(now)} AT TIME ZONE 'Asia/Shanghai')::date`;

export type QueryBudget = {
  readonly perDay: number;
  readonly burst: number;
  readonly gapMs: number;
  readonly now: Now;
};

/**
 * Takes one query of an order out of its supplier's budget and its own; false when either is used
 * up. All processes lock the supplier's row: a concurrent caller waits for it and sees what is
 * left.
 */
export async function consumeQueryBudget(
  db: Db,
  order: SupplierOrderKey & { readonly supplierId: string },
  { perDay, burst, gapMs, now }: QueryBudget,
): Promise<boolean> {
  const gap = Math.ceil(gapMs);
  const taken = await db.execute(sql`
    WITH budget AS (
      INSERT INTO supplier_pace AS p (supplier_id, free_at) VALUES (${order.supplierId}, ${later(now, gap)})
      ON CONFLICT (supplier_id) DO UPDATE SET free_at = greatest(${platformAfterMs.sql({ at: sql`p.free_at`, ms: gap })}, excluded.free_at)
      WHERE p.free_at IS NULL OR p.free_at <= ${platformAfterMs.sql({ at: sql`excluded.free_at`, ms: (burst - 2) * gap })}
      RETURNING 1)
    UPDATE supplier_order
    SET asked = CASE WHEN asked_day = today.day THEN asked + 1 ELSE 1 END, asked_day = today.day
    FROM (SELECT ${day(now)} AS day) today
    WHERE member_id = ${order.ownerId} AND id = ${order.id} AND EXISTS (SELECT 1 FROM budget)
      AND (asked_day IS DISTINCT FROM today.day OR asked < ${perDay})`);
  return taken.rowCount === 1;
}

/**
 * Postpones a poll until its supplier may be queried again and a little more, but not beyond
 * `until`.
 */
export async function postponePoll(
  db: Db,
  order: SupplierOrderKey & { readonly supplierId: string },
  { moreMs, until, now }: { moreMs: number; until: Date; now: Now },
): Promise<void> {
  await db.execute(sql`
    WITH next AS MATERIALIZED (
      SELECT least(${until}::timestamptz, ${later(now, moreMs)} + greatest(
        (SELECT free_at - ${sqlNow(now)} FROM supplier_pace WHERE supplier_id = ${order.supplierId}), interval '0')) AS at)
    UPDATE supplier_order SET next_look_at = (SELECT at FROM next)
    WHERE member_id = ${order.ownerId} AND id = ${order.id} AND next_look_at IS NOT NULL`);
}

/** Reads the suppliers' statistics for routing. */
export async function findSupplierStats(
  db: Queryable,
  supplierIds: readonly string[],
  now: Now,
): Promise<SupplierStats[]> {
  const wanted = sql`${sql.param([...supplierIds])}::text[]`;
  const found = await db.execute<SupplierStats>(sql`
    WITH circuit AS MATERIALIZED (
      SELECT supplier_id, state, retry_at FROM supplier_circuit WHERE supplier_id = ANY(${wanted})),
    pace AS MATERIALIZED (
      SELECT supplier_id, is_ailing, good_share, placing_ms FROM supplier_pace WHERE supplier_id = ANY(${wanted}))
    SELECT s.supplier_id AS "supplierId",
           (NOT s.is_on OR coalesce(c.state <> 'closed' AND c.retry_at > ${sqlNow(now)}, false)) AS "isShut",
           coalesce(p.is_ailing, false) AS "isAiling", coalesce(p.good_share, 1000) AS "goodShare",
           p.placing_ms AS "placingMs"
    FROM supplier s LEFT JOIN circuit c USING (supplier_id) LEFT JOIN pace p USING (supplier_id)
    WHERE s.supplier_id = ANY(${sql.param([...supplierIds])}::text[])`);
  return found.rows;
}

/**
 * Recomputes the suppliers' health and usual times from the window; with too few samples they are
 * unknown.
 */
export async function updateStats(
  db: Db,
  window: {
    readonly windowMs: number;
    readonly least: number;
    readonly shareMin: number;
    readonly now: Now;
  },
): Promise<void> {
  const { windowMs, least, shareMin, now } = window;
  await db.execute(sql`
    WITH health AS MATERIALIZED (
      SELECT supplier_id, sum(good) AS good, sum(good + bad) AS all_of, sum(timed) AS timed, sum(timed_ms) AS timed_ms,
             sum(answers) AS answers, sum(answer_ms) AS answer_ms
      FROM supplier_health WHERE slot > ${later(now, -windowMs)} GROUP BY 1),
    learned AS MATERIALIZED (
      SELECT s.supplier_id,
        CASE WHEN h.all_of >= ${least} THEN round(h.good * 1000 / h.all_of)::integer ELSE 1000 END AS share,
        CASE WHEN h.timed >= ${least} THEN round(h.timed_ms / h.timed)::integer END AS placed_ms,
        CASE WHEN h.answers >= ${least} THEN round(h.answer_ms / h.answers)::integer END AS usual_ms
      FROM supplier s LEFT JOIN health h USING (supplier_id))
    INSERT INTO supplier_pace AS p (supplier_id, good_share, is_ailing, placing_ms, usual_ms, learned_at)
    SELECT supplier_id, share, share < ${shareMin}, placed_ms, usual_ms, ${sqlNow(now)} FROM learned
    ON CONFLICT (supplier_id) DO UPDATE
    SET good_share = excluded.good_share, is_ailing = excluded.is_ailing, placing_ms = excluded.placing_ms,
        usual_ms = excluded.usual_ms, learned_at = excluded.learned_at`);
}
