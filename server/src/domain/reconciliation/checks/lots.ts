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

/** Compares the stored sums of lots by their end with the lots (decision 0225). */
export const lotSums: Check = {
  name: "lot sums",
  isQuick: false,
  sliced: slicedByMember("points_lot", "points_sum"),
  classes: { lot_sum: { title: "积分到期合计与积分批次不符", freezes: false } },
  find: () => sql`
    WITH lot AS (
      SELECT member_id, expires_at AS ends_at,
             coalesce(sum(remaining) FILTER (WHERE state = 'ACTIVE'), 0)::bigint AS points,
             coalesce(sum(amount - clawed) FILTER (WHERE state <> 'CANCELLED' AND source_kind <> 'grace'), 0)::bigint
               AS received
      FROM points_lot WHERE state <> 'PENDING' GROUP BY 1, 2
    )
    SELECT 'lot_sum' AS class,
           concat_ws(' ', member_id, to_char(ends_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS.US')) AS subject,
           member_id AS "memberId", NULL::text AS asset,
           jsonb_build_object('points', coalesce(l.points, 0), 'received', coalesce(l.received, 0)) AS expected,
           jsonb_build_object('points', coalesce(s.points, 0), 'received', coalesce(s.received, 0)) AS actual,
           ${noProposal}
    FROM lot l FULL JOIN points_sum s USING (member_id, ends_at)
    WHERE coalesce(l.points, 0) <> coalesce(s.points, 0) OR coalesce(l.received, 0) <> coalesce(s.received, 0)`,
};
