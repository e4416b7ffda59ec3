/**
 * SQL statements of the operators' order page. Each reads one part of one order of one owner, so
 * their number does not depend on the order.
 */
import type { OperatorOrderDetail } from "@yunjing/contract/schemas/operators/order-views";
import { type SQL, sql } from "drizzle-orm";
import { type ArchivedEvents, archivedEventRows } from "../../../platform/archived-events.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";
import { derivedChanges } from "../../orders/model.ts";
import { orderRowColumns, type OrderRowData, orderRowJoins } from "./order-columns.ts";
import { actorMemberSql } from "./actor.ts";

export type OrderKey = { readonly ownerId: string; readonly orderId: string };

/** Omits fields that are null. The statement's columns are those of `T`. */
const withoutNulls = <T extends object>(row: object): T =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;

async function rowsOf<T extends object>(db: Db, statement: SQL): Promise<T[]> {
  const found = await db.execute(statement);
  return found.rows.map((row) => withoutNulls<T>(row));
}

const ms = (column: string): SQL => sql.raw(epochMsSql(column));
const whole = (expression: string): SQL => sql.raw(`(${expression})::float8`);

/** Returns the key of an order by its number. */
export async function findOrderByNo(db: Db, orderNo: string): Promise<OrderKey | undefined> {
  const found = await db.execute<OrderKey>(sql`
    SELECT owner_id AS "ownerId", order_id AS "orderId" FROM order_no_claim WHERE order_no = ${orderNo}`);
  return found.rows[0];
}

/** An order with what its page shows beyond the row of the list; money in fen, instants in ms. */
export type OrderHead = OrderRowData & {
  readonly goodsFen: number;
  readonly paidFen: number;
  readonly refundedFen: number;
  readonly paidAt: number | null;
  readonly finishedAt: number | null;
  readonly pickupFrom: number | null;
  readonly pickupTo: number | null;
  readonly store: string | null;
  readonly memberStatus: string | null;
  readonly grade: number | null;
  readonly levelName: string | null;
};

export async function readOrderHead(db: Db, key: OrderKey): Promise<OrderHead | undefined> {
  const found = await db.execute<OrderHead>(sql`
    SELECT ${sql.raw(orderRowColumns)}, o.goods_fen AS "goodsFen", o.paid_fen AS "paidFen",
           o.refunded_fen AS "refundedFen", ${ms("o.paid_at")} AS "paidAt", ${ms("o.finished_at")} AS "finishedAt",
           ${ms("o.pickup_from")} AS "pickupFrom", ${ms("o.pickup_to")} AS "pickupTo",
           o.snapshot->'store'->>'name' AS store, m.status AS "memberStatus",
           v.grade, v.name AS "levelName"
    FROM orders o ${sql.raw(orderRowJoins)}
    LEFT JOIN level v ON v.grade =
      coalesce((SELECT l.grade FROM member_level l WHERE l.member_id = o.member_id), 1)
    WHERE o.member_id = ${key.ownerId} AND o.id = ${key.orderId}`);
  return found.rows[0];
}

type Detail = OperatorOrderDetail;

export const readItems = (db: Db, { ownerId, orderId }: OrderKey): Promise<Detail["items"]> =>
  rowsOf(
    db,
    sql`
    SELECT i.id AS "itemId", i.snapshot->>'title' AS title, i.snapshot->>'spec' AS spec,
           i.snapshot->>'artwork' AS artwork, i.quantity, i.refunded_quantity AS "refundedQuantity",
           i.fulfil_state AS state, i.goods_fen AS "goodsFen", i.cash_fen AS "cashFen",
           i.balance_fen AS "balanceFen", i.points, i.cost_fen AS "costFen",
           i.input_mask AS inputs
    FROM order_item i WHERE i.member_id = ${ownerId} AND i.order_id = ${orderId} ORDER BY i.seq`,
  );

export const readPayments = (db: Db, { ownerId, orderId }: OrderKey): Promise<Detail["payments"]> =>
  rowsOf(
    db,
    sql`
    SELECT out_trade_no AS "outTradeNo", channel, via, state, ${whole("amount_fen")} AS "amountFen",
           transaction_id AS "transactionId", ${ms("created_at")} AS "createdAt", ${ms("paid_at")} AS "paidAt"
    FROM payment_attempt WHERE member_id = ${ownerId} AND biz_type = 'order' AND biz_id = ${orderId}
    ORDER BY created_at`,
  );

export const readHolds = (db: Db, { ownerId, orderId }: OrderKey): Promise<Detail["holds"]> =>
  rowsOf(
    db,
    sql`
    SELECT asset, purpose, ${whole("amount")} AS amount, state, ${ms("expires_at")} AS "expiresAt"
    FROM ledger_hold WHERE member_id = ${ownerId} AND order_id = ${orderId} ORDER BY created_at, id`,
  );

/** A supplier order without its exchanges' references, which need the owner's id. */
export type SupplierOrderData = Omit<
  Detail["supplierOrders"][number],
  "exchanges" | "claimedBy" | "dueAt" | "queriesToday"
