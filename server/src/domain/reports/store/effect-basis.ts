/**
 * SQL of the reports by the time of the effect: money through the channel, deliveries of suppliers,
 * top-ups and withdrawals; and the same from the ledger's postings.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { invoicesLimit } from "../../../sql/invoices.ts";
import type { FigureRow, Span, Sums } from "../model.ts";
import { bucketOf, figureRow } from "./order-basis.ts";

const within = (column: string, { from, to }: Span): SQL =>
  sql`${sql.raw(column)} >= ${new Date(from)} AND ${sql.raw(column)} < ${new Date(to)}`;

type Found = Record<string, number | string> & { readonly key: string; readonly label: string };

async function figureRows(db: Db, query: SQL): Promise<FigureRow[]> {
  return (await db.execute<Found>(query)).rows.map(figureRow);
}
async function figuresOf(db: Db, query: SQL): Promise<Sums> {
  const { rows } = await db.execute<Record<string, number>>(query);
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]),
  );
}

/** Returns top-ups by the day or month of their credit. */
export const topUpsByDay = (db: Db, span: Span, by: "day" | "month") =>
  figureRows(
    db,
    sql`SELECT ${bucketOf("credited_at", by)} AS key, ${bucketOf("credited_at", by)} AS label,
               sum(amount_fen)::bigint AS "topUp", sum(bonus_fen)::bigint AS bonus
        FROM topup WHERE ${within("credited_at", span)} GROUP BY 1, 2 ORDER BY 1`,
  );

export const ledgerOfTopUps = (db: Db, span: Span) =>
  figuresOf(
    db,
    sql`SELECT coalesce(sum(f.amount) FILTER (WHERE t.kind = 'topup' AND f.credit = 'principal'), 0)::bigint AS "topUp",
               coalesce(sum(f.amount) FILTER (WHERE t.kind = 'topup_bonus'), 0)::bigint AS bonus
        FROM ledger_transfer f JOIN ledger_txn t ON t.member_id = f.member_id AND t.id = f.txn_id
        WHERE ${within("f.created_at", span)} AND t.kind IN ('topup', 'topup_bonus')`,
  );

/** Returns what the payment channel took and gave, by what it was for. Out is below zero. */
export const channelFlow = (db: Db, span: Span) =>
  figureRows(
    db,
    sql`SELECT key, label, count(*)::int AS times, coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint AS "in",
               coalesce(-sum(amount) FILTER (WHERE amount < 0), 0)::bigint AS "out", sum(amount)::bigint AS net
        FROM (
          SELECT CASE WHEN outcome = 'won' THEN biz_type ELSE 'unmatched' END AS key,
                 CASE WHEN outcome <> 'won' THEN '未匹配收款' WHEN biz_type = 'order' THEN '订单收款' ELSE '充值收款' END AS label,
                 amount_fen AS amount
          FROM payment_attempt WHERE state = 'SUCCESS' AND ${within("ended_at", span)}
          UNION ALL
          SELECT 'refund', '订单退款', -cash_fen FROM refund
          WHERE state = 'SUCCESS' AND cash_fen > 0 AND ${within("ended_at", span)}
          UNION ALL
          SELECT 'return', '自动退回与充值退款', -amount_fen FROM payment_return
          WHERE state = 'DONE' AND ${within("ended_at", span)}
          UNION ALL
          SELECT 'withdrawal', '提现打款', -net_fen FROM withdrawal
          WHERE state = 'SUCCESS' AND ${within("ended_at", span)}
        ) moved GROUP BY 1, 2 ORDER BY sum(amount) DESC, 1`,
  );

/** What the ledger posted to the channel's account; adjustments by two persons are left out. */
export const ledgerOfChannel = (db: Db, span: Span) =>
  figuresOf(
    db,
    sql`SELECT coalesce(sum(f.amount) FILTER (WHERE f.debit = 'channel'), 0)::bigint AS "in",
               coalesce(sum(f.amount) FILTER (WHERE f.credit = 'channel'), 0)::bigint AS "out",
               coalesce(sum(CASE f.debit WHEN 'channel' THEN f.amount ELSE -f.amount END), 0)::bigint AS net
        FROM ledger_transfer f JOIN ledger_txn t ON t.member_id = f.member_id AND t.id = f.txn_id
        WHERE ${within("f.created_at", span)} AND f.asset = 'CNY' AND 'channel' IN (f.debit, f.credit)
          AND t.kind <> 'adjust'`,
  );

