/** Outbox messages that were given up after their last attempt: operators list and resend them. */
import { sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { afterPosition, byPosition, microsSql, type Position } from "../database/keyset.ts";
import type { Db, Tx } from "../database/pool.ts";
import { epochMsSql, sqlNow } from "../database/sql.ts";

/** Instants in ms. */
export type DeadMessage = Position & {
  readonly memberId: string;
  readonly topic: string;
  readonly attempt: number;
  readonly lastError: string;
  readonly createdAt: number;
};

/** Returns a page, the latest first, of one topic or of all. */
export async function readDeadMessages(
  db: Db,
  page: {
    readonly topic: string | undefined;
    readonly after: Position | undefined;
    readonly limit: number;
  },
): Promise<DeadMessage[]> {
  const row = { time: sql`created_at`, id: sql`id::text` };
  const found = await db.execute<DeadMessage>(sql`
    SELECT id, member_id AS "memberId", topic, attempt, coalesce(last_error, '') AS "lastError",
           ${sql.raw(epochMsSql("created_at"))} AS "createdAt", ${microsSql("created_at")} AS micros
    FROM outbox WHERE state = 'dead' AND (${page.topic ?? null}::text IS NULL OR topic = ${page.topic ?? null})
      AND ${afterPosition(row, page.after, "descending")}
    ORDER BY ${byPosition(row, "descending")} LIMIT ${page.limit}`);
  return found.rows;
}

/** Counts dead messages by topic; reads at most the latest `limit` of them. */
export async function countDeadByTopic(
  db: Db,
  limit: number,
): Promise<{ topic: string; dead: number }[]> {
  const found = await db.execute<{ topic: string; dead: number }>(sql`
    SELECT topic, count(*)::int AS dead
    FROM (SELECT topic FROM outbox WHERE state = 'dead' ORDER BY created_at DESC LIMIT ${limit}) d
    GROUP BY topic ORDER BY dead DESC, topic`);
  return found.rows;
}

/** Returns the ids of the latest dead messages, latest first. */
export async function latestDeadIds(db: Db, limit: number): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    SELECT id FROM outbox WHERE state = 'dead' ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
  return found.rows.map(({ id }) => id);
}

/**
 * Queues dead messages again, due now: one by its id, or up to `limit` of a topic. The attempt stays
 * counted, because it fences claims; a message that fails again is dead again. Returns how many.
 */
export async function requeueDead(
  { clock }: Context,
  tx: Tx,
  wanted: { readonly id: string } | { readonly topic: string; readonly limit: number },
): Promise<number> {
  const chosen =
    "id" in wanted
      ? sql`id = ${wanted.id}`
      : sql`id IN (SELECT id FROM outbox WHERE state = 'dead' AND topic = ${wanted.topic}
            ORDER BY created_at LIMIT ${wanted.limit})`;
  const done = await tx.execute(sql`
    UPDATE outbox SET state = 'queued', due_at = ${sqlNow(clock.sql())}, lease_until = NULL
    WHERE state = 'dead' AND ${chosen}`);
  return done.rowCount ?? 0;
}
