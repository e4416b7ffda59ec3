/**
 * Check 2: every posting has transfers, every transfer has its posting, and what needs two persons
 * was approved by two.
 */
import { sql } from "drizzle-orm";
import { type Check, noProposal, slicedByMember } from "../check.ts";

export const postings: Check = {
  name: "postings",
  isQuick: false,
  comparesRows: true,
  sliced: slicedByMember("ledger_txn", "ledger_transfer"),
  classes: {
    posting_empty: { title: "记账凭证没有分录", freezes: true },
    transfer_orphan: { title: "分录没有记账凭证", freezes: true },
    adjust_unbacked: { title: "调账没有双人审批", freezes: true },
  },
  find: () => sql`
    SELECT 'posting_empty' AS class, concat_ws(' ', member_id, id) AS subject, member_id AS "memberId",
           NULL::text AS asset, jsonb_build_object('transfers', 'one or more') AS expected,
           jsonb_build_object('transfers', 0, 'kind', kind, 'ref', ref) AS actual, ${noProposal}
    FROM ledger_txn t WHERE NOT EXISTS (
      SELECT FROM ledger_transfer f WHERE f.member_id = t.member_id AND f.txn_id = t.id)
    UNION ALL
    SELECT 'transfer_orphan', concat_ws(' ', member_id, txn_id, seq), member_id, asset,
           jsonb_build_object('posting', txn_id),
           jsonb_build_object('posting', NULL, 'debit', debit, 'credit', credit, 'amount', amount), NULL::jsonb
    FROM ledger_transfer f WHERE NOT EXISTS (
      SELECT FROM ledger_txn t WHERE t.member_id = f.member_id AND t.id = f.txn_id)
    UNION ALL
    SELECT 'adjust_unbacked', concat_ws(' ', member_id, id), member_id, NULL::text,
           jsonb_build_object('approval', 'approved'),
           jsonb_build_object('approval', (SELECT state FROM approval a WHERE a.id::text = t.ref), 'actor', actor),
           NULL::jsonb
    FROM ledger_txn t WHERE kind = 'adjust' AND starts_with(actor, 'operator:') AND NOT EXISTS (
      SELECT FROM approval a WHERE a.id::text = t.ref AND a.state = 'approved')`,
};
