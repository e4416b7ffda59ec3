/** Reads what operators change in audiences, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";

export const segmentStateOf = (db: Db, segmentId: string) =>
  auditedRow(
    db,
    segmentId,
    sql`SELECT name, rules, deleted_at AS "deletedAt" FROM segment WHERE segment_id = ${segmentId}`,
  );

export const listStateOf = (db: Db, listId: string) =>
  auditedRow(db, listId, sql`SELECT name, members FROM member_list WHERE list_id = ${listId}`);

/** Returns a send's state, what it gives, to how many, and its outcomes. */
export const sendStateOf = (db: Db, sendId: string) =>
  auditedRow(
    db,
    sendId,
    sql`SELECT kind, state, template_id AS "templateId", title, ref, audience, members, most_fen AS "mostFen",
               progress, start_at AS "startAt", pause_reason AS "pauseReason"
        FROM bulk_send WHERE send_id = ${sendId}`,
  );

export const messageTextStateOf = (db: Db, code: string) =>
  auditedRow(
    db,
    code,
    sql`SELECT name, title, body AS text, link, version FROM message_template WHERE code = ${code}`,
  );
