/** Reads what operators change in messages, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";

/** Returns an announcement's title, its end, and when it was withdrawn. */
export const announcementStateOf = (db: Db, announcementId: string) =>
  auditedRow(
    db,
    announcementId,
    sql`SELECT topic, title, from_at AS "fromAt", until_at AS "untilAt", withdrawn_at AS "withdrawnAt"
        FROM announcement WHERE announcement_id = ${announcementId}`,
  );

type SendingKey = {
  readonly memberNo: string;
  readonly messageId: string;
  readonly channel: string;
};

/** Returns the state of a message on one channel. */
export const sendingStateOf = (db: Db, { memberNo, messageId, channel }: SendingKey) =>
  auditedRow(
    db,
    messageId,
    sql`SELECT channel, state, tries FROM message_send
        WHERE member_id = (SELECT member_id FROM member_no_claim WHERE member_no = ${memberNo})
          AND message_id = ${messageId} AND channel = ${channel}`,
  );
