/** Counters behind limits: one row a subject and window, counted up in one statement. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "./database/pool.ts";

/** Counts one event of a subject (or `by` units) in its window and answers the new count; `now` decides the window. */
export async function countUp(
  db: Db | Tx,
  counter: { subject: string; windowMs: number; now: Date; by?: number | undefined },
): Promise<number> {
  const { by = 1 } = counter;
  const start = new Date(Math.floor(counter.now.getTime() / counter.windowMs) * counter.windowMs);
  const counted = await db.execute<{ used: number }>(sql`
    INSERT INTO limit_counter (subject, window_start, used) VALUES (${counter.subject}, ${start}, ${by})
    ON CONFLICT (subject, window_start) DO UPDATE SET used = limit_counter.used + ${by}::integer
    RETURNING used`);
  return counted.rows[0]?.used ?? 1;
}
