/** SQL expressions for time: the test clock's instant, or the database's own. */
import { sql } from "drizzle-orm";

/**
 * The result of `Context.clock.sql()`: null outside tests, so that only the database's clock
 * decides.
 */
export type Now = Date | null;

export const sqlNow = (now: Now) => sql`coalesce(${now}::timestamptz, now())`;

/** Returns SQL that converts a timestamptz column to whole milliseconds since 1970. */
export const epochMsSql = (column: string): string =>
  `floor(extract(epoch FROM ${column}) * 1000)::bigint`;
