/**
 * Makes requests single-use across processes: the request id and the signature can each be claimed
 * once within their window.
 */
import { sql } from "drizzle-orm";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { sqlNow } from "../platform/database/sql.ts";
import type { Job } from "../platform/jobs/schedule.ts";
import { hashToken } from "../platform/secrets.ts";
import { CloudRefusal } from "./refusal.ts";

/**
 * The id is not signed, so the holder of a copy could give it another id. Equal calls of one
 * millisecond have equal signatures too, for example when parts of a page request the same: this
 * many of them pass, and no more.
 */
const EQUAL_MAX = 8;
const ID = /^[\w-]{8,64}$/;
const MINUTE_MS = 60_000;

/**
 * Claims the id and the signature in one statement. Refuses REQUEST_ID_MISSING and
 * REQUEST_REPLAYED.
 */
export async function claimOnce(
  context: Context,
  db: Db,
  { id, signature }: { readonly id: string; readonly signature: string },
): Promise<void> {
  if (!ID.test(id)) throw new CloudRefusal("REQUEST_ID_MISSING");
  const now = context.clock.sql();
  // A request that is accepted now may be a window ahead of our clock, and is valid for a window
  // after its own time.
  const retentionMs = 2 * context.settings.cloudWindowMs;
  const taken = await db.execute<{ isNew: boolean; equal: number }>(sql`
    WITH id AS (
      INSERT INTO cloud_once (once_key, uses, expires_at)
      VALUES (${hashToken(`id:${id}`)}, 1, ${sqlNow(now)} + ${retentionMs} * interval '1 ms')
      ON CONFLICT DO NOTHING RETURNING uses),
    signed AS (
      INSERT INTO cloud_once AS o (once_key, uses, expires_at)
      VALUES (${hashToken(`signature:${signature}`)}, 1, ${sqlNow(now)} + ${retentionMs} * interval '1 ms')
      ON CONFLICT (once_key) DO UPDATE SET uses = o.uses + 1 RETURNING o.uses)
    SELECT EXISTS (SELECT FROM id) AS "isNew", (SELECT uses FROM signed) AS equal`);
  const { isNew = false, equal = 0 } = taken.rows[0] ?? {};
  if (!isNew || equal > EQUAL_MAX) throw new CloudRefusal("REQUEST_REPLAYED");
}

/** Deletes expired ids and signatures, which could not be used again anyway. */
export const cloudCleanupJob = (context: Context, db: Db): Job => ({
  name: "cloud-sweeper",
  every: MINUTE_MS,
  run: () =>
    db.execute(sql`DELETE FROM cloud_once WHERE expires_at < ${sqlNow(context.clock.sql())}`),
});
