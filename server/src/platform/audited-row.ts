/** Reads one row as the state of an object that the audit shows before and after a write. */
import { type SQL, sql } from "drizzle-orm";
import { databaseError } from "./database/failure.ts";
import type { Db } from "./database/pool.ts";
import type { AuditedState } from "./http/call.ts";

/** PostgreSQL's code for a text that is no value of the column's type. */
const NO_VALUE = "22P02";

/**
 * Returns the columns of a query's only row under the object's number, or `undefined` without a
 * row; so does a number that no row can have. The query selects no secret and no whole phone;
 * instants become ISO text.
 */
export async function auditedRow(
  db: Db,
  object: string,
  query: SQL,
): Promise<AuditedState | undefined> {
  const reading = sql`SELECT to_jsonb(found) AS state FROM (${query}) found`;
  try {
    const found = await db.execute<{ state: Record<string, unknown> }>(reading);
    const [row] = found.rows;
    return row && { object, state: row.state };
  } catch (error) {
    if (databaseError(error)?.code === NO_VALUE) return undefined;
    throw error;
  }
}