> & {
  readonly id: string;
  readonly claimedById?: string;
  readonly claimedByName?: string;
  readonly queriesThatDay: number;
  readonly lastQueryDay?: string;
  readonly exchanges: readonly (Omit<
    Detail["supplierOrders"][number]["exchanges"][number],
    "ref"
  > & {
    readonly id: string;
  })[];
};

/** The newest fifty exchanges of each supplier order are shown. */
const EXCHANGES_MAX = 50;

export const readSupplierOrders = (
  db: Db,
  { ownerId, orderId }: OrderKey,
): Promise<SupplierOrderData[]> =>
  rowsOf(
    db,
    sql`
    WITH s AS MATERIALIZED (
    SELECT s.id, s.out_no AS "outNo", s.item_id AS "itemId", s.supplier_id AS "supplierId",
           p.name AS "supplierName", s.supplier_no AS "supplierNo", s.state, s.reason, s.attempt,
           s.cost_fen AS "costFen", s.tries, s.asked AS "queriesThatDay", s.asked_day::text AS "lastQueryDay",
           ${ms("s.created_at")} AS "createdAt", ${ms("s.sent_at")} AS "sentAt", ${ms("s.ended_at")} AS "endedAt",
           ${ms("s.manual_at")} AS "manualAt", ${ms("s.cancelling_at")} AS "cancellingAt",
           ${ms("s.next_look_at")} AS "nextQueryAt", s.claimed_by AS "claimedById",
           ${ms("s.claimed_until")} AS "claimedUntil",
           coalesce((SELECT jsonb_agg(x ORDER BY x.at DESC, x.id DESC) FROM (
             SELECT e.id, ${ms("e.at")} AS at, e.what, e.took_ms AS "tookMs", e.outcome FROM supplier_exchange e
             WHERE e.member_id = ${ownerId} AND e.supplier_order_id = s.id
             ORDER BY e.at DESC, e.id DESC LIMIT ${EXCHANGES_MAX}) x), '[]') AS exchanges
    FROM supplier_order s JOIN supplier p ON p.supplier_id = s.supplier_id
    WHERE s.member_id = ${ownerId} AND s.order_id = ${orderId}
    ), c AS MATERIALIZED (
      SELECT member_id, name FROM operator WHERE member_id IN (SELECT "claimedById" FROM s)
    ), m AS MATERIALIZED (
      SELECT member_id, nickname FROM member WHERE member_id IN (SELECT "claimedById" FROM s)
    )
    SELECT s.*, coalesce(c.name, m.nickname) AS "claimedByName"
    FROM s LEFT JOIN c ON c.member_id = s."claimedById" LEFT JOIN m ON m.member_id = s."claimedById"
    ORDER BY s."createdAt", s.attempt`,
  );

export const readPostings = (db: Db, { ownerId, orderId }: OrderKey): Promise<Detail["postings"]> =>
  rowsOf(
    db,
    sql`
    SELECT t.id AS "txnId", ${ms("t.created_at")} AS at, t.kind, l.asset, l.debit, l.credit,
           ${whole("l.amount")} AS amount
    FROM ledger_txn t JOIN ledger_transfer l ON l.member_id = t.member_id AND l.txn_id = t.id
    WHERE t.member_id = ${ownerId} AND t.order_id = ${orderId} ORDER BY t.created_at, t.id, l.seq`,
  );

export const readRefunds = (db: Db, { ownerId, orderId }: OrderKey): Promise<Detail["refunds"]> =>
  rowsOf(
    db,
    sql`
    SELECT r.refund_no AS "refundNo", r.state, r.reason, r.applicant, r.decision,
           ${whole("r.cash_fen")} AS "cashFen", ${whole("r.balance_fen")} AS "balanceFen",
           ${whole("r.points")} AS points, ${ms("r.created_at")} AS "createdAt", ${ms("r.ended_at")} AS "endedAt",
           (SELECT coalesce(jsonb_agg(jsonb_build_object('itemId', i.item_id, 'title', o.snapshot->>'title',
              'quantity', i.quantity) ORDER BY o.seq), '[]')
            FROM refund_item i JOIN order_item o ON o.member_id = i.member_id AND o.id = i.item_id
            WHERE i.member_id = r.member_id AND i.refund_id = r.id) AS items
    FROM refund r WHERE r.member_id = ${ownerId} AND r.order_id = ${orderId} ORDER BY r.created_at, r.id`,
  );

/** Pickup codes and cards; the secrets themselves are not read. */
export const readDeliveries = (
  db: Db,
  { ownerId, orderId }: OrderKey,
): Promise<Detail["deliveries"]> =>
  rowsOf(
    db,
    sql`
    SELECT 'pickup' AS kind, '取餐码 ' || p.seq AS mask, 'ISSUED' AS state, ${ms("p.issued_at")} AS "issuedAt",
           ${ms("p.valid_until")} AS "validUntil", NULL AS "revealedAt"
    FROM pickup_code p WHERE p.member_id = ${ownerId} AND p.order_id = ${orderId}
    UNION ALL
    SELECT 'card', c.mask, c.state, ${ms("c.created_at")}, ${ms("c.valid_until")}, ${ms("c.first_reveal_at")}
    FROM card c WHERE c.member_id = ${ownerId} AND c.order_id = ${orderId}
    ORDER BY "issuedAt", mask LIMIT 200`,
  );

