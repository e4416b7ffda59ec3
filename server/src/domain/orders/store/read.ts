/** SQL statements that read orders; every one names the owner whose rows it reads. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";
import type { AuditedState } from "../../../platform/http/call.ts";
import type { HistoryLine } from "../display.ts";
import { changesWithoutLine, type Order } from "../model.ts";
import type { WaitingCode } from "../port.ts";

export type Queryable = Db | Tx;
export type OrderKey = { readonly ownerId: string; readonly orderId: string };

/**
 * An order with its sealed pickup codes, from `orders o`; `owner` is the owner's id. Where it is a
 * parameter, a cluster reads one node; by the outer row it reads all.
 */
export const columnsOf = (owner: string): string => `
  o.member_id AS "ownerId", o.id, o.order_no AS "orderNo", o.kind, o.source, o.title, o.brand_code AS brand,
  o.artwork, o.items_text AS "itemsText", o.quantity, o.order_state AS "orderState", o.pay_state AS "payState",
  o.fulfil_state AS "fulfilState", o.refund_state AS "refundState", o.goods_fen AS "goodsFen",
  o.voucher_fen AS "voucherFen", o.difference_fen AS "differenceFen", o.paid_fen AS "paidFen", o.points,
  o.level_off_fen AS "levelOffFen", o.coupon_off_fen AS "couponOffFen", o.points_off_fen AS "pointsOffFen",
  o.payable_fen AS "payableFen", o.balance_fen AS "balanceFen", o.cash_fen AS "cashFen",
  o.refunded_fen AS "refundedFen", ${epochMsSql("o.expires_at")} AS "expiresAt",
  o.contact_mask AS "contactMask", o.snapshot, o.closed_reason AS "closedReason",
  ${epochMsSql("o.created_at")} AS "createdAt", ${epochMsSql("o.paid_at")} AS "paidAt", ${epochMsSql("o.finished_at")} AS "finishedAt",
  ${epochMsSql("o.received_at")} AS "receivedAt",
  CASE WHEN o.fulfil_state NOT IN ('DONE', 'PART_DONE') THEN '[]'::json ELSE coalesce((
    SELECT json_agg(json_build_object('seq', p.seq, 'code', encode(p.code_sealed, 'base64'),
                                      'qr', encode(p.qr_sealed, 'base64'), 'validUntil', ${epochMsSql("p.valid_until")})
                    ORDER BY p.seq)
    FROM pickup_code p WHERE p.member_id = ${owner} AND p.order_id = o.id), '[]'::json) END AS codes,
  CASE WHEN o.payable_fen = 0 AND o.source <> 'shop' AND o.snapshot->'lines'->0->>'itemId' IS NULL THEN '[]'::json ELSE coalesce((
    SELECT json_agg(json_build_object('id', i.id, 'state', i.fulfil_state, 'quantity', i.quantity,
                                      'refundedQuantity', i.refunded_quantity,
                                      'refundRule', i.snapshot->>'refundRule',
                                      'refundDays', (i.snapshot->>'refundDays')::integer,
                                      'delivery', i.snapshot->>'delivery') ORDER BY i.seq)
    FROM order_item i WHERE i.member_id = ${owner} AND i.order_id = o.id), '[]'::json) END AS items`;

const OWNER = ":owner";
const columnParts = columnsOf(OWNER)
  .split(OWNER)
  .map((part) => sql.raw(part));

export async function findOrder(db: Queryable, key: OrderKey): Promise<Order | undefined> {
  const found = await db.execute<Order>(sql`
    SELECT ${sql.join(columnParts, sql`${key.ownerId}::uuid`)}
    FROM orders o WHERE o.member_id = ${key.ownerId} AND o.id = ${key.orderId}`);
  return found.rows[0];
}

/**
 * Returns the key of a member's order: their own, or one claimed from a guest. Another member's is
 * not found.
 */
