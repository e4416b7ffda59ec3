/**
 * SQL of the reports about orders that were paid in a span: what paid them, what went back, and
 * what their deliveries cost; and the same from the ledger's postings of these orders.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import type { FigureRow, OrderPart, Span, Sums } from "../model.ts";
import { dayOf, selectPart, within } from "./part-rows.ts";

/** What a code's order was worth: the face of the code, the balance it gave, or the goods' price. */
const codeFen = sql.raw(`CASE b.target->>'target'
    WHEN 'points' THEN 0 WHEN 'coupon' THEN 0 WHEN 'level' THEN 0
    WHEN 'balance' THEN (b.target->>'valueFen')::bigint
    WHEN 'benefit' THEN coalesce(nullif((b.target->>'faceFen')::bigint, 0), o.goods_fen)
    ELSE coalesce(nullif((b.target->>'faceFen')::bigint, 0), nullif((b.target->>'valueFen')::bigint, 0),
                  o.goods_fen) END`);

/**
 * Some orders with their sums: `sold`. A code that was given back paid nothing. `newest` is an order and a
 * limit of the orders, which are chosen before anything is read of them.
 */
const soldWhere = (condition: SQL, newest: SQL = sql``): SQL => sql`
  chosen AS MATERIALIZED (
    SELECT o.member_id, o.id, o.order_no, o.title, o.created_at, o.paid_at, o.source, o.cash_fen, o.balance_fen,
           o.coupon_off_fen, o.points_off_fen, o.goods_fen, o.code_id, o.code_mac, o.order_state, o.closed_reason
    FROM orders o WHERE ${condition} ${newest}
  ), back AS MATERIALIZED (
    SELECT f.member_id, f.order_id, coalesce(sum(f.cash_fen) FILTER (WHERE f.state = 'SUCCESS'), 0)::bigint AS cash,
           coalesce(sum(f.balance_fen) FILTER (WHERE f.state IN ('PROCESSING', 'ABNORMAL', 'SUCCESS')), 0)::bigint
             AS balance
    FROM refund f WHERE (f.member_id, f.order_id) IN (SELECT member_id, id FROM chosen)
    GROUP BY f.member_id, f.order_id
  ), delivery AS MATERIALIZED (
    SELECT p.member_id, p.order_id, sum(p.cost_fen)::bigint AS cost FROM supplier_order p
    WHERE (p.member_id, p.order_id) IN (SELECT member_id, id FROM chosen) AND p.state = 'SUCCESS'
    GROUP BY p.member_id, p.order_id
  ), spent AS MATERIALIZED (
    SELECT code_mac, batch_id FROM code WHERE code_mac IN (SELECT code_mac FROM chosen)
  ), sold AS (
    SELECT o.member_id, o.id, o.order_no, o.title, o.paid_at, o.source,
           o.cash_fen::bigint AS cash, o.balance_fen::bigint AS balance, o.coupon_off_fen::bigint AS coupon,
           CASE WHEN o.source = 'shop' THEN o.points_off_fen ELSE 0 END::bigint AS points,
           CASE WHEN o.code_id IS NULL OR (o.order_state = 'CLOSED' AND o.closed_reason = 'returned') THEN 0
                ELSE ${codeFen} END::bigint AS code,
           coalesce(r.cash, 0) AS "cashBack", coalesce(r.balance, 0) AS "balanceBack", coalesce(s.cost, 0) AS cost,
           b.batch_id, b.dealer_id
    FROM chosen o
    LEFT JOIN spent c ON c.code_mac = o.code_mac
    LEFT JOIN code_batch b ON b.batch_id = c.batch_id
    LEFT JOIN back r ON r.member_id = o.member_id AND r.order_id = o.id
    LEFT JOIN delivery s ON s.member_id = o.member_id AND s.order_id = o.id
  )`;

const sums = sql.raw(`count(*)::int AS orders, coalesce(sum(cash), 0)::bigint AS cash,
  coalesce(sum(balance), 0)::bigint AS balance, coalesce(sum(coupon), 0)::bigint AS coupon,
  coalesce(sum(points), 0)::bigint AS points, coalesce(sum(code), 0)::bigint AS code,
  coalesce(sum("cashBack"), 0)::bigint AS "cashBack", coalesce(sum("balanceBack"), 0)::bigint AS "balanceBack",
  coalesce(sum(cost), 0)::bigint AS cost`);

type Found = Record<string, number | string> & { readonly key: string; readonly label: string };

const numbersOf = (row: Readonly<Record<string, unknown>>): Sums =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      name === "key" || name === "label" ? [] : [[name, Number(value)] as const],
    ),
  );
export const figureRow = ({ key, label, ...figures }: Found): FigureRow => ({
  key,
  label,
  figures: numbersOf(figures),
});

/**
 * The sums of the orders that used a campaign's coupons in a span, by campaign, or those of one campaign;
 * `off` is what these took off. A campaign without such orders is absent.
 */
