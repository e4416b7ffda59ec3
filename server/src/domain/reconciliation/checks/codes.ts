/**
 * Check 4: a redeemed code has its order and its credit; a code that is not redeemed has no credit.
 */
import { sql } from "drizzle-orm";
import { before, type Check, noMemberColumns, noProposal, slicedByMember } from "../check.ts";

export const codes: Check = {
  name: "codes",
  isQuick: false,
  sliced: { by: "code", tables: { code: "code_mac", code_use: "code_mac" } },
  classes: {
    code_unposted: { title: "兑换码已用但未入账", freezes: false },
    code_unordered: { title: "兑换码已用但没有订单", freezes: false },
    code_miscounted: { title: "兑换码次数与兑换记录不符", freezes: false },
  },
  // A code and the ledger of its redeemer may be on two machines: entries younger than the grace
  // period are skipped.
  find: (view) => sql`
    WITH used AS (
      SELECT c.code_id, c.last4, c.redemption_n, c.redeemed_by, c.order_id, c.txn_id, b.target,
             c.code_id || ':' || c.redemption_n AS ref
      FROM code c JOIN code_batch b USING (batch_id)
      WHERE b.uses_per_code = 1 AND c.state = 'REDEEMED'
        AND (c.redeemed_at IS NULL OR c.redeemed_at < ${before(view, view.graceMs)})
      UNION ALL
      SELECT c.code_id, c.last4, u.redemption_n, u.owner_id, u.order_id, u.txn_id, b.target,
             c.code_id || ':' || u.redemption_n
      FROM code_use u JOIN code c USING (code_mac) JOIN code_batch b USING (batch_id)
      WHERE u.state = 'used' AND u.used_at < ${before(view, view.graceMs)}
    )
    SELECT 'code_unposted' AS class, u.ref AS subject, u.redeemed_by AS "memberId", NULL::text AS asset,
           jsonb_build_object('posting', 'code_redeem ' || u.ref, 'target', u.target->>'target') AS expected,
           jsonb_build_object('posting', t.id, 'last4', u.last4) AS actual,
           CASE WHEN u.redeemed_by IS NOT NULL AND u.target->>'target' IN ('points', 'balance') THEN
             jsonb_build_object('memberId', u.redeemed_by,
               'account', CASE u.target->>'target' WHEN 'points' THEN 'available' ELSE 'principal' END,
               'amount', coalesce(u.target->'points', u.target->'valueFen')) END AS proposal
    FROM used u
    LEFT JOIN ledger_txn t ON t.member_id = u.redeemed_by AND t.kind = 'code_redeem' AND t.ref = u.ref
    LEFT JOIN member_coupon m ON m.member_id = u.redeemed_by AND m.source = 'code' AND m.source_ref = u.ref
    LEFT JOIN level_grant g ON g.member_id = u.redeemed_by AND g.source = 'code' AND g.ref = u.ref
    WHERE CASE u.target->>'target' WHEN 'coupon' THEN m.id IS NULL WHEN 'level' THEN g.id IS NULL
               ELSE t.id IS NULL OR t.id <> u.txn_id END
    UNION ALL
    SELECT 'code_unordered', u.ref, u.redeemed_by, NULL::text, jsonb_build_object('order', u.order_id),
           jsonb_build_object('order', NULL, 'last4', u.last4), NULL::jsonb
    FROM used u LEFT JOIN orders o ON o.member_id = u.redeemed_by AND o.id = u.order_id AND o.code_id = u.code_id
      AND o.redemption_n = u.redemption_n
    WHERE o.id IS NULL
    UNION ALL
    SELECT 'code_miscounted', c.code_id::text, NULL::uuid, NULL::text, jsonb_build_object('uses', n.used),
           jsonb_build_object('uses', c.uses, 'last4', c.last4), ${noProposal}
    FROM code_batch b JOIN code c USING (batch_id)
    CROSS JOIN LATERAL (SELECT count(*) AS used FROM code_use u WHERE u.code_mac = c.code_mac AND u.state = 'used') n
    WHERE b.uses_per_code > 1 AND (c.uses <> n.used OR c.uses > b.uses_per_code)`,
};

