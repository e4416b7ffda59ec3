/**
 * Check 10: own stock: held and sold counts of the buckets equal those of holds and orders, and the
 * total equals the number issued.
 */
import { sql } from "drizzle-orm";
import { type Check, noMemberColumns, noProposal } from "../check.ts";

export const stock: Check = {
  name: "stock",
  isQuick: false,
  classes: {
    stock_held: { title: "占用库存与占用记录不符", freezes: false },
    stock_sold: { title: "已售库存与售出记录不符", freezes: false },
    stock_unpaid: { title: "未付订单占了已售库存", freezes: false },
    stock_issued: { title: "库存总数与调整记录不符", freezes: false },
  },
  find: () => sql`
    WITH hold AS (
      SELECT sku_id, bucket, sum(quantity) AS quantity FROM stock_hold WHERE state = 'held' GROUP BY 1, 2
    ), sold AS MATERIALIZED (
      SELECT sku_id, hold_id, quantity FROM stock_hold WHERE state = 'sold'
    ), returned AS MATERIALIZED (
      SELECT i.sku_id, -i.quantity AS quantity FROM refund_item i
      JOIN refund r ON r.member_id = i.member_id AND r.id = i.refund_id
      WHERE r.state = 'SUCCESS' AND NOT i.is_delivered
    ), gone AS (
      SELECT sku_id, sum(quantity) AS quantity FROM (
        SELECT sku_id, quantity FROM sold UNION ALL SELECT sku_id, quantity FROM returned
      ) one GROUP BY 1
    ), bought AS MATERIALIZED (
      SELECT id, member_id, pay_state FROM orders WHERE id IN (SELECT hold_id FROM sold)
    ), bucket AS MATERIALIZED (
      SELECT sku_id, sum(sold) AS sold, sum(total) AS total FROM sku_stock GROUP BY 1
    ), word AS MATERIALIZED (
      SELECT DISTINCT ON (data->>'sku') data->>'sku' AS sku_id, (data->>'total')::integer AS total
      -- The history of a SKU is with the operators who changed it: few rows of few members, by their index.
      FROM event WHERE member_id IN (SELECT member_id FROM operator) AND entity = 'sku' AND name = 'stocked'
      ORDER BY data->>'sku', at DESC, id DESC
    )
    SELECT 'stock_held' AS class, concat_ws(' ', sku_id, bucket) AS subject, ${noMemberColumns},
           jsonb_build_object('held', coalesce(h.quantity, 0)) AS expected,
           jsonb_build_object('held', coalesce(s.held, 0)) AS actual, ${noProposal}
    FROM sku_stock s FULL JOIN hold h USING (sku_id, bucket)
    WHERE coalesce(s.held, 0) <> coalesce(h.quantity, 0)
    UNION ALL
    SELECT 'stock_sold', sku_id, ${noMemberColumns}, jsonb_build_object('sold', coalesce(g.quantity, 0)),
           jsonb_build_object('sold', b.sold), NULL::jsonb
    FROM bucket b JOIN sku k USING (sku_id) LEFT JOIN gone g USING (sku_id)
    WHERE k.stock_mode = 'own' AND b.sold <> coalesce(g.quantity, 0)
    UNION ALL
    SELECT 'stock_unpaid', concat_ws(' ', h.sku_id, h.hold_id), o.member_id, NULL::text,
           jsonb_build_object('payState', 'PAID'),
           jsonb_build_object('payState', o.pay_state, 'quantity', h.quantity), NULL::jsonb
    FROM sold h LEFT JOIN bought o ON o.id = h.hold_id
    WHERE coalesce(o.pay_state NOT IN ('PAID', 'PART_REFUNDED', 'REFUNDED'), true)
    UNION ALL
    SELECT 'stock_issued', sku_id, ${noMemberColumns}, jsonb_build_object('total', w.total),
           jsonb_build_object('total', b.total), NULL::jsonb
    FROM word w JOIN bucket b USING (sku_id) WHERE b.total <> w.total`,
};