export const ordersByCampaign = ({
  templateId,
  ...span
}: Span & { readonly templateId?: string | undefined }): SQL => sql`
    WITH template AS MATERIALIZED (
      SELECT array_agg(template_id) AS ids FROM coupon_template
      WHERE ${templateId === undefined ? sql`true` : sql`template_id = ${templateId}`}
    ), used AS MATERIALIZED (
      SELECT c.template_id, c.member_id, c.used_order AS id, coalesce(sum(u.off_fen), 0) AS off
      FROM member_coupon c
      LEFT JOIN coupon_use u ON u.member_id = c.member_id AND u.order_id = c.used_order AND u.coupon_id = c.id
      WHERE c.template_id = ANY ((SELECT ids FROM template)::text[]) AND ${within("c.used_at", [span])}
      GROUP BY 1, 2, 3
    ), ${soldWhere(sql`(o.member_id, o.id) IN (SELECT member_id, id FROM used)`)}
    SELECT used.template_id AS key, used.template_id AS label, ${sums}, coalesce(sum(used.off), 0)::bigint AS off
    FROM used JOIN sold ON sold.member_id = used.member_id AND sold.id = used.id
    GROUP BY used.template_id`;

/** Returns orders of a span, the newest first, at most `limit`. */
export async function ordersOfSpan(tx: Tx, span: Span, limit: number): Promise<FigureRow[]> {
  const newest = sql`ORDER BY o.paid_at DESC, o.id DESC LIMIT ${limit}`;
  const { rows } = await tx.execute<Found>(sql`
    WITH ${soldWhere(within("o.paid_at", [span]), newest)}
    SELECT order_no AS key, order_no || ' ' || title AS label, 1 AS times, cash, balance, coupon, points, code,
           "cashBack", "balanceBack", cost
    FROM sold ORDER BY paid_at DESC, id DESC`);
  return rows.map(figureRow);
}

/**
 * Lines of orders by SKU. Cash, balance and cost are those of the items; what belongs to an order
 * as a whole (a code, a delivery without an item) stands under the order's first item, so that the
 * lines add up to the orders.
 */
const lines = sql.raw(`
  item AS MATERIALIZED (
    SELECT member_id, order_id, id, seq, sku_id, snapshot, cash_fen, balance_fen, coupon_off_fen, points_off_fen, refunded
    FROM order_item WHERE (member_id, order_id) IN (SELECT member_id, id FROM chosen)
  ), supplied AS MATERIALIZED (
    SELECT member_id, order_id, item_id, sum(cost_fen)::bigint AS cost FROM supplier_order
    WHERE (member_id, order_id) IN (SELECT member_id, id FROM chosen) AND state = 'SUCCESS'
    GROUP BY member_id, order_id, item_id
  ), share AS (
    SELECT s.member_id, s.id, i.id AS item_id, i.sku_id,
           nullif(trim(concat_ws(' ', i.snapshot->>'title', i.snapshot->>'spec')), '') AS title,
           row_number() OVER (PARTITION BY s.member_id, s.id ORDER BY i.seq) AS place,
           coalesce(i.cash_fen, 0)::bigint AS cash, coalesce(i.balance_fen, 0)::bigint AS balance,
           coalesce(i.coupon_off_fen, 0)::bigint AS coupon,
           CASE WHEN s.source = 'shop' THEN coalesce(i.points_off_fen, 0) ELSE 0 END::bigint AS points,
           coalesce((i.refunded->>'cashFen')::bigint, 0) AS "cashBack",
           coalesce((i.refunded->>'balanceFen')::bigint, 0) AS "balanceBack",
           coalesce(p.cost, 0) AS cost
    FROM sold s LEFT JOIN item i ON i.member_id = s.member_id AND i.order_id = s.id
    LEFT JOIN supplied p ON p.member_id = s.member_id AND p.order_id = s.id AND p.item_id = i.id
  ), rest AS (
    SELECT s.member_id, s.id, s.code, s.cash - sum(p.cash) AS cash, s.balance - sum(p.balance) AS balance,
           s.coupon - sum(p.coupon) AS coupon, s.points - sum(p.points) AS points,
           s."cashBack" - sum(p."cashBack") AS "cashBack", s."balanceBack" - sum(p."balanceBack") AS "balanceBack",
           s.cost - sum(p.cost) AS cost
    FROM sold s JOIN share p ON p.member_id = s.member_id AND p.id = s.id
    GROUP BY s.member_id, s.id, s.code, s.cash, s.balance, s.coupon, s.points, s."cashBack", s."balanceBack", s.cost
  ), line AS (
    SELECT p.sku_id, p.title, CASE p.place WHEN 1 THEN 1 ELSE 0 END AS one,
           p.cash + CASE p.place WHEN 1 THEN r.cash ELSE 0 END AS cash,
           p.balance + CASE p.place WHEN 1 THEN r.balance ELSE 0 END AS balance,
           p.coupon + CASE p.place WHEN 1 THEN r.coupon ELSE 0 END AS coupon,
           p.points + CASE p.place WHEN 1 THEN r.points ELSE 0 END AS points,
           CASE p.place WHEN 1 THEN r.code ELSE 0 END AS code,
           p."cashBack" + CASE p.place WHEN 1 THEN r."cashBack" ELSE 0 END AS "cashBack",
           p."balanceBack" + CASE p.place WHEN 1 THEN r."balanceBack" ELSE 0 END AS "balanceBack",
           p.cost + CASE p.place WHEN 1 THEN r.cost ELSE 0 END AS cost
    FROM share p JOIN rest r ON r.member_id = p.member_id AND r.id = p.id
  )`);

