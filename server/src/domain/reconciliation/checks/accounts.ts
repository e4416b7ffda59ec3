/**
 * Checks 2 and 3: every balance equals the sum of its lines and the balance of the last line;
 * versions are 1, 2, 3 … without a gap.
 */
import { sql } from "drizzle-orm";
import { type Check, noProposal, slicedByMember } from "../check.ts";

// A member's ledger is on one machine, and one statement sees one snapshot: nothing can be half
// done here.
export const accounts: Check = {
  name: "accounts",
  isQuick: false,
  sliced: slicedByMember("ledger_line", "ledger_account"),
  classes: {
    account_balance: { title: "账户余额与流水合计不符", freezes: true },
    account_chain: { title: "账户流水不连续", freezes: true },
  },
  find: () => sql`
    WITH line AS (
      SELECT member_id, asset, purpose, version, after, change * ledger_sign(asset, purpose) AS change,
             row_number() OVER chain AS expected, lag(after, 1, 0::bigint) OVER chain AS before
      FROM ledger_line WHERE version IS NOT NULL
      WINDOW chain AS (PARTITION BY member_id, asset, purpose ORDER BY version)
    ), book AS (
      SELECT member_id, asset, purpose, sum(change)::bigint AS summed, count(*) AS lines,
             min(version) FILTER (WHERE version <> expected OR after <> before + change) AS broken
      FROM line GROUP BY member_id, asset, purpose
    ), side AS (
      SELECT member_id, asset, purpose, coalesce(balance, 0) AS stored, coalesce(summed, 0) AS summed,
             coalesce(version, 0) AS version, coalesce(lines, 0) AS lines, broken
      FROM ledger_account FULL JOIN book USING (member_id, asset, purpose)
    )
    SELECT CASE WHEN stored <> summed THEN 'account_balance' ELSE 'account_chain' END AS class,
           concat_ws(' ', member_id, asset, purpose) AS subject, member_id AS "memberId", asset,
           jsonb_build_object('balance', summed, 'version', lines) AS expected,
           jsonb_build_object('difference', jsonb_build_array(stored - summed, version - lines, broken),
                              'balance', stored, 'version', version, 'brokenAtVersion', broken) AS actual,
           ${noProposal}
    FROM side WHERE stored <> summed OR version <> lines OR broken IS NOT NULL`,
};
