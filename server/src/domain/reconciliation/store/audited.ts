/** Reads what operators change in reconciliation, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import { assigneeSql } from "../../approvals/actions.ts";
import type { Db } from "../../../platform/database/pool.ts";

/** Returns the state of a reconciliation case. */
export const caseStateOf = (db: Db, caseId: string) =>
  auditedRow(
    db,
    caseId,
    sql`SELECT class, state, closing, approval_id AS "approvalId",
          ${assigneeSql(sql`'case.' || id::text`)} AS "assigneeId",
          (SELECT count(*)::int FROM recon_case_note n WHERE n.case_id = recon_case.id) AS notes
        FROM recon_case WHERE id = ${caseId}`,
  );

type BillKey = { readonly source: string; readonly day: string };

/** Returns the state of a day's bill; the day is YYYY-MM-DD. */
export const billStateOf = (db: Db, { source, day }: BillKey) =>
  auditedRow(
    db,
    `${source} ${day}`,
    sql`SELECT state, tries, next_try_at AS "nextTryAt", reason FROM bill_day
        WHERE source = ${source} AND day = ${day}::date`,
  );