/** The supplier that delivered most of an order's cost. */
const dearest = sql.raw(`
  dearest AS MATERIALIZED (
    SELECT DISTINCT ON (member_id, order_id) member_id, order_id, supplier_id FROM supplier_order
    WHERE (member_id, order_id) IN (SELECT member_id, id FROM chosen) AND state = 'SUCCESS'
    ORDER BY member_id, order_id, cost_fen DESC, created_at, id
  )`);

/**
 * What the ledger posted for the orders, whenever it was posted: found by the members and the time, because
 * no index has the order of a posting, and joined with the orders afterwards. Transactions and transfers are read
 * apart, so that they are joined by a hash: a loop would compare each with all of its member.
 */
const posted = sql.raw(`
  moved AS MATERIALIZED (
    SELECT f.member_id, f.txn_id, f.debit, f.credit, f.amount, coalesce(f.party, '') AS party FROM ledger_transfer f
    WHERE f.member_id IN (SELECT member_id FROM chosen) AND f.created_at >= (SELECT min(created_at) FROM chosen)
      AND f.asset = 'CNY'
  ), booked AS MATERIALIZED (
    SELECT t.member_id, t.id, t.order_id, t.kind FROM ledger_txn t
    WHERE t.member_id IN (SELECT member_id FROM chosen) AND t.order_id IS NOT NULL
  ), posting AS MATERIALIZED (
    SELECT b.member_id, b.order_id, b.kind, m.debit, m.credit, m.amount, m.party
    FROM chosen o JOIN booked b ON b.member_id = o.member_id AND b.order_id = o.id
    JOIN moved m ON m.member_id = b.member_id AND m.txn_id = b.id
  )`);

const orderFigures = {
  times: "count(*)",
  cash: "sum(cash)",
  balance: "sum(balance)",
  coupon: "sum(coupon)",
  points: "sum(points)",
  code: "sum(code)",
  cashBack: 'sum("cashBack")',
  balanceBack: 'sum("balanceBack")',
  cost: "sum(cost)",
} as const;
const amountWhere = (condition: string) => `sum(amount) FILTER (WHERE ${condition})`;

const selects: Readonly<Record<OrderPart, SQL>> = {
  order: sql`${selectPart("order", orderFigures, { key: dayOf("paid_at") })} FROM sold GROUP BY 2`,
  sku: sql`${selectPart(
    "sku",
    { ...orderFigures, times: "sum(one)" },
    { key: "coalesce(sku_id, '')", label: "coalesce(max(title), '')" },
  )} FROM line GROUP BY 2`,
  supplier: sql`${selectPart("supplier", orderFigures, { key: "coalesce(p.supplier_id, '')" })}
    FROM sold s LEFT JOIN dearest p ON p.member_id = s.member_id AND p.order_id = s.id GROUP BY 2`,
  batch: sql`${selectPart("batch", orderFigures, { key: "batch_id::text" })}
    FROM sold WHERE dealer_id IS NOT NULL GROUP BY 2`,
  orderLedger: sql`${selectPart("orderLedger", {
    cash: amountWhere("kind = 'wxpay_accept' AND credit = 'clearing'"),
    balance: amountWhere("kind = 'hold_confirm' AND credit = 'clearing'"),
    coupon: amountWhere("kind = 'order_paid' AND party LIKE 'coupon:%'"),
    points: amountWhere("kind = 'order_paid' AND party = 'points'"),
    code: `coalesce(${amountWhere("debit = 'codes_sold' AND kind = 'code_redeem'")}, 0)
      - coalesce(${amountWhere("credit = 'codes_sold' AND kind = 'code_return'")}, 0)`,
    cashBack: amountWhere("kind = 'refund_paid' AND credit = 'channel'"),
    balanceBack: amountWhere("kind = 'wallet_return'"),
    cost: amountWhere("kind = 'supplier_cost' AND debit = 'cost'"),
  })} FROM posting HAVING count(*) > 0`,
  // Redemptions of dealers' batches.
  batchLedger: sql`${selectPart(
    "batchLedger",
    { code: "sum(CASE m.kind WHEN 'code_redeem' THEN m.amount ELSE -m.amount END)" },
    { key: "b.batch_id::text" },
  )} FROM posting m JOIN code_batch b ON 'batch:' || b.batch_id = m.party AND b.dealer_id IS NOT NULL
    WHERE m.kind IN ('code_redeem', 'code_return') GROUP BY 2`,
};

/** SQL of parts of the orders that were paid in the spans. */
export const orderPartsOf = (spans: readonly Span[], parts: readonly OrderPart[]): SQL => sql`
  WITH ${soldWhere(within("o.paid_at", spans))}, ${lines}, ${dearest}, ${posted}
  ${sql.join(
    parts.map((part) => selects[part]),
    sql` UNION ALL `,
  )}`;
