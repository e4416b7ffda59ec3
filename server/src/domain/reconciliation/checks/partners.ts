/**
 * Partners' orders: each matches one of our jumps in time, and its member sees the partner's data.
 */
import { sql } from "drizzle-orm";
import { before, type Check, noMemberColumns, noProposal } from "../check.ts";

export const partnerOrders: Check = {
  name: "partners",
  isQuick: false,
  classes: {
    partner_unmatched: { title: "合作方订单没有对应的跳转", freezes: false },
    partner_copy: { title: "会员看到的合作方订单与合作方所说不符", freezes: false },
  },
  // A report and its copy are two rows written together: both have the same instant.
  find: (view) => sql`
    WITH r AS MATERIALIZED (
      SELECT partner_id, partner_no, member_id, order_id, state, amount_fen, title FROM partner_report
      WHERE member_id IS NOT NULL
    ), o AS MATERIALIZED (
      SELECT member_id, id, state, amount_fen, title FROM partner_order
    )
    SELECT 'partner_unmatched' AS class, concat_ws(' ', partner_id, partner_no) AS subject, NULL::uuid AS "memberId",
           NULL::text AS asset, jsonb_build_object('jump', true) AS expected, jsonb_build_object('sid', sid) AS actual,
           ${noProposal}
    FROM partner_report
    WHERE member_id IS NULL AND state <> 'VOID' AND first_heard_at < ${before(view, view.queueSlaMs)}
    UNION ALL
    SELECT 'partner_copy', concat_ws(' ', r.partner_id, r.partner_no), r.member_id, NULL,
           jsonb_build_object('state', r.state, 'amountFen', r.amount_fen),
           jsonb_build_object('state', o.state, 'amountFen', o.amount_fen), NULL::jsonb
    FROM r LEFT JOIN o ON o.member_id = r.member_id AND o.id = r.order_id
    WHERE (r.state, r.amount_fen, r.title) IS DISTINCT FROM (o.state, o.amount_fen, o.title)`,
};

/** Compares the stored counts of partners' reports with the reports that they cover. */
export const partnerCounts: Check = {
  name: "partner counts",
  isQuick: false,
  classes: { partner_count: { title: "合作方订单数量与订单不符", freezes: false } },
  find: () => sql`
    SELECT 'partner_count' AS class, c.partner_id AS subject, ${noMemberColumns},
           jsonb_build_object('reports', count(r.partner_id)) AS expected,
           jsonb_build_object('reports', c.reports) AS actual, ${noProposal}
    FROM partner_count c
    LEFT JOIN partner_report r ON r.partner_id = c.partner_id AND r.first_heard_at < c.until
    GROUP BY c.partner_id, c.reports HAVING count(r.partner_id) <> c.reports`,
};
