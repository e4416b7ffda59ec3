/** SQL statements that sum the events of an hour, and that find the hours with events. */
import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";
import { BUCKET_FACTOR, BUCKET_FIRST_MS } from "../model.ts";

/** An hour in SQL: from its beginning, and before the next one. */
type Span = { readonly from: SQL; readonly to: SQL };

/** Money that moved, by what it was for. An account's own sum is debits less credits. */
const money = ({ from, to }: Span) => sql`
  line AS MATERIALIZED (
    SELECT t.kind, t.order_id, t.id AS txn_id, f.member_id, f.debit, f.credit, f.amount,
           coalesce(f.party, '') AS party
    FROM ledger_transfer f JOIN ledger_txn t ON t.member_id = f.member_id AND t.id = f.txn_id
    WHERE f.created_at >= ${from} AND f.created_at < ${to} AND f.asset = 'CNY'
  ), sale AS (
    SELECT CASE
        WHEN kind = 'wxpay_accept' AND credit = 'clearing' AND order_id IS NOT NULL THEN 'channelFen'
        WHEN kind = 'hold_confirm' AND credit = 'clearing' THEN 'balanceFen'
        WHEN kind = 'order_paid' AND party LIKE 'coupon:%' THEN 'couponFen'
        WHEN kind = 'order_paid' AND party = 'points' THEN 'pointsFen'
        WHEN kind = 'code_redeem' AND credit = 'clearing' THEN 'codeFen'
        WHEN kind = 'code_return' AND debit = 'clearing' THEN 'codeBackFen'
        WHEN kind = 'refund_paid' THEN 'channelBackFen'
        WHEN kind = 'wallet_return' AND debit = 'clearing' THEN 'balanceBackFen'
        WHEN kind = 'topup' THEN 'topupFen'
      END AS measure, line.*
    FROM line
  )`;

/**
 * Supplier orders that ended. An item was submitted when its first attempt was. It failed when no
 * next attempt was made in the transaction of the failure; `failures` are such failures of earlier
 * attempts, which an operator placed again: a later success takes the failure back.
 */
const ended = ({ from, to }: Span) => sql`
  ended AS MATERIALIZED (
    SELECT s.supplier_id, s.state, s.created_at, s.sent_at, s.manual_at, s.ended_at, min(o.created_at) AS first_at,
           bool_or(o.attempt > s.attempt AND o.created_at <= s.ended_at) AS has_next,
           bool_or(o.attempt < s.attempt AND o.state = 'FAILED' AND o.ended_at < s.created_at) AS has_failed,
           p.paid_at, p.kind
    FROM supplier_order s
    JOIN supplier_order o ON o.member_id = s.member_id AND o.order_id = s.order_id
      AND o.item_id IS NOT DISTINCT FROM s.item_id
    LEFT JOIN orders p ON p.member_id = s.member_id AND p.id = s.order_id
    WHERE s.ended_at >= ${from} AND s.ended_at < ${to}
    GROUP BY s.member_id, s.id, s.supplier_id, s.state, s.created_at, s.sent_at, s.manual_at, s.ended_at, p.paid_at, p.kind
  )`;

const paid = ({ from, to }: Span) => sql`
  paid AS MATERIALIZED (
    SELECT o.member_id, o.id, o.source, o.code_id, o.code_mac, o.paid_at, m.status <> 'GUEST' AS is_member
    FROM orders o LEFT JOIN member m ON m.member_id = o.member_id
    WHERE o.paid_at >= ${from} AND o.paid_at < ${to}
  ), former AS MATERIALIZED (
    SELECT DISTINCT o.member_id FROM orders o
    WHERE o.member_id IN (SELECT member_id FROM paid WHERE is_member) AND o.paid_at < ${from}
  ), part_code AS MATERIALIZED (
    SELECT c.code_mac, c.batch_id FROM code c
    WHERE c.code_mac IN (SELECT code_mac FROM paid WHERE code_id IS NOT NULL)
  )`;

const hourSql = (at: string): SQL => sql.raw(`date_trunc('hour', ${at}, 'UTC')`);

