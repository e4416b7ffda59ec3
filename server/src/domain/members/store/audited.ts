/** Reads what operators change in members, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";

/** Returns a member's status, tags, number of notes and of live sessions. */
export const memberStateOf = (db: Db, memberNo: string) =>
  auditedRow(
    db,
    memberNo,
    sql`SELECT m.status,
               (SELECT coalesce(json_agg(t.tag ORDER BY t.tag), '[]'::json) FROM member_tag t
                WHERE t.member_id = m.member_id) AS tags,
               (SELECT count(*) FROM member_note n WHERE n.member_id = m.member_id) AS notes,
               (SELECT count(*) FROM member_session s
                WHERE s.member_id = m.member_id AND s.revoked_at IS NULL) AS sessions
        FROM member m
        WHERE m.member_id = (SELECT member_id FROM member_no_claim WHERE member_no = ${memberNo})`,
  );
