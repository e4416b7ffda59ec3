/**
 * Settlement with suppliers: what we owe for a day by our records, next to the supplier's
 * statement, and the differences.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import {
  epochMsSql,
  type Now,
  slotLength,
  slotOf,
  sqlNow,
} from "../../../platform/database/sql.ts";
import { noneOpenBefore } from "../../../platform/database/transaction.ts";

const DAYS = 31;
const LINES = 500;

/** What we owe for a delivery, in fen: a meal costs its menu price. */
const owed = sql`
  CASE WHEN o.cost_fen = 0 AND o.request->>'kind' = 'meal'
       THEN (o.request->>'totalFen')::bigint ELSE o.cost_fen END`;
/** Deliveries by the supplier itself, not manual ones. */
const isOwed = sql`o.state = 'SUCCESS' AND NOT o.is_hand_made`;
const endDay = sql`(o.ended_at AT TIME ZONE 'Asia/Shanghai')::date`;
const dayStart = (day: SQL) => sql`(${day}::timestamp AT TIME ZONE 'Asia/Shanghai')`;

/** The first instant whose deliveries are not summed by day. */
const firstOpenInstant = sql`(
  SELECT coalesce(max(day) + 1, '-infinity')::timestamp AT TIME ZONE 'Asia/Shanghai'
  FROM supplier_day)`;
/** The first instant whose deliveries are summed neither by day nor by slot. */
const firstUnsummedInstant = sql`(SELECT greatest(${firstOpenInstant},
  (SELECT coalesce(max(slot) + ${slotLength}, '-infinity') FROM supplier_slot)))`;
/** Past days summed in one run of the job, so that the first run on old data stays short. */
export const SUMMED_DAYS = 31;

/**
 * The sums of the deliveries of days; one row for each supplier and day that ended an order well.
 * `within` limits the days by conditions on `o.ended_at`.
 */
export const deliveriesByDay = (within: SQL): SQL => deliveriesBy(sql`${endDay} AS day`, within);

const deliveriesBy = (span: SQL, within: SQL): SQL => sql`
  SELECT ${span}, o.supplier_id,
         (count(*) FILTER (WHERE ${isOwed}))::integer AS deliveries,
         coalesce(sum(${owed}) FILTER (WHERE ${isOwed}), 0)::bigint AS owed_fen
  FROM supplier_order o WHERE o.state = 'SUCCESS' AND ${within} GROUP BY 1, 2`;

/**
 * Sums the deliveries of past days that are not summed yet, each in one statement, at most a month
 * of them. A day is summed an hour after it ended: no transaction that began in it can still be
 * open. Returns how many days it summed; a month when more may be left. Safe to run concurrently.
 */
export async function sumDeliveries(db: Db, now: Now): Promise<number> {
  for (let days = 0; days < SUMMED_DAYS; days++) {
    const { rowCount } = await db.execute(sql`
      WITH next AS MATERIALIZED (
        SELECT date_trunc('day', min(ended_at), 'Asia/Shanghai') AS start FROM supplier_order
        WHERE state = 'SUCCESS' AND ended_at >= ${firstOpenInstant}
          AND ended_at < date_trunc('day', ${sqlNow(now)} - interval '1 hour', 'Asia/Shanghai')
      )
      INSERT INTO supplier_day (day, supplier_id, deliveries, owed_fen)
      ${deliveriesByDay(sql`o.ended_at >= (SELECT start FROM next)
        AND o.ended_at < (SELECT start + interval '1 day' FROM next)`)}
      ON CONFLICT DO NOTHING`);
    if (!rowCount) return days;
  }
  return SUMMED_DAYS;
}

/**
 * Sums the deliveries of the slots that are over and neither summed nor of a summed day, and removes the slots of
 * summed days. A wrong sum ends with its day: days are summed from the orders. Safe to run concurrently.
 */
export async function sumDeliverySlots(db: Db, now: Now): Promise<void> {
  await db.execute(sql`DELETE FROM supplier_slot WHERE slot < ${firstOpenInstant}`);
  const closed = slotOf(noneOpenBefore(now));
  const isClosed = sql`o.ended_at >= ${firstUnsummedInstant} AND o.ended_at < (SELECT ${closed})`;
  await db.execute(sql`
    INSERT INTO supplier_slot (slot, supplier_id, deliveries, owed_fen)
    ${deliveriesBy(slotOf(sql`o.ended_at`), isClosed)}
    ON CONFLICT DO NOTHING`);
}

