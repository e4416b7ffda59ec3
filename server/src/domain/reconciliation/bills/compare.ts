/**
 * Set-based comparison: a file's rows against our records, and our records of a day against all
 * rows.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import type { BillKind, DayKey, Found } from "./model.ts";
import type { FileKey } from "./store/rows.ts";

/**
 * Our records under each number in one shape: owner, state, and the time span in which it was in
 * progress. `number` is null where the partner never sent one.
 */
type OwnRecords = {
  /** Ends with a condition, so that further conditions can be appended. */
  readonly from: SQL;
  /** The condition that a record has one of these numbers; the tables of the numbers may lie elsewhere. */
  readonly hasNumber: (numbers: SQL) => SQL;
  readonly done: SQL;
  readonly at: SQL;
};

const paymentColumns = sql.raw(`a.member_id, a.state, a.amount_fen, a.transaction_id AS number,
  NULL::text AS of_no, coalesce(a.paid_at, a.created_at) AS began_at, a.paid_at AS ended_at`);
const payment: OwnRecords = {
  from: sql`SELECT a.out_trade_no AS out_no, ${paymentColumns} FROM payment_attempt a WHERE true`,
  hasNumber: (numbers) => sql`
    (a.member_id, a.id) IN (SELECT owner_id, attempt_id FROM trade_no WHERE out_trade_no IN (${numbers}))`,
  done: sql`a.state = 'SUCCESS'`,
  at: sql`a.paid_at`,
};

/** Refunds of orders. */
const refundColumns =
  sql.raw(`f.member_id, f.state, f.cash_fen AS amount_fen, f.channel_refund_no AS number,
  a.out_trade_no AS of_no, f.created_at AS began_at, f.ended_at`);
const refund: OwnRecords = {
  from: sql`
    SELECT f.refund_no AS out_no, ${refundColumns}
    FROM refund f JOIN payment_attempt a ON a.member_id = f.member_id AND a.id = f.attempt_id WHERE true`,
  hasNumber: (numbers) => sql`
    (f.member_id, f.id) IN (SELECT owner_id, refund_id FROM refund_no WHERE refund_no IN (${numbers}))`,
  done: sql`f.state = 'SUCCESS' AND f.cash_fen > 0`,
  at: sql`f.ended_at`,
};

/** Refunds of payments that no order accepted. */
const returnColumns = sql.raw(`p.member_id, p.state, p.amount_fen, p.channel_refund_no AS number,
  a.out_trade_no AS of_no, p.created_at AS began_at, p.ended_at`);
const returnedPayment: OwnRecords = {
  from: sql`
    SELECT p.refund_no AS out_no, ${returnColumns}
    FROM payment_return p JOIN payment_attempt a ON a.member_id = p.member_id AND a.id = p.attempt_id WHERE true`,
  hasNumber: (numbers) => sql`
    (p.member_id, p.id) IN (SELECT owner_id, return_id FROM payment_return_no WHERE refund_no IN (${numbers}))`,
  done: sql`p.state = 'DONE'`,
  at: sql`p.ended_at`,
};

/**
 * A meal costs its menu price; what was not delivered, or was delivered manually, costs nothing.
 */
const supplyColumns =
  sql.raw(`o.member_id, CASE WHEN o.is_hand_made THEN 'FAILED' ELSE o.state END AS state,
  CASE WHEN NOT o.is_hand_made THEN o.supplier_no END AS number, NULL::text AS of_no, o.created_at AS began_at,
  o.ended_at,
  CASE WHEN o.state <> 'SUCCESS' OR o.is_hand_made THEN 0
       WHEN o.cost_fen = 0 AND o.request->>'kind' = 'meal' THEN (o.request->>'totalFen')::bigint
       ELSE o.cost_fen END AS amount_fen`);
const supplyOf = (source: string): OwnRecords => ({
  from: sql`
    SELECT o.out_no, ${supplyColumns} FROM supplier_order o WHERE o.supplier_id = ${supplierOf(source)}`,
  hasNumber: (numbers) => sql`
    (o.member_id, o.id) IN (SELECT owner_id, supplier_order_id FROM supplier_out_no WHERE out_no IN (${numbers}))`,
  done: sql`o.state = 'SUCCESS' AND NOT o.is_hand_made`,
  at: sql`o.ended_at`,
});