/**
 * The bucket of a duration: the next has a tenth more, so that a percentile is found from counts
 * within five per cent. Durations up to 100 ms are in bucket 0.
 */
const bucketSql = (ms: string): SQL =>
  sql.raw(
    `greatest(0, ceil(ln(greatest(${ms}, 1) / ${BUCKET_FIRST_MS}.0) / ln(${BUCKET_FACTOR})))::int`,
  );

/** Every part of an hour's sums: hour, measure, dimension, key, value. */
const parts = ({ from, to }: Span) => sql`
  SELECT ${from} AS hour, measure, 'total' AS dimension, '' AS key, amount AS value
  FROM sale WHERE measure IS NOT NULL
  UNION ALL
  SELECT ${from}, measure, split_part(party, ':', 1), split_part(party, ':', 2), amount
  FROM sale WHERE measure IN ('couponFen', 'codeFen') AND party LIKE '%:%'
  UNION ALL
  SELECT ${hourSql("o.paid_at")}, 'paidBackFen', 'total', '', s.amount
  FROM sale s JOIN orders o ON o.member_id = s.member_id AND o.id = s.order_id
  WHERE s.measure IN ('channelBackFen', 'balanceBackFen') AND o.paid_at IS NOT NULL
  UNION ALL
  SELECT ${from}, account || 'Fen', dimension, key, CASE debit WHEN account THEN amount ELSE -amount END
  FROM line
  CROSS JOIN (VALUES ('cost'), ('fee')) a (account)
  CROSS JOIN LATERAL (VALUES ('total', ''), ('supplier', party)) d (dimension, key)
  WHERE account IN (debit, credit) AND (dimension = 'total' OR (account = 'cost' AND party <> ''))
  UNION ALL
  SELECT ${from}, 'balance', 'account', l.asset || ':' || l.purpose, l.change FROM ledger_line l
  WHERE l.created_at >= ${from} AND l.created_at < ${to} AND l.version IS NOT NULL
  UNION ALL
  SELECT ${from}, 'givenBack', 'total', '', 1 FROM (SELECT DISTINCT txn_id FROM line WHERE kind = 'code_return') r
  UNION ALL
  SELECT ${from}, 'orders', 'total', '', 1 FROM paid
  UNION ALL
  SELECT ${from}, 'redeemed', 'total', '', 1 FROM paid WHERE code_id IS NOT NULL
  UNION ALL
  SELECT ${from}, 'redeemed', 'batch', c.batch_id::text, 1
  FROM paid JOIN part_code c ON c.code_mac = paid.code_mac WHERE paid.code_id IS NOT NULL
  UNION ALL
  SELECT ${from}, v.measure, 'benefit', i.snapshot->>'benefitId', v.value
  FROM paid JOIN order_item i ON i.member_id = paid.member_id AND i.order_id = paid.id
  CROSS JOIN LATERAL (VALUES ('goodsFen', i.goods_fen - i.level_off_fen), ('units', i.quantity)) v (measure, value)
  WHERE paid.source = 'shop' AND i.snapshot->>'benefitId' IS NOT NULL
  UNION ALL
  SELECT ${from}, 'newMembers', 'total', '', 1
  FROM (SELECT DISTINCT member_id FROM paid WHERE is_member) p
  WHERE NOT EXISTS (SELECT FROM former f WHERE f.member_id = p.member_id)
  UNION ALL
  SELECT ${from}, 'registered', 'total', '', 1 FROM member
  WHERE created_at >= ${from} AND created_at < ${to} AND status <> 'GUEST'
  UNION ALL
  SELECT ${hourSql("created_at")}, CASE state WHEN 'SUCCESS' THEN 'delivered' ELSE 'failed' END,
         'supplier', supplier_id, 1 FROM ended
  UNION ALL
  SELECT ${hourSql("created_at")}, 'manual', 'supplier', supplier_id, 1 FROM ended WHERE manual_at IS NOT NULL
  UNION ALL
  SELECT ${hourSql("created_at")}, 'took', 'latency',
         supplier_id || ':' || ${bucketSql("extract(epoch FROM ended_at - coalesce(sent_at, created_at)) * 1000")}, 1
  FROM ended WHERE state = 'SUCCESS'
  UNION ALL
  SELECT ${from}, 'fetched', 'fetch', kind || ':' || ${bucketSql("extract(epoch FROM ended_at - paid_at) * 1000")}, 1
  FROM ended WHERE state = 'SUCCESS' AND paid_at IS NOT NULL
  UNION ALL
  SELECT ${hourSql("first_at")}, 'delivered', 'total', '', 1 FROM ended WHERE state = 'SUCCESS'
  UNION ALL
  SELECT ${hourSql("first_at")}, 'failed', 'total', '', 1 FROM ended
  WHERE state = 'FAILED' AND NOT has_next AND NOT has_failed
  UNION ALL
  SELECT ${hourSql("first_at")}, 'failed', 'total', '', -1 FROM ended
  WHERE state = 'SUCCESS' AND has_failed`;

