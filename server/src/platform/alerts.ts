/**
 * Alerts for operators: one row per kind, subject and day of Shanghai, however often the cause
 * recurs.
 */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "./database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "./database/sql.ts";

/** The kinds of alerts; `canary_code` is written by `exchange_count_wrong`. */
export type AlertKind =
  | "circuit_open"
  | "prepaid_low"
  | "unknown_many"
  | "cards_low"
  | "desk_late"
  | "code_guessing"
  | "canary_code"
  | "campaign_budget"
  | "audit_altered"
  | "audit_key";

/** Inserts an alert; returns false when one exists for today. */
export async function raiseAlert(
  db: Db | Tx,
  alert: {
    readonly kind: AlertKind;
    readonly subject: string;
    /** The text that an operator reads. */
    readonly text: string;
    readonly now: Now;
  },
): Promise<boolean> {
  const raised = await db.execute(sql`
    INSERT INTO alert (kind, subject, day, text, created_at)
    VALUES (${alert.kind}, ${alert.subject}, (${sqlNow(alert.now)} AT TIME ZONE 'Asia/Shanghai')::date, ${alert.text},
            ${sqlNow(alert.now)})
    ON CONFLICT (kind, subject, day) DO NOTHING`);
  return raised.rowCount === 1;
}

export type AlertRow = { kind: string; subject: string; text: string; at: number };

/** Returns the latest alerts first, of these kinds or of all; `at` in ms. */
export async function latestAlerts(
  db: Db,
  { kinds, limit = 200 }: { readonly kinds?: readonly AlertKind[]; readonly limit?: number } = {},
): Promise<AlertRow[]> {
  const found = await db.execute<AlertRow>(sql`
    SELECT kind, subject, text, ${sql.raw(epochMsSql("created_at"))} AS at FROM alert
    WHERE ${kinds === undefined} OR kind = ANY(${sql.param([...(kinds ?? [])])}::text[])
    ORDER BY created_at DESC LIMIT ${limit}`);
  return found.rows;
}