/** Returns what suppliers delivered, by supplier. */
export const suppliersOfSpan = (db: Db, span: Span) =>
  figureRows(
    db,
    sql`SELECT s.supplier_id AS key, max(p.name) AS label, count(*)::int AS delivered,
               sum(s.cost_fen)::bigint AS cost
        FROM supplier_order s JOIN supplier p ON p.supplier_id = s.supplier_id
        WHERE s.state = 'SUCCESS' AND ${within("s.ended_at", span)} GROUP BY 1 ORDER BY 4 DESC, 1`,
  );

export const ledgerOfSuppliers = (db: Db, span: Span) =>
  figuresOf(
    db,
    sql`SELECT coalesce(sum(f.amount), 0)::bigint AS cost
        FROM ledger_transfer f JOIN ledger_txn t ON t.member_id = f.member_id AND t.id = f.txn_id
        WHERE ${within("f.created_at", span)} AND t.kind = 'supplier_cost' AND f.credit = 'prepaid'`,
  );

/** Returns paid withdrawals by the day or month of their end. */
export const withdrawalsByDay = (db: Db, span: Span, by: "day" | "month") =>
  figureRows(
    db,
    sql`SELECT ${bucketOf("ended_at", by)} AS key, ${bucketOf("ended_at", by)} AS label, count(*)::int AS times,
               sum(amount_fen)::bigint AS amount, sum(fee_fen)::bigint AS fee, sum(net_fen)::bigint AS net
        FROM withdrawal WHERE state = 'SUCCESS' AND ${within("ended_at", span)} GROUP BY 1, 2 ORDER BY 1`,
  );

export const ledgerOfWithdrawals = (db: Db, span: Span) =>
  figuresOf(
    db,
    sql`SELECT coalesce(sum(f.amount), 0)::bigint AS amount,
               coalesce(sum(f.amount) FILTER (WHERE f.credit = 'fee'), 0)::bigint AS fee,
               coalesce(sum(f.amount) FILTER (WHERE f.credit = 'channel'), 0)::bigint AS net
        FROM ledger_transfer f JOIN ledger_txn t ON t.member_id = f.member_id AND t.id = f.txn_id
        WHERE ${within("f.created_at", span)} AND t.kind = 'hold_confirm' AND f.debit = 'held_reward'
          AND f.credit IN ('channel', 'fee')`,
  );

const limitFen = sql.raw(
  invoicesLimit.text({ member: "member_id", order: "order_id", month: "statement_month" }),
);

/**
 * Invoices by the day they were issued and reversed. `over` is what an invoice in force is above the
 * money that was paid for its order and not refunded, or above the statement of its month.
 */
export const invoicesByDay = (db: Db, span: Span, by: "day" | "month") =>
  figureRows(
    db,
    sql`SELECT key, key AS label, count(*) FILTER (WHERE NOT is_red)::int AS issued,
               coalesce(sum(amount_fen) FILTER (WHERE NOT is_red), 0)::bigint AS "issuedFen",
               count(*) FILTER (WHERE is_red)::int AS reversed,
               coalesce(sum(amount_fen) FILTER (WHERE is_red), 0)::bigint AS "reversedFen",
               coalesce(sum(greatest(0, amount_fen - ${limitFen}))
                        FILTER (WHERE state = 'ISSUED'), 0)::bigint AS over
        FROM (
          SELECT ${bucketOf("issued_at", by)} AS key, false AS is_red, member_id, order_id, statement_month, amount_fen, state
          FROM invoice WHERE ${within("issued_at", span)}
          UNION ALL
          SELECT ${bucketOf("ended_at", by)}, true, member_id, order_id, statement_month, amount_fen, state
          FROM invoice WHERE state = 'REVERSED' AND ${within("ended_at", span)}) step
        GROUP BY key ORDER BY key`,
  );
