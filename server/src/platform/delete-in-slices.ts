/** Deletes rows that are over in slices, so that no cleanup holds locks or writes its log for long. */
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "./database/pool.ts";

const SLICE = 10_000;

/**
 * Deletes the rows of `table` for which `isOver` holds; returns how many. `key` is its primary key:
 * a row's place (ctid) means nothing on a cluster.
 */
export async function deleteInSlices(
  db: Db,
  { table, key }: { readonly table: SQL; readonly key: SQL },
  isOver: SQL,
): Promise<number> {
  for (let deleted = 0; ; ) {
    const slice = await db.execute(sql`
      DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${isOver} LIMIT ${SLICE})
        AND ${isOver}`);
    const rows = slice.rowCount ?? 0;
    deleted += rows;
    if (rows < SLICE) return deleted;
  }
}