export async function findOrderKey(
  db: Queryable,
  memberId: string,
  orderNo: string,
): Promise<OrderKey | undefined> {
  const found = await db.execute<OrderKey>(sql`
    SELECT member_id AS "ownerId", id AS "orderId" FROM orders
    WHERE member_id = ${memberId} AND order_no = ${orderNo}
    UNION ALL
    SELECT owner_id, order_id FROM claimed_order WHERE member_id = ${memberId} AND order_no = ${orderNo}
    LIMIT 1`);
  return found.rows[0];
}

export type ReceiptRow = OrderKey & { readonly isRevoked: boolean };

export async function findReceipt(
  db: Queryable,
  tokenHash: Buffer,
): Promise<ReceiptRow | undefined> {
  const found = await db.execute<ReceiptRow>(sql`
    SELECT owner_id AS "ownerId", order_id AS "orderId", revoked_at IS NOT NULL AS "isRevoked"
    FROM receipt WHERE token_hash = ${tokenHash}`);
  return found.rows[0];
}

/** The order's history, oldest first. */
export async function historyOf(
  db: Queryable,
  { ownerId, orderId }: OrderKey,
): Promise<HistoryLine[]> {
  const found = await db.execute<HistoryLine>(sql`
    SELECT ${sql.raw(epochMsSql("at"))} AS at, name AS event FROM event
    WHERE member_id = ${ownerId} AND entity_id = ${orderId} AND name <> ALL(${sql.param(changesWithoutLine)}::text[])
    ORDER BY event.at, id`);
  return found.rows;
}

export type PayingCode = {
  readonly codeMac: Buffer | null;
  readonly codeId: string | null;
  readonly redemptionN: number | null;
  readonly orderState: string;
};

/** Returns the exchange code that paid for the order. */
export async function findPayingCode(
  tx: Tx,
  { ownerId, orderId }: OrderKey,
): Promise<PayingCode | undefined> {
  const found = await tx.execute<PayingCode>(sql`
    SELECT code_mac AS "codeMac", code_id AS "codeId", redemption_n AS "redemptionN", order_state AS "orderState"
    FROM orders WHERE member_id = ${ownerId} AND id = ${orderId}`);
  return found.rows[0];
}

/**
 * Returns the code of an order that waits for the rest of its price; `undefined` for a shop order.
 */
export async function waitingCodeOf(
  db: Queryable,
  { ownerId, orderId }: OrderKey,
): Promise<WaitingCode | undefined> {
  const found = await db.execute<WaitingCode>(sql`
    SELECT member_id AS "ownerId", id AS "orderId", title, code_mac AS "codeMac", redemption_n AS "redemptionN"
    FROM orders WHERE member_id = ${ownerId} AND id = ${orderId} AND source = 'code'`);
  return found.rows[0];
}

/** Returns an order's number by its key. */
export async function orderNoOf(
  db: Queryable,
  { ownerId, orderId }: OrderKey,
): Promise<string | undefined> {
  const found = await db.execute<{ orderNo: string }>(sql`
    SELECT order_no AS "orderNo" FROM orders WHERE member_id = ${ownerId} AND id = ${orderId}`);
  return found.rows[0]?.orderNo;
}

/** Returns the order's number and its three states, as the audit records them. */
export async function orderStateOf(
  db: Queryable,
  { ownerId, orderId }: OrderKey,
): Promise<AuditedState | undefined> {
  const found = await db.execute<{
    orderNo: string;
    order: string;
    pay: string;
    fulfil: string;
  }>(sql`
    SELECT order_no AS "orderNo", order_state AS "order", pay_state AS pay, fulfil_state AS fulfil
    FROM orders WHERE member_id = ${ownerId} AND id = ${orderId}`);
  const [row] = found.rows;
  if (!row) return undefined;
  const { orderNo: object, ...state } = row;
  return { object, state };
}

/**
 * Returns what the member gave for an order or one of its items, in fen: money, and the value of
 * the code. Points do not count.
 */
export async function readAmount(
  db: Queryable,
  { ownerId, orderId, itemId }: OrderKey & { readonly itemId?: string },
): Promise<number> {
  const found = await db.execute<{ amountFen: number }>(sql`
    SELECT coalesce(i.cash_fen + i.balance_fen, o.paid_fen)
           + CASE WHEN o.source = 'code' THEN o.voucher_fen ELSE 0 END AS "amountFen"
    FROM orders o LEFT JOIN order_item i
      ON i.member_id = o.member_id AND i.order_id = o.id AND i.id = ${itemId ?? null}::uuid
    WHERE o.member_id = ${ownerId} AND o.id = ${orderId}`);
  return found.rows[0]?.amountFen ?? 0;
}