const instant = (at: number) => sql`${new Date(at)}::timestamptz`;

/** Replaces the sums of the events of one hour, which begins at `hour` and ends before `next`, in ms. */
export async function replaceHour(tx: Tx, { hour, next }: { hour: number; next: number }) {
  const span = { from: instant(hour), to: instant(next) };
  await tx.execute(sql`DELETE FROM stat_hour WHERE at_hour = ${span.from}`);
  await tx.execute(sql`
    WITH ${money(span)}, ${paid(span)}, ${ended(span)}, part AS (${parts(span)})
    INSERT INTO stat_hour (at_hour, hour, measure, dimension, key, value)
    SELECT ${span.from}, hour, measure, dimension, key, sum(value)::bigint FROM part
    GROUP BY hour, measure, dimension, key HAVING sum(value) <> 0`);
}

/** Removes the sums of hours without events: from `from`, before `to`; returns how many rows. */
export async function removeHours(tx: Tx, { from, to }: { from: number; to: number }) {
  const done = await tx.execute(sql`
    DELETE FROM stat_hour WHERE at_hour >= ${instant(from)} AND at_hour < ${instant(to)}`);
  return done.rowCount ?? 0;
}

/** Returns what tells two sums of an hour apart. */
export async function fingerprintOf(tx: Tx, hour: number): Promise<string> {
  const { rows } = await tx.execute<{ print: string }>(sql`
    SELECT coalesce(md5(string_agg(concat_ws('|', hour, measure, dimension, key, value), E'\n'
             ORDER BY hour, measure, dimension, key)), '') AS print
    FROM stat_hour WHERE at_hour = ${instant(hour)}`);
  return rows[0]?.print ?? "";
}

const sources = [
  ["ledger_transfer", "created_at", ""],
  ["orders", "paid_at", ""],
  ["supplier_order", "ended_at", ""],
  ["member", "created_at", "AND status <> 'GUEST'"],
] as const;

async function eventAt(db: Db | Tx, pick: "max" | "min", limit: SQL): Promise<number | undefined> {
  const each = sources.map(
    ([table, at, also]) =>
      sql`(SELECT ${sql.raw(`${pick}(${at})`)} FROM ${sql.raw(table)}
           WHERE ${sql.raw(at)} ${limit} ${sql.raw(also)})`,
  );
  const best = sql.raw(pick === "max" ? "greatest" : "least");
  const { rows } = await db.execute<{ at: number | null }>(sql`
    SELECT ${sql.raw(epochMsSql("at"))} AS at FROM (SELECT ${best}(${sql.join(each, sql`, `)}) AS at) e`);
  return rows[0]?.at ?? undefined;
}

/** Returns the instant in ms of the last event before an instant, of any kind. */
export const lastEventBefore = (db: Db | Tx, at: number) =>
  eventAt(db, "max", sql`< ${instant(at)}`);

/** Returns the instant in ms of the first event at or after an instant, of any kind. */
export const firstEventFrom = (db: Db | Tx, at: number) =>
  eventAt(db, "min", sql`>= ${instant(at)}`);