const supplierOf = (source: string): string => source.replace(/^supplier:/, "");
const oursOf = (source: string): readonly { kind: BillKind; ours: OwnRecords }[] =>
  source.startsWith("supplier:")
    ? [{ kind: "supply", ours: supplyOf(source) }]
    : [
        { kind: "payment", ours: payment },
        { kind: "refund", ours: refund },
        { kind: "refund", ours: returnedPayment },
      ];

/**
 * Which of our states match a state of the partner; a state that advances by itself may have
 * advanced.
 */
const areStatesConsistent = sql`
  CASE r.kind || ' ' || r.state
    WHEN 'payment SUCCESS' THEN o.state = 'SUCCESS'
    WHEN 'refund SUCCESS' THEN o.state IN ('SUCCESS', 'DONE')
    WHEN 'refund PROCESSING' THEN o.state IN ('CREATED', 'PROCESSING', 'ABNORMAL', 'SUCCESS', 'DONE')
    WHEN 'refund CHANGE' THEN o.state IN ('ABNORMAL', 'PROCESSING', 'SUCCESS', 'DONE')
    WHEN 'supply issued' THEN o.state = 'SUCCESS'
    WHEN 'supply failed' THEN o.state = 'FAILED'
    WHEN 'supply cancelled' THEN o.state = 'FAILED'
    ELSE false END`;

/** The fee of a row by our rate, to the nearest fen; a refund returns it. NULL for a supplier. */
const ownFee = (feeShare: number): SQL => sql`
  (r.amount_fen * ${feeShare}::bigint + 5000) / 10000 * CASE r.kind WHEN 'payment' THEN 1 WHEN 'refund' THEN -1 END`;

/** The fees of several partial refunds of one payment may miss their nearest fen by one. */
const isFeeMismatch = (feeShare: number): SQL => sql`
  CASE r.kind WHEN 'payment' THEN r.fee_fen <> ${ownFee(feeShare)}
    WHEN 'refund' THEN abs(r.fee_fen - ${ownFee(feeShare)}) > 1
    ELSE false END`;

/**
 * The same number again: earlier in the file, or in an earlier day's; a refund may be reported
 * repeatedly while in progress.
 */
const isDuplicate = sql`
  EXISTS (SELECT 1 FROM bill_row e JOIN bill_day d ON d.source = e.source AND d.day = e.day AND d.file_id = e.file_id
          WHERE e.source = r.source AND e.kind = r.kind AND e.out_no = r.out_no AND e.day < r.day
            AND NOT (e.kind = 'refund' AND e.state = 'PROCESSING'))
  OR EXISTS (SELECT 1 FROM bill_row e
             WHERE e.source = r.source AND e.kind = r.kind AND e.out_no = r.out_no AND e.day = r.day
               AND e.file_id = r.file_id AND e.row_no < r.row_no)`;

const dayStart = (day: string): SQL => sql`(${day}::date::timestamp AT TIME ZONE 'Asia/Shanghai')`;
const dayEnd = (day: string): SQL =>
  sql`((${day}::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai')`;
const interval = (ms: number): SQL => sql`make_interval(secs => ${ms}::float8 / 1000)`;

const sideOf = (row: SQL, number: SQL, at: SQL, fee: SQL): SQL => sql`
  jsonb_strip_nulls(jsonb_build_object('number', ${number}, 'of', ${row}.of_no, 'state', ${row}.state,
    'amountFen', ${row}.amount_fen, 'feeFen', ${fee}, 'at', ${at}))`;
const theirs = sideOf(sql`r`, sql`r.channel_no`, sql`r.at`, sql`r.fee_fen`);
const ours = (fee: SQL): SQL =>
  sideOf(sql`o`, sql`o.number`, sql`coalesce(o.ended_at, o.began_at)`, fee);

export type Limits = { readonly edgeMs: number; readonly feeShare: number };

