/** Compares the stored sums of members' months with the lines that they cover. */
import { sql } from "drizzle-orm";
import { type Check, noProposal, slicedByMember } from "../check.ts";

export const monthSums: Check = {
  name: "month sums",
  isQuick: false,
  comparesRows: true,
  sliced: slicedByMember(
    "ledger_month_mark",
    "ledger_month_sum",
    "ledger_transfer",
    "ledger_txn",
    "ledger_hold",
  ),
  classes: { month_sum: { title: "会员月汇总与流水不符", freezes: false } },
  find: () => sql`
    WITH covered AS (
      SELECT k.member_id, k.purpose, k.asset, x.kind, h.confirmed,
             to_char(t.created_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM') AS month,
             t.credit = k.purpose AS "isCredit", CASE t.credit WHEN k.purpose THEN t.debit ELSE t.credit END AS other,
             CASE x.kind WHEN 'hold' THEN h.confirmed ELSE t.amount END AS amount
      FROM ledger_month_mark k
      JOIN ledger_transfer t ON t.member_id = k.member_id AND t.asset = k.asset
        AND (t.debit = k.purpose AND t.debit_version <= k.version OR t.credit = k.purpose AND t.credit_version <= k.version)
      JOIN ledger_txn x ON x.member_id = t.member_id AND x.id = t.txn_id
      LEFT JOIN ledger_hold h ON h.member_id = t.member_id AND h.id = t.txn_id AND x.kind = 'hold'
      WHERE x.kind <> 'hold_void' AND (x.kind <> 'hold' OR h.state = 'confirmed')
        AND (x.kind <> 'hold_confirm' OR t.debit = k.purpose)
    ), summed AS (
      SELECT member_id, purpose, asset, month, kind, other,
             coalesce(sum(amount) FILTER (WHERE "isCredit"), 0)::bigint AS incoming,
             coalesce(sum(amount) FILTER (WHERE NOT "isCredit"), 0)::bigint AS outgoing
      FROM covered GROUP BY 1, 2, 3, 4, 5, 6
    )
    SELECT 'month_sum' AS class, concat_ws(' ', member_id, asset, purpose, month, kind, other) AS subject,
           member_id AS "memberId", asset,
           jsonb_build_object('incoming', coalesce(s.incoming, 0), 'outgoing', coalesce(s.outgoing, 0)) AS expected,
           jsonb_build_object('incoming', coalesce(m.incoming, 0), 'outgoing', coalesce(m.outgoing, 0)) AS actual,
           ${noProposal}
    FROM summed s FULL JOIN ledger_month_sum m USING (member_id, purpose, asset, month, kind, other)
    WHERE coalesce(s.incoming, 0) <> coalesce(m.incoming, 0) OR coalesce(s.outgoing, 0) <> coalesce(m.outgoing, 0)`,
};
