/** Compares the stored counts of members' orders with the orders that they cover. */
import { sql } from "drizzle-orm";
import { type Check, noProposal, slicedByMember } from "../check.ts";

export const orderCounts: Check = {
  name: "order counts",
  isQuick: false,
  sliced: slicedByMember("order_count_mark", "order_count", "orders"),
  classes: { order_count: { title: "会员订单数量与订单不符", freezes: false } },
  find: () => sql`
    WITH counted AS (
      SELECT m.member_id, o.kind, o.source, count(*) AS count
      FROM order_count_mark m JOIN orders o ON o.member_id = m.member_id
      WHERE o.hidden_at IS NULL AND o.created_at < m.until GROUP BY 1, 2, 3
    )
    SELECT 'order_count' AS class, concat_ws(' ', member_id, kind, source) AS subject, member_id AS "memberId",
           NULL::text AS asset, jsonb_build_object('orders', coalesce(c.count, 0)) AS expected,
           jsonb_build_object('orders', coalesce(n.count, 0)) AS actual, ${noProposal}
    FROM counted c FULL JOIN order_count n USING (member_id, kind, source)
    WHERE coalesce(c.count, 0) <> coalesce(n.count, 0)`,
};