export type OrderHead = {
  readonly orderNo: string;
  readonly title: string;
  /** Of a meal; `from` in ms, `undefined` where no time was chosen. */
  readonly pickup?: { readonly store: string; readonly from: number | undefined };
};

/** Returns an order's title and its pickup place and time, for notifications. */
export async function orderHead(
  db: Queryable,
  { ownerId, orderId }: OrderKey,
): Promise<OrderHead | undefined> {
  const found = await db.execute<Pick<Order, "orderNo" | "title" | "snapshot">>(sql`
    SELECT order_no AS "orderNo", title, snapshot FROM orders
    WHERE member_id = ${ownerId} AND id = ${orderId}`);
  const [order] = found.rows;
  if (!order) return undefined;
  const { orderNo, title, snapshot } = order;
  const { store, slot } = snapshot;
  return {
    orderNo,
    title,
    ...(store === undefined ? {} : { pickup: { store: store.name, from: slot?.from } }),
  };
}

/** Returns the order's contact phone, sealed. */
export async function sealedContact(
  db: Queryable,
  { ownerId, orderId }: OrderKey,
): Promise<Buffer | undefined> {
  const found = await db.execute<{ sealed: Buffer | null }>(sql`
    SELECT contact_sealed AS sealed FROM orders WHERE member_id = ${ownerId} AND id = ${orderId}`);
  return found.rows[0]?.sealed ?? undefined;
}

/** Returns the numbers of a member's own orders by their ids; skips other owners' orders. */
export async function orderNosOf(
  db: Queryable,
  memberId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (orderIds.length === 0) return new Map();
  const found = await db.execute<{ id: string; orderNo: string }>(sql`
    SELECT id, order_no AS "orderNo" FROM orders
    WHERE member_id = ${memberId} AND id = ANY (${sql.param([...orderIds])}::uuid[])`);
  return new Map(found.rows.map(({ id, orderNo }) => [id, orderNo]));
}

/** Returns those of a member's own orders that were placed in the points mall. */
export async function pointsMallOrders(
  db: Queryable,
  memberId: string,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const found = await db.execute<{ id: string }>(sql`
    SELECT id FROM orders
    WHERE member_id = ${memberId} AND id = ANY (${sql.param([...orderIds])}::uuid[]) AND kind = 'points_mall'`);
  return new Set(found.rows.map(({ id }) => id));
}

/** Whether a member has ever paid for an order, also with only balance, points or a coupon. */
export async function hasBought(db: Db | Tx, ownerId: string): Promise<boolean> {
  const found = await db.execute(sql`
    SELECT 1 FROM orders WHERE member_id = ${ownerId} AND pay_state IN ('PAID', 'PART_REFUNDED', 'REFUNDED') LIMIT 1`);
  return found.rowCount === 1;
}

/** When a member first paid for an order, in ms. */
export async function firstPaidAt(db: Db | Tx, ownerId: string): Promise<number | undefined> {
  const found = await db.execute<{ paidAt: number | null }>(sql`
    SELECT ${sql.raw(epochMsSql("min(paid_at)"))} AS "paidAt" FROM orders WHERE member_id = ${ownerId}`);
  return found.rows[0]?.paidAt ?? undefined;
}

/** Returns the input of an order's items, sealed. */
export async function sealedInputsOf(
  db: Db | Tx,
  { ownerId, orderId }: OrderKey,
): Promise<{ itemId: string; sealed: Buffer }[]> {
  const found = await db.execute<{ itemId: string; sealed: Buffer }>(sql`
    SELECT id AS "itemId", input_sealed AS sealed FROM order_item
    WHERE member_id = ${ownerId} AND order_id = ${orderId} AND input_sealed IS NOT NULL ORDER BY seq`);
  return found.rows;
}
