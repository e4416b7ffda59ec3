/** SQL statements on how far the hours are summed. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";

/** Instants in ms; hours from `closedFrom` to before `closedUntil` are summed for good. */
export type Progress = {
  readonly closedFrom: number;
  readonly closedUntil: number;
  /** No event is older than `closedFrom`. */
  readonly isWhole: boolean;
};

const columns = sql.raw(`${epochMsSql("closed_from")} AS "closedFrom",
  ${epochMsSql("closed_until")} AS "closedUntil", is_whole AS "isWhole",
  ${epochMsSql("updated_at")} AS "updatedAt"`);

export async function readProgress(
  db: Db,
): Promise<(Progress & { readonly updatedAt: number }) | undefined> {
  const found = await db.execute<Progress & { updatedAt: number }>(
    sql`SELECT ${columns} FROM stat_progress`,
  );
  return found.rows[0];
}

/** Locks the progress, so that one hour is summed at a time; begins it at `hour` in ms. */
export async function lockProgress(tx: Tx, hour: number): Promise<Progress> {
  const begins = sql`${new Date(hour)}::timestamptz`;
  await tx.execute(sql`
    INSERT INTO stat_progress (name, closed_from, closed_until, updated_at)
    VALUES ('hours', ${begins}, ${begins}, ${begins}) ON CONFLICT (name) DO NOTHING`);
  const found = await tx.execute<Progress>(sql`SELECT ${columns} FROM stat_progress FOR UPDATE`);
  return found.rows[0] ?? { closedFrom: hour, closedUntil: hour, isWhole: false };
}

/** Stores the progress; `now` in ms. */
export async function saveProgress(
  tx: Tx,
  { closedFrom, closedUntil, isWhole }: Progress,
  now: number,
): Promise<void> {
  await tx.execute(sql`
    UPDATE stat_progress SET closed_from = ${new Date(closedFrom)}, closed_until = ${new Date(closedUntil)},
                             is_whole = ${isWhole}, updated_at = ${new Date(now)}`);
}
