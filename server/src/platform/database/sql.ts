/** How statements speak of time: the clock's when a test owns it, else the database's own. */
import { sql } from "drizzle-orm";

/** What `Context.clock.sql()` answers: null outside tests, so that one clock, the database's, decides. */
export type Now = Date | null;

export const sqlNow = (now: Now) => sql`coalesce(${now}::timestamptz, now())`;

/** A timestamptz column as whole milliseconds since 1970, as text for a statement. */
export const epochMsSql = (column: string): string =>
  `floor(extract(epoch FROM ${column}) * 1000)::bigint`;