export type SettlementDay = {
  readonly supplierId: string;
  readonly day: string;
  /** `none`: the supplier issues no statements, or has not been polled for this one yet. */
  readonly statement: "none" | "waiting" | "compared";
  readonly deliveries: number;
  readonly owedFen: number;
  /** According to the statement; null where there is none. */
  readonly theirDeliveries: number | null;
  readonly theirFen: number | null;
  /** Differences found by the comparison so far. */
  readonly differences: number;
};

export type SettlementRange = {
  readonly supplierId: string | null;
  /** The newest day, YYYY-MM-DD in Shanghai. */
  readonly until: string;
  readonly days: number;
};

/** Returns days with deliveries or a statement, the newest first; at most a month of them. */
export async function settlementDays(
  db: Db,
  { supplierId, until, days }: SettlementRange,
): Promise<SettlementDay[]> {
  const last = sql`${until}::date`;
  const first = sql`(${until}::date - ${Math.min(days, DAYS) - 1}::integer)`;
  const end = dayStart(sql`(${last} + 1)`);
  const found = await db.execute<SettlementDay>(sql`
    WITH part AS (
      SELECT supplier_id, day, deliveries, owed_fen FROM supplier_day WHERE day BETWEEN ${first} AND ${last}
      UNION ALL
      SELECT supplier_id, (slot AT TIME ZONE 'Asia/Shanghai')::date, deliveries, owed_fen FROM supplier_slot
      WHERE slot < ${end} AND slot >= greatest(${dayStart(first)}, ${firstOpenInstant})
      UNION ALL
      SELECT o.supplier_id, ${endDay}, 1, ${owed} FROM supplier_order o
      WHERE ${isOwed} AND o.ended_at < ${end} AND o.ended_at >= greatest(
        ${dayStart(first)}, ${firstUnsummedInstant})
    ), ours AS (
      SELECT supplier_id, day, sum(deliveries)::integer AS deliveries, sum(owed_fen)::bigint AS fen
      FROM part WHERE deliveries > 0 GROUP BY 1, 2
    ), theirs AS (
      SELECT split_part(d.source, ':', 2) AS supplier_id, d.day, d.state, d.file_id,
             coalesce(f.issued_rows, 0) AS deliveries, coalesce(f.issued_fen, 0) AS fen,
             (SELECT count(*)::integer FROM bill_difference x
              WHERE x.source = d.source AND x.day = d.day
                AND x.file_id IS NOT DISTINCT FROM d.file_id) AS differences
      FROM bill_day d
        LEFT JOIN bill_file f ON f.source = d.source AND f.day = d.day AND f.file_id = d.file_id
      WHERE d.source LIKE 'supplier:%' AND d.day BETWEEN ${first} AND ${last}
    )
    SELECT supplier_id AS "supplierId", day::text AS day, coalesce(t.state, 'none') AS statement,
           coalesce(o.deliveries, 0) AS deliveries, coalesce(o.fen, 0) AS "owedFen",
           CASE WHEN t.state = 'compared' THEN t.deliveries END AS "theirDeliveries",
           CASE WHEN t.state = 'compared' THEN t.fen END AS "theirFen",
           coalesce(t.differences, 0) AS differences
    FROM ours o FULL JOIN theirs t USING (supplier_id, day)
    WHERE supplier_id = coalesce(${supplierId}, supplier_id)
    ORDER BY day DESC, supplier_id`);
  return found.rows;
}

export type SettlementLine = {
  /**
   * `only_here`: in our records but in no statement. `twice`: the same number again. `other_day`:
   * the same on both sides, but the other side has it on another day; its amount of that side is
   * null here.
   */
  readonly difference: "only_here" | "only_there" | "amount" | "state" | "twice" | "other_day";
  readonly outNo: string;
  readonly ourState: string | null;
  readonly ourFen: number | null;
  readonly theirState: string | null;
  readonly theirFen: number | null;
  readonly at: number | null;
};

/**
 * Returns the lines that make the sums of a day differ, at most five hundred. A delivery near
 * midnight may be in an adjacent day's statement: it changes the sums of both days, and is no case.
 */
