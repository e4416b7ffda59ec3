/** SQL statements about what operators note on a case. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";

/** `at` in ms. */
export type CaseNoteRow = {
  readonly at: number;
  readonly kind: "comment" | "assigned" | "released";
  readonly by: string;
  readonly toId: string | null;
  readonly text: string;
};

const NOTES_MAX = 200;

export async function insertCaseNote(
  tx: Db | Tx,
  note: Omit<CaseNoteRow, "at"> & { readonly caseId: string; readonly id: string },
  now: Now,
): Promise<void> {
  const { caseId, id, kind, by, toId, text } = note;
  await tx.execute(sql`
    INSERT INTO recon_case_note (case_id, id, kind, operator_id, to_id, text, created_at)
    VALUES (${caseId}, ${id}, ${kind}, ${by}, ${toId}, ${text}, ${sqlNow(now)})`);
}

/** Returns the latest two hundred, oldest first. */
export async function readCaseNotes(db: Db, caseId: string): Promise<CaseNoteRow[]> {
  const { rows } = await db.execute<CaseNoteRow>(sql`
    SELECT ${sql.raw(epochMsSql("created_at"))} AS at, kind, operator_id AS by, to_id AS "toId", text
    FROM recon_case_note WHERE case_id = ${caseId} ORDER BY created_at DESC, id DESC LIMIT ${NOTES_MAX}`);
  return rows.toReversed();
}
