/** SQL statements on who is notified of alerts, and on alerts that wait for their notification. */
import { sql } from "drizzle-orm";
import type { AlertKind } from "../../../platform/alerts.ts";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { type Now, sqlNow } from "../../../platform/database/sql.ts";

/** `day`: from eight to twenty-two in Shanghai; what happens at night is sent at eight. */
export type AlertHours = "always" | "day";

export type AlertRecipients = {
  readonly kind: AlertKind;
  readonly operatorIds: readonly string[];
  readonly robotSealed: Buffer | null;
  readonly robotLabel: string | null;
  readonly hours: AlertHours;
  /** Increases with every change, from 1. */
  readonly version: number;
  readonly changedBy: string;
};

const columns =
  sql.raw(`kind, to_jsonb(operator_ids) AS "operatorIds", robot_sealed AS "robotSealed",
  robot_label AS "robotLabel", hours, version, changed_by AS "changedBy"`);

export async function readRecipients(db: Db | Tx): Promise<AlertRecipients[]> {
  const found = await db.execute<AlertRecipients>(
    sql`SELECT ${columns} FROM alert_recipient ORDER BY kind`,
  );
  return found.rows;
}

export async function findRecipients(
  db: Db | Tx,
  kind: string,
): Promise<AlertRecipients | undefined> {
  const found = await db.execute<AlertRecipients>(
    sql`SELECT ${columns} FROM alert_recipient WHERE kind = ${kind}`,
  );
  return found.rows[0];
}

/** Stores them as the next version; returns false when `sinceVersion` is not the present one. */
export async function storeRecipients(
  tx: Tx,
  { version: _version, ...set }: AlertRecipients,
  { sinceVersion, now }: { readonly sinceVersion: number; readonly now: Now },
): Promise<boolean> {
  const { kind, robotSealed, robotLabel, hours, changedBy } = set;
  const operatorIds = sql`${sql.param([...set.operatorIds])}::uuid[]`;
  const done = await tx.execute(
    sinceVersion === 0
      ? sql`INSERT INTO alert_recipient
              (kind, operator_ids, robot_sealed, robot_label, hours, version, changed_by, changed_at)
            VALUES (${kind}, ${operatorIds}, ${robotSealed}, ${robotLabel}, ${hours}, 1, ${changedBy}, ${sqlNow(now)})
            ON CONFLICT (kind) DO NOTHING`
      : sql`UPDATE alert_recipient
            SET operator_ids = ${operatorIds}, robot_sealed = ${robotSealed}, robot_label = ${robotLabel},
                hours = ${hours}, version = version + 1, changed_by = ${changedBy}, changed_at = ${sqlNow(now)}
            WHERE kind = ${kind} AND version = ${sinceVersion}`,
  );
  return done.rowCount === 1;
}

/** Returns who is notified of a kind, as the audit shows it. */
export const recipientStateOf = (db: Db, kind: string) =>
  auditedRow(
    db,
    kind,
    sql`SELECT to_jsonb(operator_ids) AS operators, robot_label AS robot, hours FROM alert_recipient
        WHERE kind = ${kind}`,
  );

export type UnsentAlert = { readonly alertId: string; readonly kind: AlertKind };

/** Returns alerts that were not handed to the outbox, the oldest first. */
export async function unsentAlerts(db: Db, limit: number): Promise<UnsentAlert[]> {
  const found = await db.execute<UnsentAlert>(sql`
    SELECT alert_id AS "alertId", kind FROM alert WHERE notified_at IS NULL
    ORDER BY created_at LIMIT ${limit}`);
  return found.rows;
}

/** Returns false when another process has handed it to the outbox. */
export async function claimUnsent(tx: Tx, alertId: string, now: Now): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE alert SET notified_at = ${sqlNow(now)} WHERE alert_id = ${alertId} AND notified_at IS NULL`);
  return done.rowCount === 1;
}

export type OpenAlert = {
  readonly kind: AlertKind;
  readonly subject: string;
  readonly text: string;
  /** The name of the supplier that `subject` is the id of, for kinds about suppliers. */
  readonly supplier: string | null;
};

/** Returns an alert; undefined when an operator has acknowledged it. */
export async function findOpenAlert(db: Db, alertId: string): Promise<OpenAlert | undefined> {
  const found = await db.execute<OpenAlert>(sql`
    SELECT a.kind, a.subject, a.text, s.name AS supplier FROM alert a
    LEFT JOIN supplier s ON s.supplier_id = a.subject AND a.kind IN ('circuit_open', 'prepaid_low', 'unknown_many')
    WHERE a.alert_id = ${alertId} AND a.acknowledged_at IS NULL`);
  return found.rows[0];
}
