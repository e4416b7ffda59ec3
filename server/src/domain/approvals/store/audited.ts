/** Reads what operators change in proposals, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";

/** Returns a proposal's kind and state. */
export const approvalStateOf = (db: Db, id: string) =>
  auditedRow(db, id, sql`SELECT kind, state FROM approval WHERE id = ${id}`);