/** Returns the differences of a range of rows, both ends inclusive, in the order of the rows. */
export async function compareRows(
  tx: Tx,
  { source, day, fileId }: FileKey,
  { from, to, edgeMs, feeShare }: Limits & { from: number; to: number },
): Promise<Found[]> {
  const parts = oursOf(source).map(({ kind, ours: { from: some, hasNumber } }, n) => ({
    kind,
    name: sql.raw(`own_${n}`),
    records: sql`${some} AND ${hasNumber(sql`SELECT out_no FROM r WHERE kind = ${kind}`)}`,
  }));
  const own = parts.map(({ name, records }) => sql`${name} AS MATERIALIZED (${records})`);
  const known = parts.map(
    ({ kind, name }) => sql`
      SELECT r.row_no, k.* FROM r JOIN ${name} k ON k.out_no = r.out_no WHERE r.kind = ${kind}`,
  );
  const found = await tx.execute<Found>(sql`
    WITH r AS MATERIALIZED (
      SELECT * FROM bill_row WHERE source = ${source} AND day = ${day}::date AND file_id = ${fileId}
        AND row_no BETWEEN ${from} AND ${to}
    ), ${sql.join(own, sql`, `)}, o AS (${sql.join(known, sql` UNION ALL `)}), judged AS (
      SELECT r.kind, r.out_no, r.row_no, o.member_id, ${theirs} AS theirs,
             CASE WHEN o.row_no IS NOT NULL THEN ${ours(ownFee(feeShare))} END AS ours,
             CASE WHEN ${isDuplicate} THEN 'bill_duplicate'
                  WHEN o.row_no IS NULL THEN 'bill_only_there'
                  WHEN o.number <> r.channel_no OR o.of_no <> r.of_no THEN 'bill_number'
                  WHEN NOT ${areStatesConsistent} THEN 'bill_state'
                  WHEN o.amount_fen <> r.amount_fen THEN 'bill_amount'
                  WHEN ${isFeeMismatch(feeShare)} THEN 'bill_fee'
                  WHEN o.began_at >= ${dayEnd(day)} + ${interval(edgeMs)}
                    OR o.ended_at < ${dayStart(day)} - ${interval(edgeMs)} THEN 'bill_other_day'
             END AS class
      FROM r LEFT JOIN o USING (row_no)
    )
    SELECT class, kind, out_no AS "outNo", row_no AS "rowNo", member_id AS "memberId", ours, theirs
    FROM judged WHERE class IS NOT NULL ORDER BY row_no`);
  return found.rows;
}

/**
 * Returns our records completed on a day that no row of any day reports. The day's last minutes are
 * left to the next day, whose bill may contain them; those of the previous day, where it is
 * compared, belong to this day.
 */
export async function findUnreported(
  tx: Tx,
  { source, day }: DayKey,
  edgeMs: number,
): Promise<Found[]> {
  const done = oursOf(source).map(
    ({ kind, ours: { from, done: isDone, at } }, n) => sql`
      own_${sql.raw(String(n))} AS MATERIALIZED (
        SELECT ${kind}::text AS kind, o.* FROM (${from} AND ${isDone}
          AND ${at} >= (SELECT since FROM edge) AND ${at} < ${dayEnd(day)} - ${interval(edgeMs)}) o)`,
  );
  const own = done.map((_, n) => sql`SELECT * FROM own_${sql.raw(String(n))}`);
  const found = await tx.execute<Found>(sql`
    WITH edge AS MATERIALIZED (
      SELECT ${dayStart(day)} - CASE WHEN EXISTS (
        SELECT 1 FROM bill_day e WHERE e.source = ${source} AND e.day = ${day}::date - 1
      ) THEN ${interval(edgeMs)} ELSE interval '0' END AS since
    ), ${sql.join(done, sql`, `)}
    SELECT 'bill_only_here' AS class, o.kind, o.out_no AS "outNo", NULL::integer AS "rowNo",
           o.member_id AS "memberId", ${ours(sql`NULL::bigint`)} AS ours, NULL AS theirs
    FROM (${sql.join(own, sql` UNION ALL `)}) o
    WHERE NOT EXISTS (
      SELECT 1 FROM bill_row r JOIN bill_day d ON d.source = r.source AND d.day = r.day AND d.file_id = r.file_id
      WHERE r.source = ${source} AND r.kind = o.kind AND r.out_no = o.out_no)
    ORDER BY o.kind, o.out_no`);
  return found.rows;
}

/**
 * Returns whether we have records completed on this day: then a source that reports an empty day is
 * wrong or late.
 */
export async function hasOwnRecords(
  tx: Tx,
  { source, day }: DayKey,
  edgeMs: number,
): Promise<boolean> {
  const some = oursOf(source).map(
    ({ ours: { from, done, at } }) => sql`
      SELECT 1 FROM (${from} AND ${done}
        AND ${at} >= ${dayStart(day)} + ${interval(edgeMs)} AND ${at} < ${dayEnd(day)} - ${interval(edgeMs)}) o`,
  );
  const found = await tx.execute<{ has: boolean }>(
    sql`SELECT EXISTS (${sql.join(some, sql` UNION ALL `)}) AS has`,
  );
  return found.rows[0]?.has ?? false;
}