/** The counts of a batch equal its codes. */
export const codeCounts: Check = {
  name: "code counts",
  isQuick: false,
  classes: { code_count: { title: "批次的兑换码数量与兑换码不符", freezes: false } },
  find: () => sql`
    WITH counted AS (
      SELECT batch_id, CASE WHEN state = 'LOCKED' THEN 'ACTIVE' ELSE state END AS state,
             CASE WHEN state IN ('ACTIVE', 'LOCKED') THEN valid_until ELSE 'infinity' END AS valid_until,
             count(*) AS codes, sum(uses) AS uses
      FROM code GROUP BY 1, 2, 3
    ), stored AS (
      SELECT batch_id, state, valid_until, sum(codes) AS codes, sum(uses) AS uses FROM code_count GROUP BY 1, 2, 3
    )
    SELECT 'code_count' AS class, concat_ws(' ', batch_id, state,
             to_char(valid_until AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS.US')) AS subject, ${noMemberColumns},
           jsonb_build_object('codes', coalesce(c.codes, 0), 'uses', coalesce(c.uses, 0)) AS expected,
           jsonb_build_object('codes', coalesce(s.codes, 0), 'uses', coalesce(s.uses, 0)) AS actual, ${noProposal}
    FROM counted c FULL JOIN stored s USING (batch_id, state, valid_until)
    WHERE coalesce(c.codes, 0) <> coalesce(s.codes, 0) OR coalesce(c.uses, 0) <> coalesce(s.uses, 0)`,
};

/** The other direction, by member: a credit needs its code. */
export const codeCredits: Check = {
  name: "code credits",
  isQuick: false,
  sliced: slicedByMember("ledger_txn"),
  classes: { code_unbacked: { title: "入账没有已用的兑换码", freezes: true } },
  // The postings first, then their codes by id and the uses of these: on a cluster they lie apart.
  find: (view) => sql`
    WITH t AS MATERIALIZED (
      -- As a uuid, so that the index of the ids is used; a text without one is no code.
      SELECT t.member_id, t.id, t.ref, split_part(t.ref, ':', 2) AS n,
             CASE WHEN t.ref ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:' THEN split_part(t.ref, ':', 1)::uuid END
               AS code_id
      FROM ledger_txn t
      WHERE t.kind = 'code_redeem' AND t.created_at < ${before(view, view.graceMs)}
        AND NOT EXISTS (SELECT 1 FROM ledger_txn r WHERE r.member_id = t.member_id AND r.reverses = t.id)
    ), c AS MATERIALIZED (
      SELECT code_id, code_mac, state, redeemed_by, redemption_n FROM code
      WHERE code_id IN (SELECT code_id FROM t)
    ), u AS MATERIALIZED (
      SELECT code_mac, n, redemption_n, owner_id FROM code_use
      WHERE code_mac IN (SELECT code_mac FROM c) AND state = 'used'
    )
    SELECT 'code_unbacked' AS class, t.ref AS subject, t.member_id AS "memberId", NULL::text AS asset,
           jsonb_build_object('code', 'REDEEMED', 'redeemedBy', t.member_id) AS expected,
           jsonb_build_object('code', c.state, 'redeemedBy', c.redeemed_by) AS actual, ${noProposal}
    FROM t LEFT JOIN c ON c.code_id = t.code_id
    LEFT JOIN u ON u.code_mac = c.code_mac AND u.redemption_n::text = t.n AND u.owner_id = t.member_id
    WHERE (c.state = 'REDEEMED' AND c.redeemed_by = t.member_id AND c.redemption_n::text = t.n) IS NOT TRUE
      AND u.n IS NULL`,
};