export async function settlementLines(
  db: Db,
  { supplierId, day }: { supplierId: string; day: string },
): Promise<SettlementLine[]> {
  const source = `supplier:${supplierId}`;
  const isOfDay = sql`(o.ended_at >= ${dayStart(sql`${day}::date`)}
    AND o.ended_at < ${dayStart(sql`(${day}::date + 1)`)})`;
  const isCompared = sql`EXISTS (SELECT 1 FROM bill_day d
    WHERE d.source = ${source} AND d.day = ${day}::date AND d.state = 'compared')`;
  const found = await db.execute<SettlementLine>(sql`
    WITH r AS MATERIALIZED (
      SELECT r.*, row_number() OVER (PARTITION BY r.out_no ORDER BY r.row_no) AS time
      FROM bill_row r
        JOIN bill_day d ON d.source = r.source AND d.day = r.day AND d.file_id = r.file_id
      WHERE r.source = ${source} AND r.day = ${day}::date
    ), n AS MATERIALIZED (
      SELECT out_no, owner_id, supplier_order_id FROM supplier_out_no
      WHERE supplier_id = ${supplierId} AND out_no IN (SELECT out_no FROM r)
    ), named AS MATERIALIZED (
      SELECT o.* FROM supplier_order o
      WHERE (o.member_id, o.id) IN (SELECT owner_id, supplier_order_id FROM n)
    ), ours AS MATERIALIZED (
      SELECT o.* FROM supplier_order o
      WHERE ${isOwed} AND o.supplier_id = ${supplierId} AND ${isOfDay}
    ), lines AS (
      SELECT r.out_no, CASE WHEN ${isOwed} THEN 'issued' WHEN o.state IS NULL THEN NULL
                            WHEN o.state IN ('SUCCESS', 'FAILED') THEN 'failed'
                            ELSE 'open' END AS our_state,
             CASE WHEN ${isOwed} THEN ${owed} WHEN o.state IS NOT NULL THEN 0 END AS our_fen,
             r.state AS their_state,
             CASE WHEN r.state = 'issued' THEN r.amount_fen ELSE 0 END AS their_fen, r.at, r.time,
             CASE WHEN ${isOwed} AND NOT ${isOfDay} THEN 'theirs' END AS only_side
      FROM r LEFT JOIN n ON n.out_no = r.out_no
        LEFT JOIN named o ON o.member_id = n.owner_id AND o.id = n.supplier_order_id
      UNION ALL
      SELECT o.out_no, 'issued', ${owed}, CASE WHEN x.out_no IS NOT NULL THEN 'issued' END,
             CASE WHEN x.out_no IS NOT NULL THEN ${owed} END, o.ended_at, 1,
             CASE WHEN x.out_no IS NOT NULL THEN 'ours' END
      FROM ours o LEFT JOIN LATERAL (
        SELECT x.out_no, x.day FROM bill_row x
        JOIN bill_day d ON d.source = x.source AND d.day = x.day AND d.file_id = x.file_id
        WHERE x.source = ${source} AND x.kind = 'supply' AND x.out_no = o.out_no
        ORDER BY x.day = ${day}::date DESC LIMIT 1) x ON true
      WHERE ${isCompared} AND x.day IS DISTINCT FROM ${day}::date
    ), judged AS (
      SELECT CASE WHEN time > 1 THEN 'twice' WHEN their_state IS NULL THEN 'only_here'
                  WHEN our_state IS NULL THEN 'only_there'
                  WHEN (our_state = 'issued') <> (their_state = 'issued') THEN 'state'
                  WHEN our_fen <> their_fen THEN 'amount'
                  WHEN only_side IS NOT NULL THEN 'other_day' END AS difference, *
      FROM lines
    )
    SELECT difference, out_no AS "outNo", our_state AS "ourState",
           CASE WHEN only_side = 'theirs' AND difference = 'other_day' THEN NULL ELSE our_fen END
             AS "ourFen",
           their_state AS "theirState",
           CASE WHEN only_side = 'ours' AND difference = 'other_day' THEN NULL ELSE their_fen END
             AS "theirFen", ${sql.raw(epochMsSql("at"))} AS at
    FROM judged WHERE difference IS NOT NULL ORDER BY difference, out_no LIMIT ${LINES}`);
  return found.rows;
}
