/** The SQL statement of the operators' list of the payment channel's notifications. */
import { type SQL, sql } from "drizzle-orm";
import {
  afterPosition,
  byPosition,
  microsSql,
  type Position,
} from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";
import type { Span } from "../span.ts";

export type NoticeFilter = Span & {
  readonly state?: "applied" | "ignored" | undefined;
  readonly number?: string | undefined;
};

/** A notification as received; instants in ms. */
export type NoticeRow = Position & {
  readonly event: string;
  readonly no: string | null;
  readonly text: string | null;
  readonly receivedAt: number;
  readonly isApplied: boolean;
  readonly orderNo: string | null;
  readonly memberNo: string | null;
};

const CHANNEL = "wechatpay:";

/** Lists notifications newest first; the owner of the number is that of its payment or refund. */
export async function listNotices(
  db: Db,
  { state, number, from, to }: NoticeFilter,
  { after, limit }: { readonly after: Position | undefined; readonly limit: number },
): Promise<NoticeRow[]> {
  const row = {
    time: sql`i.received_at`,
    id: sql`substr(i.event_key, ${CHANNEL.length + 1}::int)`,
  };
  const conditions: SQL[] = [
    sql`starts_with(i.event_key, ${CHANNEL})`,
    afterPosition(row, after, "descending"),
  ];
  if (from !== undefined) conditions.push(sql`i.received_at >= ${new Date(from)}`);
  if (to !== undefined) conditions.push(sql`i.received_at <= ${new Date(to)}`);
  if (number !== undefined) conditions.push(sql`i.body->>'subject' = ${number}`);
  if (state !== undefined)
    conditions.push(sql`(i.applied_at IS NOT NULL) = ${state === "applied"}`);
  const found = await db.execute<NoticeRow>(sql`
    WITH page AS MATERIALIZED (
      SELECT ${row.id} AS id, ${microsSql("i.received_at")} AS micros, i.received_at,
             coalesce(i.body->>'event_type', '') AS event, i.body->>'subject' AS no, i.body->>'summary' AS text,
             i.applied_at IS NOT NULL AS "isApplied"
      FROM inbox i WHERE ${sql.join(conditions, sql` AND `)}
      ORDER BY ${byPosition(row, "descending")} LIMIT ${limit}
    ), t AS MATERIALIZED (
      SELECT out_trade_no, owner_id, attempt_id FROM trade_no WHERE out_trade_no IN (SELECT no FROM page)
    ), n AS MATERIALIZED (
      SELECT refund_no, owner_id, refund_id FROM refund_no WHERE refund_no IN (SELECT no FROM page)
    ), b AS MATERIALIZED (
      SELECT refund_no, owner_id FROM payment_return_no WHERE refund_no IN (SELECT no FROM page)
    ), a AS MATERIALIZED (
      SELECT member_id, id, biz_type, biz_id FROM payment_attempt
      WHERE (member_id, id) IN (SELECT owner_id, attempt_id FROM t)
    ), r AS MATERIALIZED (
      SELECT member_id, id, order_id FROM refund WHERE (member_id, id) IN (SELECT owner_id, refund_id FROM n)
    ), m AS MATERIALIZED (
      SELECT member_id, status, member_no FROM member WHERE member_id IN (
        SELECT owner_id FROM t UNION SELECT owner_id FROM n UNION SELECT owner_id FROM b)
    ), o AS MATERIALIZED (
      SELECT member_id, id, order_no FROM orders WHERE (member_id, id) IN (
        SELECT member_id, order_id FROM r UNION SELECT member_id, biz_id FROM a WHERE biz_type = 'order'))
    SELECT p.id, p.micros, p.event, p.no, p.text, p."isApplied", o.order_no AS "orderNo",
           CASE WHEN m.status <> 'GUEST' THEN m.member_no END AS "memberNo",
           ${sql.raw(epochMsSql("p.received_at"))} AS "receivedAt"
    FROM page p
    LEFT JOIN t ON t.out_trade_no = p.no
    LEFT JOIN a ON a.member_id = t.owner_id AND a.id = t.attempt_id
    LEFT JOIN n ON n.refund_no = p.no
    LEFT JOIN r ON r.member_id = n.owner_id AND r.id = n.refund_id
    LEFT JOIN b ON b.refund_no = p.no
    LEFT JOIN m ON m.member_id = coalesce(t.owner_id, n.owner_id, b.owner_id)
    LEFT JOIN o ON o.member_id = m.member_id
      AND o.id = coalesce(r.order_id, CASE WHEN a.biz_type = 'order' THEN a.biz_id END)
    ORDER BY p.received_at DESC, p.id COLLATE "C" DESC`);
  return found.rows;
}
