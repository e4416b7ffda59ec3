/** The columns of an order in the operators' list, shared by the list, the order page and the search. */
import { epochMsSql } from "../../../platform/database/sql.ts";
import type { States } from "../../orders/lifecycle.ts";
import type { OrderKind } from "@yunjing/contract/schemas/orders";

/**
 * The display state of `orders o`, as `displayOf` of the orders module derives it. The index
 * `orders_display_newest` has the same expression.
 */
export const displaySql = `(CASE
  WHEN o.order_state = 'CLOSED' AND o.closed_reason = 'returned' THEN 'returned'
  WHEN o.refund_state IN ('APPLIED', 'APPROVED', 'PROCESSING', 'ABNORMAL') THEN 'refunding'
  WHEN o.pay_state = 'REFUNDED' THEN 'refunded'
  WHEN o.pay_state = 'PART_REFUNDED' THEN 'part_refunded'
  WHEN o.order_state = 'WAIT_PAY' THEN 'wait_pay'
  WHEN o.order_state = 'CANCELLED' THEN 'cancelled'
  WHEN o.order_state = 'CLOSED' THEN 'closed'
  WHEN o.order_state = 'DONE' THEN 'done'
  WHEN o.fulfil_state = 'MANUAL' THEN 'manual'
  WHEN o.fulfil_state = 'DONE' THEN 'ready'
  ELSE 'issuing' END)`;

/** An order as listed; instants in ms, money in fen. */
export type OrderRowData = States & {
  readonly ownerId: string;
  readonly id: string;
  readonly micros: number;
  readonly orderNo: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly kind: OrderKind;
  readonly source: "code" | "shop";
  readonly title: string;
  readonly itemsText: string;
  readonly artwork: string;
  readonly quantity: number;
  readonly closedReason: string | null;
  readonly payableFen: number;
  readonly cashFen: number;
  readonly balanceFen: number;
  readonly points: number | null;
  readonly pointsOffFen: number;
  readonly couponOffFen: number;
  readonly levelOffFen: number;
  readonly voucherFen: number;
  readonly codeLast4: string | null;
  readonly contactMask: string | null;
  readonly memberNo: string | null;
  readonly nickname: string;
  readonly phoneMask: string;
  readonly isGuest: boolean;
  readonly cityCode: string | null;
  readonly supplierId: string | null;
  readonly supplierName: string | null;
  readonly supplierState: string | null;
  readonly tookMs: number | null;
  readonly waitingSince: number | null;
};

/** The columns of `OrderRowData`, from `orders o` with the joins below. */
export const orderRowColumns = `
  o.member_id AS "ownerId", o.id, (extract(epoch FROM o.created_at) * 1000000)::bigint AS micros,
  o.order_no AS "orderNo", ${epochMsSql("o.created_at")} AS "createdAt", ${epochMsSql("o.expires_at")} AS "expiresAt",
  o.kind, o.source, o.title, o.items_text AS "itemsText", o.artwork, o.quantity, o.closed_reason AS "closedReason",
  o.order_state AS "orderState", o.pay_state AS "payState", o.fulfil_state AS "fulfilState",
  o.refund_state AS "refundState", o.payable_fen AS "payableFen", o.cash_fen AS "cashFen",
  o.balance_fen AS "balanceFen", o.points, o.points_off_fen AS "pointsOffFen", o.coupon_off_fen AS "couponOffFen",
  o.level_off_fen AS "levelOffFen", o.voucher_fen AS "voucherFen", o.snapshot->>'codeLast4' AS "codeLast4",
  o.contact_mask AS "contactMask", m.member_no AS "memberNo", coalesce(m.nickname, '') AS nickname,
  coalesce(m.phone_mask, '') AS "phoneMask", coalesce(m.status = 'GUEST', true) AS "isGuest", o.city_code AS "cityCode",
  s.supplier_id AS "supplierId", s.name AS "supplierName", s.state AS "supplierState",
  round(extract(epoch FROM s.ended_at - s.sent_at) * 1000)::float8 AS "tookMs",
  CASE WHEN s.ended_at IS NULL THEN ${epochMsSql("s.created_at")} END AS "waitingSince"`;

/** The owner of an order, and its newest supplier order. */
export const orderRowJoins = `
  LEFT JOIN member m ON m.member_id = o.member_id
  LEFT JOIN LATERAL (
    SELECT so.supplier_id, p.name, so.state, so.sent_at, so.ended_at, so.created_at
    FROM supplier_order so JOIN supplier p ON p.supplier_id = so.supplier_id
    WHERE so.member_id = o.member_id AND so.order_id = o.id
    ORDER BY so.created_at DESC, so.attempt DESC LIMIT 1) s ON true`;
