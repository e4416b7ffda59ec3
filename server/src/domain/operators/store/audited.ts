/** Reads what operators change in operators and roles, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";

/** Returns an operator's roles, whether the account is disabled, and the number of live sessions. */
export const operatorStateOf = (db: Db, operatorId: string) =>
  auditedRow(
    db,
    operatorId,
    sql`SELECT o.disabled_at IS NOT NULL AS "isDisabled",
               (SELECT coalesce(json_agg(r.role_id ORDER BY r.role_id), '[]'::json) FROM operator_role r
                WHERE r.member_id = o.member_id) AS roles,
               (SELECT count(*) FROM member_session s
                WHERE s.member_id = o.member_id AND s.audience = 'console' AND s.revoked_at IS NULL) AS sessions
        FROM operator o WHERE o.member_id = ${operatorId}`,
  );
