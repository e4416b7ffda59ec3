/** Reads what operators change in prepared answers, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";

/** Returns a prepared answer. */
export const preparedAnswerStateOf = (db: Db, answerId: string) =>
  auditedRow(
    db,
    answerId,
    sql`SELECT title, text, is_on AS "isOn", version FROM ticket_answer WHERE answer_id = ${answerId}`,
  );
