/** How operators handle alerts: list them, acknowledge one, assign one to an operator. */
import { sql } from "drizzle-orm";
import { afterPosition, byPosition, microsSql, type Position } from "./database/keyset.ts";
import type { Db, Tx } from "./database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "./database/sql.ts";
import type { AlertKind } from "./alerts.ts";

/** Instants in ms. */
export type HandledAlert = Position & {
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
  readonly createdAt: number;
  readonly acknowledgedBy: string | null;
  readonly acknowledgedAt: number | null;
  readonly assignedTo: string | null;
};

/** Returns a page of these kinds, the latest first. */
export async function readAlerts(
  db: Db,
  page: {
    readonly kinds: readonly AlertKind[];
    readonly isOpen: boolean;
    readonly after: Position | undefined;
    readonly limit: number;
  },
): Promise<HandledAlert[]> {
  const row = { time: sql`created_at`, id: sql`alert_id` };
  const found = await db.execute<HandledAlert>(sql`
    SELECT alert_id AS id, kind, subject, text, ${sql.raw(epochMsSql("created_at"))} AS "createdAt",
           acknowledged_by AS "acknowledgedBy", ${sql.raw(epochMsSql("acknowledged_at"))} AS "acknowledgedAt",
           assigned_to AS "assignedTo", ${microsSql("created_at")} AS micros
    FROM alert WHERE kind = ANY(${sql.param([...page.kinds])}::text[])
      AND (NOT ${page.isOpen} OR acknowledged_at IS NULL)
      AND ${afterPosition(row, page.after, "descending")}
    ORDER BY ${byPosition(row, "descending")} LIMIT ${page.limit}`);
  return found.rows;
}

/** Returns the ids of the latest alerts of these kinds without an acknowledgement. */
export async function latestOpenAlertIds(
  db: Db,
  kinds: readonly AlertKind[],
  limit: number,
): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    SELECT alert_id AS id FROM alert
    WHERE acknowledged_at IS NULL AND kind = ANY(${sql.param([...kinds])}::text[])
    ORDER BY created_at DESC LIMIT ${limit}`);
  return found.rows.map(({ id }) => id);
}

/** Returns the kind of an alert; undefined when there is none. */
export async function kindOfAlert(db: Db | Tx, alertId: string): Promise<string | undefined> {
  const found = await db.execute<{ kind: string }>(
    sql`SELECT kind FROM alert WHERE alert_id = ${alertId}`,
  );
  return found.rows[0]?.kind;
}

/** Returns false when it was acknowledged before. */
export async function acknowledgeAlert(
  tx: Tx,
  { alertId, operatorId, now }: { alertId: string; operatorId: string; now: Now },
): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE alert SET acknowledged_by = ${operatorId}, acknowledged_at = ${sqlNow(now)}
    WHERE alert_id = ${alertId} AND acknowledged_at IS NULL`);
  return done.rowCount === 1;
}

/** Assigns an open alert; without `toId` it is free. Returns false when it is acknowledged. */
export async function assignAlert(
  tx: Tx,
  { alertId, toId }: { alertId: string; toId: string | undefined },
): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE alert SET assigned_to = ${toId ?? null}::uuid
    WHERE alert_id = ${alertId} AND acknowledged_at IS NULL`);
  return done.rowCount === 1;
}
