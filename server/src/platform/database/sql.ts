/** SQL expressions for time: the test clock's instant, or the database's own. */
import { type SQL, sql } from "drizzle-orm";

/**
 * The result of `Context.clock.sql()`: null outside tests, so that only the database's clock
 * decides.
 */
export type Now = Date | null;

/**
 * The instant as a parameter, or `now()`. Never `coalesce(…, now())`: a distributed database plans
 * no UPDATE or DELETE with a call of a clock inside COALESCE or CASE (decision 0132).
 */
export const sqlNow = (now: Now): SQL => (now === null ? sql`now()` : sql`${now}::timestamptz`);

/**
 * The same for the text of a read with numbered parameters, which is prepared once for both.
 * Only for SELECT.
 */
export const sqlNowText = (parameter: number): string =>
  `coalesce($${parameter}::timestamptz, now())`;

/** The length of a slot of sums. */
export const slotLength = sql`interval '10 minutes'`;

/** The beginning of the slot in which an instant lies. */
export const slotOf = (instant: SQL): SQL =>
  sql`date_bin(${slotLength}, ${instant}, '2000-01-01 00:00:00+00'::timestamptz)`;

/** The beginning of the minute of an instant. */
export const minuteOf = (instant: SQL): SQL =>
  sql`date_bin(interval '1 minute', ${instant}, '2000-01-01 00:00:00+00'::timestamptz)`;

/** Returns SQL that converts a timestamptz column to whole milliseconds since 1970. */
export const epochMsSql = (column: string): string =>
  `floor(extract(epoch FROM ${column}) * 1000)::bigint`;
