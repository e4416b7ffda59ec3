/** Reads one row as the state of an object that the audit shows before and after a write. */
import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "./database/pool.ts";
import type { AuditedState } from "./http/call.ts";

/**
 * Returns the columns of a query's only row under the object's number, or `undefined` without a
 * row. The query selects no secret and no whole phone; instants become ISO text.
 */
export async function auditedRow(
  db: Db | Tx,
  object: string,
  query: SQL,
): Promise<AuditedState | undefined> {
  const found = await db.execute<{ state: Record<string, unknown> }>(
    sql`SELECT to_jsonb(found) AS state FROM (${query}) found`,
  );
  const [row] = found.rows;
  return row && { object, state: row.state };
}