export const readMessages = (
  db: Db,
  { ownerId, orderId }: OrderKey,
  orderNo: string,
): Promise<Detail["messages"]> =>
  rowsOf(
    db,
    sql`
    SELECT m.id AS "messageId", m.title, ${ms("m.created_at")} AS at,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('channel', s.channel, 'state', s.state)
                            ORDER BY s.channel), '[]')
            FROM message_send s WHERE s.member_id = ${ownerId} AND s.message_id = m.id) AS channels
    FROM (SELECT * FROM message WHERE member_id = ${ownerId} ORDER BY created_at DESC LIMIT 200) m
    WHERE position(${orderNo} in coalesce(m.link, '')) > 0 OR position(${orderId} in m.dedupe_key) > 0
    ORDER BY m.created_at DESC, m.id DESC`,
  );

export type OrderEventData = Omit<Detail["events"][number], "actor"> & {
  readonly actorId?: string;
  readonly actorName?: string;
};

/** The ids of the order, of its supplier orders and of its refunds. */
const shownIds = ({ ownerId, orderId }: OrderKey): SQL => sql`
  SELECT ${orderId}::uuid
  UNION ALL SELECT id FROM supplier_order WHERE member_id = ${ownerId} AND order_id = ${orderId}
  UNION ALL SELECT id FROM refund WHERE member_id = ${ownerId} AND order_id = ${orderId}`;

/** Of table `event_archive a`: what is archived of the history that readEvents returns. */
export const archivedEventsOf = (key: OrderKey): SQL =>
  sql`a.member_id = ${key.ownerId} AND a.entity_id IN (${shownIds(key)})`;

/**
 * The history of the order, of its supplier orders and of its refunds, with what is archived of it;
 * newest first. Without the moves of the order that only follow from those of its items or refunds.
 */
export const readEvents = (
  db: Db,
  key: OrderKey,
  archived: ArchivedEvents,
): Promise<OrderEventData[]> =>
  rowsOf(
    db,
    sql`
    SELECT ${ms("e.at")} AS at, e.entity, e.name, e.from_state AS "from", e.to_state AS "to",
           e.actor_kind AS "actorKind", a.member_id AS "actorId",
           coalesce(o.name, a.nickname) AS "actorName", e.reason
    FROM (SELECT * FROM event WHERE member_id = ${key.ownerId} AND entity_id IN (${shownIds(key)})
          UNION ALL ${archivedEventRows(archived)}) e
    LEFT JOIN member a ON e.actor_kind = 'operator' AND a.member_id = ${actorMemberSql("e.actor_id")}
    LEFT JOIN operator o ON o.member_id = a.member_id
    WHERE NOT (e.entity = 'order' AND e.name = ANY(${sql.param(derivedChanges)}::text[]))
    ORDER BY e.at DESC, e.id DESC LIMIT 300`,
  );

export type MemberFigures = {
  readonly orders: number;
  readonly paidFen: number;
  readonly refundedOrders: number;
  /** The newest score of an invitation's risk check. */
  readonly inviteScore: number | null;
};

/** Sums over the newest two hundred orders of a member. */
export async function readMemberFigures(db: Db, ownerId: string): Promise<MemberFigures> {
  const found = await db.execute<MemberFigures>(sql`
    SELECT count(*)::integer AS orders, coalesce(sum(paid_fen), 0)::float8 AS "paidFen",
           (count(*) FILTER (WHERE refunded_fen > 0))::integer AS "refundedOrders",
           (SELECT risk_score FROM invite_binding WHERE member_id = ${ownerId} AND risk_score IS NOT NULL
            ORDER BY bound_at DESC LIMIT 1)::integer AS "inviteScore"
    FROM (SELECT paid_fen, refunded_fen FROM orders WHERE member_id = ${ownerId}
          ORDER BY created_at DESC LIMIT 200) newest`);
  return found.rows[0] ?? { orders: 0, paidFen: 0, refundedOrders: 0, inviteScore: null };
}

export type ExchangeData = {
  readonly outNo: string;
  readonly supplierId: string;
  readonly at: number;
  readonly what: string;
  readonly tookMs: number;
  readonly outcome: string;
  readonly httpStatus?: number;
  readonly request: string;
  readonly answer: string;
};

/** Returns one exchange by its owner and its id. */
export async function readExchange(
  db: Db,
  { ownerId, id }: { readonly ownerId: string; readonly id: string },
): Promise<ExchangeData | undefined> {
  const [found] = await rowsOf<ExchangeData>(
    db,
    sql`
    SELECT s.out_no AS "outNo", s.supplier_id AS "supplierId", ${ms("e.at")} AS at, e.what,
           e.took_ms AS "tookMs", e.outcome, e.http_status AS "httpStatus", e.request, e.answer
    FROM supplier_exchange e JOIN supplier_order s ON s.member_id = e.member_id AND s.id = e.supplier_order_id
    WHERE e.member_id = ${ownerId} AND e.id = ${id}`,
  );
  return found;
}
