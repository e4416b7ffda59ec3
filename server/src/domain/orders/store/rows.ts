/**
 * A member's own orders as plain rows with the API's field names, for queries that filter them in
 * their own way.
 */
import type { SQL } from "drizzle-orm";
import { bindParameters } from "../../../platform/database/read-query.ts";
import type { Now } from "../../../platform/database/sql.ts";
import { bucket, stateNow } from "./list.ts";

/**
 * The columns of an order list, without pickup codes. `state` is the list's own filter,
 * `orderState` the order's axis; instants are whole milliseconds.
 */
const text = `
  SELECT o.id::text AS "_id", o.member_id::text AS "user_id", o.order_no AS "orderNo", o.kind, o.source, o.title,
         o.brand_code AS brand, o.artwork, o.items_text AS "itemsText", o.quantity, ${bucket} AS state,
         ${stateNow} AS "orderState", o.goods_fen AS "goodsFen", o.payable_fen AS "payableFen",
         o.paid_fen AS "paidFen", o.refunded_fen AS "refundedFen",
         date_trunc('milliseconds', o.expires_at) AS "expiresAt",
         date_trunc('milliseconds', o.created_at) AS "createdAt"
  FROM orders o WHERE o.member_id = $1 AND o.hidden_at IS NULL`;

export const orderRows = ({
  memberId,
  now,
}: {
  readonly memberId: string;
  readonly now: Now;
}): SQL =>
  // The list's state expressions take the instant as parameter 6.
  bindParameters(text, [memberId, null, null, null, null, now]);
