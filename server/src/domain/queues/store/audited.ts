/** Reads what operators change in alerts and dead messages, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";

/** Returns who took an alert, and who is to. */
export const alertStateOf = (db: Db, alertId: string) =>
  auditedRow(
    db,
    alertId,
    sql`SELECT kind, acknowledged_by AS "acknowledgedBy", assigned_to AS "assignedTo" FROM alert
        WHERE alert_id = ${alertId}`,
  );

/** Returns whether an outbox message is dead. */
export const deadStateOf = (db: Db, messageId: string) =>
  auditedRow(
    db,
    messageId,
    sql`SELECT EXISTS (SELECT 1 FROM outbox WHERE id = ${messageId} AND state = 'dead') AS "isDead"`,
  );

/** Returns the number of dead messages of a topic. */
export const deadCountOf = (db: Db, topic: string) =>
  auditedRow(
    db,
    topic,
    sql`SELECT count(*) AS dead FROM outbox WHERE topic = ${topic} AND state = 'dead'`,
  );
