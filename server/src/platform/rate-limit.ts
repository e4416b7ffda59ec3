/** Rate limit counters: one row per subject and window, incremented in one statement. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "./database/pool.ts";
import { type LimitCode, limitExceeded } from "./refusal.ts";

export type LimitCounter = {
  readonly subject: string;
  readonly windowMs: number;
  /** Determines the window. */
  readonly now: Date;
  readonly by?: number | undefined;
};

/** Returns how long the window of an instant still lasts, in ms. */
const leftMs = ({ windowMs, now }: LimitCounter): number => windowMs - (now.getTime() % windowMs);

/** Counts one event of a subject (or `by` units) in its window and returns the new count. */
export async function incrementCounter(db: Db | Tx, counter: LimitCounter): Promise<number> {
  const { by = 1 } = counter;
  const start = new Date(Math.floor(counter.now.getTime() / counter.windowMs) * counter.windowMs);
  const counted = await db.execute<{ used: number }>(sql`
    INSERT INTO limit_counter (subject, window_start, used) VALUES (${counter.subject}, ${start}, ${by})
    ON CONFLICT (subject, window_start) DO UPDATE SET used = limit_counter.used + ${by}::integer
    RETURNING used`);
  return counted.rows[0]?.used ?? 1;
}

/**
 * As `incrementCounter`; above `most` it refuses `code`, with the seconds until the window ends.
 */
export async function enforceLimit(
  db: Db | Tx,
  limit: LimitCounter & { readonly most: number; readonly code?: LimitCode },
): Promise<void> {
  const { most, code = "RATE_LIMITED", ...counter } = limit;
  if ((await incrementCounter(db, counter)) > most) throw limitExceeded(code, leftMs(counter));
}
