/** Reads a value around an instant of the database's clock. */
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/pool.ts";

/** How long before an instant it is scheduled, and the least time of reading after it, in ms. */
export const AHEAD_MS = 600;
const AFTER_MS = 150;

/**
 * Collects what is read before an instant, and after it; a reading that began before and ended after
 * belongs to neither. Reading goes on until one read began after the instant.
 */
export async function readAround(
  db: Db,
  instantMs: number,
  read: () => Promise<number | undefined>,
) {
  const nowMs = async () => {
    const { rows } = await db.execute<{ ms: number }>(
      sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`,
    );
    return rows[0]?.ms ?? 0;
  };
  const before = new Set<number | undefined>();
  const after = new Set<number | undefined>();
  const isOver = (nowAtMs: number) => nowAtMs >= instantMs + AFTER_MS && after.size > 0;
  for (let begun = await nowMs(); !isOver(begun); begun = await nowMs()) {
    const value = await read();
    if (begun >= instantMs) after.add(value);
    else if ((await nowMs()) < instantMs) before.add(value);
  }
  return { before: [...before], after: [...after] };
}
