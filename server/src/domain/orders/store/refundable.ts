/** Reads an order for a refund: its items with their amounts, and what was refunded of them. */
import { sql } from "drizzle-orm";
import type { ItemState, States } from "../lifecycle.ts";
import { ordersRefundShare, ordersRefundSum } from "../../../sql/orders.ts";
import type { ItemSnapshot } from "../model.ts";
import { type OrderKey, findOrderKey, type Queryable } from "./read.ts";

/** Fen and points of an item by tender; the two discounts are never paid out. */
export type ItemAmounts = {
  readonly cashFen: number;
  readonly balanceFen: number;
  readonly points: number;
  readonly couponOffFen: number;
  readonly pointsOffFen: number;
};
/** Units of an item that a refund has taken, with their amounts. */
export type ReleasedUnits = ItemAmounts & { readonly itemId: string; readonly quantity: number };
export type RefundableItem = ItemAmounts & {
  readonly id: string;
  readonly skuId: string;
  readonly snapshot: ItemSnapshot;
  readonly state: ItemState;
  readonly quantity: number;
  readonly refundedQuantity: number;
  readonly refunded: Partial<ItemAmounts>;
  /** The refund of the next unit, of the next two, … up to all that are left. */
  readonly shares: readonly ItemAmounts[];
};
export type RefundableOrder = States & {
  readonly ownerId: string;
  readonly id: string;
  readonly orderNo: string;
  readonly source: "code" | "shop";
  readonly title: string;
  /** ms; null until it is paid. */
  readonly paidAt: number | null;
  readonly hasCoupons: boolean;
  readonly items: readonly RefundableItem[];
};

const shareOfUnits = ordersRefundShare.sql({ item: sql`one.item`, units: sql`units` });
const refundedWithout = ordersRefundSum.sql({
  sum: sql`i.refunded`,
  share: sql`share`,
  sign: -1,
});
const selectOrder = (ownerId: string, released: readonly ReleasedUnits[]) => sql`
  SELECT o.member_id AS "ownerId", o.id, o.order_no AS "orderNo", o.source, o.title,
         o.order_state AS "orderState", o.pay_state AS "payState", o.fulfil_state AS "fulfilState",
         o.refund_state AS "refundState", jsonb_array_length(o.coupons) > 0 AS "hasCoupons",
         floor(extract(epoch FROM o.paid_at) * 1000)::bigint AS "paidAt",
         coalesce((SELECT jsonb_agg(one.item || jsonb_build_object('shares', (
             SELECT coalesce(jsonb_agg(${shareOfUnits} ORDER BY units), '[]')
             FROM generate_series(1, one.units_left) AS units)) ORDER BY one.seq)
           FROM (SELECT i.seq, i.quantity - i.refunded_quantity + released.units AS units_left, jsonb_build_object(
           'id', i.id, 'skuId', i.sku_id, 'snapshot', i.snapshot, 'state', i.fulfil_state, 'quantity', i.quantity,
           'refundedQuantity', i.refunded_quantity - released.units, 'refunded', released.refunded, 'cashFen', i.cash_fen,
           'balanceFen', i.balance_fen, 'points', i.points, 'couponOffFen', i.coupon_off_fen,
           'pointsOffFen', i.points_off_fen) AS item
           FROM order_item i
           CROSS JOIN LATERAL (
             SELECT coalesce(max((share->>'quantity')::integer), 0) AS units,
                    coalesce(jsonb_agg(${refundedWithout})->0, i.refunded) AS refunded
             FROM jsonb_array_elements(${JSON.stringify(released)}::jsonb) AS share
             WHERE (share->>'itemId')::uuid = i.id) released
           WHERE i.member_id = ${ownerId} AND i.order_id = o.id) one), '[]') AS items
  FROM orders o`;

/** `released` is read as if it had not been taken for a refund. */
export async function refundableOf(
  db: Queryable,
  { ownerId, orderId }: OrderKey,
  released: readonly ReleasedUnits[] = [],
): Promise<RefundableOrder | undefined> {
  const found = await db.execute<RefundableOrder>(
    sql`${selectOrder(ownerId, released)} WHERE o.member_id = ${ownerId} AND o.id = ${orderId}`,
  );
  return found.rows[0];
}

/**
 * Finds an order by its number: one of the member, or of a member merged into them. Another
 * member's is not found.
 */
export async function refundableByNo(
  db: Queryable,
  memberId: string,
  orderNo: string,
): Promise<RefundableOrder | undefined> {
  const key = await findOrderKey(db, memberId, orderNo);
  return key && refundableOf(db, key);
}
