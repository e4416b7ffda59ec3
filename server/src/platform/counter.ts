/** Counters behind limits: one row a subject and window, counted up in one statement. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "./database/pool.ts";

/** Counts one event of a subject in its window and answers the new count; `now` decides the window. */
export async function countUp(
  db: Db | Tx,
  counter: { subject: string; windowMs: number; now: Date },
): Promise<number> {
  const start = new Date(Math.floor(counter.now.getTime() / counter.windowMs) * counter.windowMs);
  const counted = await db.execute<{ used: number }>(sql`
    INSERT INTO limit_counter (subject, window_start, used) VALUES (${counter.subject}, ${start}, 1)
    ON CONFLICT (subject, window_start) DO UPDATE SET used = limit_counter.used + 1
    RETURNING used`);
  return counted.rows[0]?.used ?? 1;
}
