/** SQL statements on operators' saved views, and on who has what open. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { type Now, sqlNow } from "../../platform/database/sql.ts";

export type SavedView = { readonly name: string; readonly search: string };
export type ViewKey = { readonly operatorId: string; readonly page: string };

export async function readViews(db: Db, { operatorId, page }: ViewKey): Promise<SavedView[]> {
  const found = await db.execute<SavedView>(sql`
    SELECT name, search FROM operator_view WHERE operator_id = ${operatorId} AND page = ${page}
    ORDER BY saved_at, name`);
  return found.rows;
}

/** Saves a view under its name; returns false when the operator has `most` views of the page. */
export async function saveView(
  tx: Tx,
  { operatorId, page }: ViewKey,
  { name, search, most, now }: SavedView & { readonly most: number; readonly now: Now },
): Promise<boolean> {
  const done = await tx.execute(sql`
    INSERT INTO operator_view (operator_id, page, name, search, saved_at)
    SELECT ${operatorId}::uuid, ${page}, ${name}, ${search}, ${sqlNow(now)}
    WHERE (SELECT count(*) FROM operator_view
           WHERE operator_id = ${operatorId} AND page = ${page} AND name <> ${name}) < ${most}
    ON CONFLICT (operator_id, page, name)
    DO UPDATE SET search = excluded.search, saved_at = excluded.saved_at`);
  return done.rowCount === 1;
}

/** Returns false when there is none of this name. */
export async function deleteView(
  tx: Tx,
  { operatorId, page, name }: ViewKey & { readonly name: string },
): Promise<boolean> {
  const done = await tx.execute(sql`
    DELETE FROM operator_view WHERE operator_id = ${operatorId} AND page = ${page} AND name = ${name}`);
  return done.rowCount === 1;
}

/**
 * Records that an operator has a place open for the next `leaseMs`, sweeps ended rows, and returns
 * the other operators who have it open.
 */
export async function markPresence(
  db: Db,
  {
    place,
    operatorId,
    leaseMs,
    now,
  }: {
    readonly place: string;
    readonly operatorId: string;
    readonly leaseMs: number;
    readonly now: Now;
  },
): Promise<string[]> {
  const found = await db.execute<{ operatorId: string }>(sql`
    WITH mine AS (
      INSERT INTO operator_presence (place, operator_id, ends_at)
      VALUES (${place}, ${operatorId}, ${sqlNow(now)} + ${leaseMs}::integer * interval '1 ms')
      ON CONFLICT (place, operator_id) DO UPDATE SET ends_at = excluded.ends_at),
    swept AS (DELETE FROM operator_presence WHERE ends_at < ${sqlNow(now)} - interval '1 hour')
    SELECT operator_id AS "operatorId" FROM operator_presence
    WHERE place = ${place} AND operator_id <> ${operatorId} AND ends_at > ${sqlNow(now)}
    ORDER BY operator_id LIMIT 10`);
  return found.rows.map((row) => row.operatorId);
}
