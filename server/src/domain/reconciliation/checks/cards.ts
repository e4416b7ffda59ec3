/**
 * Check 10: own cards: as many are issued under a number as were requested, and none without a
 * number.
 */
import { sql } from "drizzle-orm";
import { type Check, noMemberColumns, noProposal } from "../check.ts";

export const cards: Check = {
  name: "own cards",
  isQuick: false,
  classes: { card_stock: { title: "自有卡库与出卡记录不符", freezes: false } },
  find: () => sql`
    WITH given AS (
      SELECT out_no, count(*) AS cards FROM card_stock WHERE out_no IS NOT NULL GROUP BY 1
    ), taken AS (
      SELECT out_no, CASE state WHEN 'given' THEN quantity ELSE 0 END AS cards FROM card_take
    )
    SELECT 'card_stock' AS class, out_no AS subject, ${noMemberColumns},
           jsonb_build_object('cards', coalesce(t.cards, 0)) AS expected,
           jsonb_build_object('cards', coalesce(g.cards, 0)) AS actual, ${noProposal}
    FROM given g FULL JOIN taken t USING (out_no) WHERE coalesce(g.cards, 0) <> coalesce(t.cards, 0)`,
};
