/** Counters behind limits: one row a subject and window, counted up in one statement. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "./database/pool.ts";
import { type LimitCode, overLimit } from "./refusal.ts";

export type Counter = {
  readonly subject: string;
  readonly windowMs: number;
  /** Decides the window. */
  readonly now: Date;
  readonly by?: number | undefined;
};

/** How long the window of an instant still lasts, in ms. */
const leftMs = ({ windowMs, now }: Counter): number => windowMs - (now.getTime() % windowMs);

/** Counts one event of a subject (or `by` units) in its window and answers the new count. */
export async function countUp(db: Db | Tx, counter: Counter): Promise<number> {
  const { by = 1 } = counter;
  const start = new Date(Math.floor(counter.now.getTime() / counter.windowMs) * counter.windowMs);
  const counted = await db.execute<{ used: number }>(sql`
    INSERT INTO limit_counter (subject, window_start, used) VALUES (${counter.subject}, ${start}, ${by})
    ON CONFLICT (subject, window_start) DO UPDATE SET used = limit_counter.used + ${by}::integer
    RETURNING used`);
  return counted.rows[0]?.used ?? 1;
}

/** As `countUp`; above `most` it refuses `code`, with the seconds until the window ends. */
export async function countWithin(
  db: Db | Tx,
  limit: Counter & { readonly most: number; readonly code?: LimitCode },
): Promise<void> {
  const { most, code = "RATE_LIMITED", ...counter } = limit;
  if ((await countUp(db, counter)) > most) throw overLimit(code, leftMs(counter));
}
