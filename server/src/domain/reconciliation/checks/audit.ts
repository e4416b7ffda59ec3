/** Check 12: no line of the audit log was changed, added or deleted. */
import { sql } from "drizzle-orm";
import { type Check, noMemberColumns, noProposal } from "../check.ts";
import { auditHash } from "../../../sql/audit.ts";

const lineHash = sql.raw(
  auditHash.text({
    previous: "l.previous",
    seq: "l.seq",
    entry: "ROW(l.call_id, l.operation, l.outcome, l.input, l.reason, l.request_id, l.address)",
    at: "l.at",
  }),
);

// Each operator's lines form a hash chain whose head is stored in a row of its own. A chain without
// its head, or a head without its chain, is broken too.
export const audit: Check = {
  name: "audit",
  isQuick: false,
  classes: { audit_chain: { title: "审计记录被改动", freezes: false } },
  find: () => sql`
    WITH line AS (
      SELECT l.member_id, l.seq,
             l.previous = coalesce(lag(l.hash) OVER chain, p.hash, sha256(convert_to(l.member_id::text, 'UTF8')))
             AND l.seq = coalesce(lag(l.seq) OVER chain, p.seq, 0) + 1
             AND l.hash = ${lineHash} AS is_sound,
             row_number() OVER (PARTITION BY l.member_id ORDER BY l.seq DESC) AS from_end, l.hash
      FROM audit_line l LEFT JOIN (
        SELECT DISTINCT ON (member_id) member_id, last_seq AS seq, hash FROM audit_archive
        ORDER BY member_id, last_seq DESC) p USING (member_id)
      WINDOW chain AS (PARTITION BY l.member_id ORDER BY l.seq)
    ), ends AS (
      SELECT member_id, h.seq, coalesce(l.seq = h.seq AND l.hash = h.hash, h.seq = 0) AS is_sound
      FROM audit_head h FULL JOIN (SELECT * FROM line WHERE from_end = 1) l USING (member_id)
    ), broken AS (
      SELECT member_id, min(seq) AS seq FROM (
        SELECT member_id, seq FROM line WHERE NOT is_sound
        UNION ALL SELECT member_id, seq FROM ends WHERE is_sound IS NOT TRUE
      ) one GROUP BY 1
    )
    SELECT 'audit_chain' AS class, member_id::text AS subject, ${noMemberColumns}, jsonb_build_object('chain', 'whole') AS expected,
           jsonb_build_object('brokenAtSeq', seq) AS actual, ${noProposal}
    FROM broken`,
};
