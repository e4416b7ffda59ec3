/**
 * SQL of the reports by the time of the effect: money through the channel, deliveries of suppliers,
 * top-ups, withdrawals and invoices; and the same from the ledger's postings.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import { invoicesLimit } from "../../../sql/invoices.ts";
import type { EffectPart, FigureRow, Span, Sums } from "../model.ts";
import { figureRow } from "./order-basis.ts";
import { dayOf, selectPart, within } from "./part-rows.ts";

type Found = Record<string, number | string> & { readonly key: string; readonly label: string };

async function figureRows(tx: Tx, query: SQL): Promise<FigureRow[]> {
  return (await tx.execute<Found>(query)).rows.map(figureRow);
}
async function figuresOf(tx: Tx, query: SQL): Promise<Sums> {
  const { rows } = await tx.execute<Record<string, number>>(query);
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]),
  );
}

/** What the payment channel took and gave, by what it was for. Out is below zero. */
const flow = (spans: readonly Span[]): SQL => sql`
  flow AS MATERIALIZED (
    SELECT CASE WHEN outcome = 'won' THEN biz_type ELSE 'unmatched' END AS key, amount_fen AS amount
    FROM payment_attempt WHERE state = 'SUCCESS' AND ${within("ended_at", spans)}
    UNION ALL
    SELECT 'refund', -cash_fen FROM refund WHERE state = 'SUCCESS' AND cash_fen > 0 AND ${within("ended_at", spans)}
    UNION ALL
    SELECT 'return', -amount_fen FROM payment_return WHERE state = 'DONE' AND ${within("ended_at", spans)}
    UNION ALL
    SELECT 'withdrawal', -net_fen FROM withdrawal WHERE state = 'SUCCESS' AND ${within("ended_at", spans)}
  )`;

const effect = (spans: readonly Span[]): SQL => sql`
  effect AS MATERIALIZED (
    SELECT t.kind, f.asset, f.debit, f.credit, f.amount
    FROM ledger_transfer f JOIN ledger_txn t ON t.member_id = f.member_id AND t.id = f.txn_id
    WHERE ${within("f.created_at", spans)}
  )`;

const amountWhere = (condition: string) => `sum(amount) FILTER (WHERE ${condition})`;

const selects = (spans: readonly Span[]): Readonly<Record<EffectPart, SQL>> => ({
  channel: sql`${selectPart(
    "channel",
    { times: "count(*)", in: amountWhere("amount > 0"), out: `-${amountWhere("amount < 0")}` },
    { key: "key" },
  )} FROM flow GROUP BY 2`,
  delivery: sql`${selectPart(
    "delivery",
    { times: "count(*)", cost: "sum(cost_fen)" },
    { key: "supplier_id" },
  )} FROM supplier_order WHERE state = 'SUCCESS' AND ${within("ended_at", spans)} GROUP BY 2`,
  topUp: sql`${selectPart(
    "topUp",
    { times: "count(*)", in: "sum(amount_fen)" },
    { key: dayOf("credited_at") },
  )} FROM topup WHERE ${within("credited_at", spans)} GROUP BY 2`,
  // Adjustments by two persons are left out.
  channelLedger: sql`${selectPart("channelLedger", {
    in: amountWhere("debit = 'channel'"),
    out: amountWhere("credit = 'channel'"),
  })} FROM effect WHERE asset = 'CNY' AND 'channel' IN (debit, credit) AND kind <> 'adjust' HAVING count(*) > 0`,
  deliveryLedger: sql`${selectPart("deliveryLedger", { cost: "sum(amount)" })}
    FROM effect WHERE kind = 'supplier_cost' AND credit = 'prepaid' HAVING count(*) > 0`,
  topUpLedger: sql`${selectPart("topUpLedger", { in: "sum(amount)" })}
    FROM effect WHERE kind = 'topup' AND credit = 'principal' HAVING count(*) > 0`,
});

/** SQL of parts of what happened in the spans. */
export const effectPartsOf = (spans: readonly Span[], parts: readonly EffectPart[]): SQL => sql`
  WITH ${flow(spans)}, ${effect(spans)}
  ${sql.join(
    parts.map((part) => selects(spans)[part]),
    sql` UNION ALL `,
  )}`;

/** The day or month of Shanghai of a column, as text. */
const bucketOf = (column: string, by: "day" | "month"): SQL =>
  sql.raw(by === "day" ? dayOf(column) : `left(${dayOf(column)}, 7)`);

/** Returns paid withdrawals by the day or month of their end. */
export const withdrawalsByDay = (tx: Tx, span: Span, by: "day" | "month") =>
  figureRows(
    tx,
    sql`SELECT ${bucketOf("ended_at", by)} AS key, ${bucketOf("ended_at", by)} AS label, count(*)::int AS times,
               sum(amount_fen)::bigint AS amount, sum(fee_fen)::bigint AS fee, sum(net_fen)::bigint AS net
        FROM withdrawal WHERE state = 'SUCCESS' AND ${within("ended_at", [span])} GROUP BY 1, 2 ORDER BY 1`,
  );

export const ledgerOfWithdrawals = (tx: Tx, span: Span) =>
  figuresOf(
    tx,
    sql`SELECT coalesce(sum(f.amount), 0)::bigint AS amount,
               coalesce(sum(f.amount) FILTER (WHERE f.credit = 'fee'), 0)::bigint AS fee,
               coalesce(sum(f.amount) FILTER (WHERE f.credit = 'channel'), 0)::bigint AS net
        FROM ledger_transfer f JOIN ledger_txn t ON t.member_id = f.member_id AND t.id = f.txn_id
        WHERE ${within("f.created_at", [span])} AND t.kind = 'hold_confirm' AND f.debit = 'held_reward'
          AND f.credit IN ('channel', 'fee')`,
  );

const limitFen = sql.raw(
  invoicesLimit.text({ member: "member_id", order: "order_id", month: "statement_month" }),
);

/**
 * Invoices by the day they were issued and reversed. `over` is what an invoice in force is above the
 * money that was paid for its order and not refunded, or above the statement of its month.
 */
export const invoicesByDay = (tx: Tx, span: Span, by: "day" | "month") =>
  figureRows(
    tx,
    sql`SELECT key, key AS label, count(*) FILTER (WHERE NOT is_red)::int AS issued,
               coalesce(sum(amount_fen) FILTER (WHERE NOT is_red), 0)::bigint AS "issuedFen",
               count(*) FILTER (WHERE is_red)::int AS reversed,
               coalesce(sum(amount_fen) FILTER (WHERE is_red), 0)::bigint AS "reversedFen",
               coalesce(sum(greatest(0, amount_fen - ${limitFen}))
                        FILTER (WHERE state = 'ISSUED'), 0)::bigint AS over
        FROM (
          SELECT ${bucketOf("issued_at", by)} AS key, false AS is_red, member_id, order_id, statement_month, amount_fen, state
          FROM invoice WHERE ${within("issued_at", [span])}
          UNION ALL
          SELECT ${bucketOf("ended_at", by)}, true, member_id, order_id, statement_month, amount_fen, state
          FROM invoice WHERE state = 'REVERSED' AND ${within("ended_at", [span])}) step
        GROUP BY key ORDER BY key`,
  );
