/**
 * Check 18: a closed account has no balance; money that arrived later waits there for an operator.
 */
import { sql } from "drizzle-orm";
import { type Check, noProposal, slicedByMember } from "../check.ts";

export const closedAccounts: Check = {
  name: "closed accounts",
  isQuick: true,
  sliced: slicedByMember("account_closing", "ledger_account"),
  classes: { closed_money: { title: "已注销账号有到账", freezes: false } },
  find: () => sql`
    SELECT 'closed_money' AS class, concat_ws(' ', a.member_id, a.purpose) AS subject, a.member_id AS "memberId",
           a.asset, jsonb_build_object('balance', 0) AS expected,
           jsonb_build_object('balance', a.balance, 'difference', a.balance) AS actual, ${noProposal}
    FROM account_closing c JOIN ledger_account a ON a.member_id = c.member_id
    WHERE c.state = 'CLOSED' AND a.balance <> 0`,
};
