/** Check 6: points in lots equal the points of the accounts. */
import { sql } from "drizzle-orm";
import { type Check, noProposal, slicedByMember } from "../check.ts";

// When a hold's lease is over, the ledger releases it first, and the points module returns it to
// the lots at its next read: until then its points already count as available.
export const lots: Check = {
  name: "lots",
  isQuick: false,
  sliced: slicedByMember(
    "points_lot",
    "points_hold",
    "points_hold_lot",
    "ledger_hold",
    "ledger_account",
  ),
  classes: { lots: { title: "积分批次与积分账户不符", freezes: true } },
  find: () => sql`
    WITH one AS (
      SELECT member_id, CASE state WHEN 'PENDING' THEN 'pending' ELSE 'available' END AS purpose, remaining AS points
      FROM points_lot WHERE state IN ('PENDING', 'ACTIVE')
      UNION ALL
      SELECT h.member_id, CASE l.state WHEN 'open' THEN 'held' ELSE 'available' END, t.taken - t.back
      FROM points_hold h
      JOIN points_hold_lot t ON t.member_id = h.member_id AND t.hold_id = h.id
      LEFT JOIN ledger_hold l ON l.member_id = h.member_id AND l.id = h.id
      WHERE h.state = 'open'
    ), lot AS (
      SELECT member_id, purpose, sum(points)::bigint AS points FROM one GROUP BY 1, 2
    ), account AS (
      SELECT member_id, purpose, balance FROM ledger_account
      WHERE asset = 'PTS' AND purpose IN ('available', 'pending', 'held')
    )
    SELECT 'lots' AS class, concat_ws(' ', member_id, purpose) AS subject, member_id AS "memberId", 'PTS' AS asset,
           jsonb_build_object('account', coalesce(balance, 0)) AS expected,
           jsonb_build_object('lots', coalesce(points, 0), 'difference', coalesce(points, 0) - coalesce(balance, 0))
             AS actual, ${noProposal}
    FROM account FULL JOIN lot USING (member_id, purpose)
    WHERE coalesce(balance, 0) <> coalesce(points, 0)`,
};
