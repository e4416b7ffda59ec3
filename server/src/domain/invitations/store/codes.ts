/** SQL statements on codes and clicks. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";
import type { Channel } from "../model.ts";

type Queryable = Db | Tx;

export async function codeOfMember(db: Queryable, memberId: string): Promise<string | undefined> {
  const found = await db.execute<{ code: string }>(
    sql`SELECT code FROM invite_owner WHERE member_id = ${memberId}`,
  );
  return found.rows[0]?.code;
}

export async function ownerOfCode(db: Queryable, code: string): Promise<string | undefined> {
  const found = await db.execute<{ ownerId: string }>(
    sql`SELECT owner_id AS "ownerId" FROM invite_code WHERE code = ${code}`,
  );
  return found.rows[0]?.ownerId;
}

/** Returns false when the code already belongs to a member. */
export async function claimCode(tx: Tx, code: string, ownerId: string): Promise<boolean> {
  const made = await tx.execute(sql`
    INSERT INTO invite_code (code, owner_id) VALUES (${code}, ${ownerId}) ON CONFLICT (code) DO NOTHING`);
  return made.rowCount === 1;
}

/** Returns false when the member already has a code. */
export async function assignCode(
  tx: Tx,
  given: { memberId: string; code: string; now: Now },
): Promise<boolean> {
  const made = await tx.execute(sql`
    INSERT INTO invite_owner (member_id, code, created_at) VALUES (${given.memberId}, ${given.code}, ${sqlNow(given.now)})
    ON CONFLICT (member_id) DO NOTHING`);
  return made.rowCount === 1;
}

export type Click = {
  readonly deviceHash: Buffer;
  readonly code: string;
  readonly visitId: string;
  readonly ownerId: string;
  readonly channel: Channel;
  /** How long a click counts, in ms. */
  readonly windowMs: number;
  readonly now: Now;
};

/** Records a click and returns its visit: the first of its window, for every repeat. */
export async function upsertVisit(db: Db, click: Click): Promise<string> {
  const { now } = click;
  // By the new row's own time: a cluster takes no clock here.
  const counts = sql`v.spent_at IS NULL AND excluded.visited_at - v.visited_at < make_interval(secs => ${click.windowMs / 1000})`;
  const stored = await db.execute<{ visitId: string }>(sql`
    INSERT INTO invite_visit AS v (device_hash, code, visit_id, owner_id, came_from, visited_at, last_at)
    VALUES (${click.deviceHash}, ${click.code}, ${click.visitId}, ${click.ownerId}, ${click.channel}, ${sqlNow(now)},
            ${sqlNow(now)})
    ON CONFLICT (device_hash, code) DO UPDATE SET
      clicks = v.clicks + 1, last_at = excluded.last_at, spent_at = NULL,
      visit_id = CASE WHEN ${counts} THEN v.visit_id ELSE excluded.visit_id END,
      came_from = CASE WHEN ${counts} THEN v.came_from ELSE excluded.came_from END,
      visited_at = CASE WHEN ${counts} THEN v.visited_at ELSE excluded.visited_at END
    RETURNING visit_id AS "visitId"`);
  return stored.rows[0]?.visitId ?? click.visitId;
}

export type Visit = {
  readonly visitId: string;
  readonly code: string;
  readonly ownerId: string;
  readonly channel: Channel;
  readonly visitedAt: number;
};

/**
 * Returns the clicks of a device, the earliest first, without those that a registration has used.
 */
export async function visitsOf(db: Queryable, deviceHash: Buffer): Promise<Visit[]> {
  const found = await db.execute<Visit>(sql`
    SELECT visit_id AS "visitId", code, owner_id AS "ownerId", came_from AS channel,
           ${sql.raw(epochMsSql("visited_at"))} AS "visitedAt"
    FROM invite_visit WHERE device_hash = ${deviceHash} AND spent_at IS NULL
    ORDER BY visited_at, visit_id LIMIT 100`);
  return found.rows;
}

/** Marks the clicks of a device as used by a registration. */
export async function consumeVisits(tx: Tx, deviceHash: Buffer, now: Now): Promise<void> {
  await tx.execute(sql`
    UPDATE invite_visit SET spent_at = ${sqlNow(now)} WHERE device_hash = ${deviceHash} AND spent_at IS NULL`);
}

/** Deletes clicks whose window is over. Returns how many. */
export async function deleteOldVisits(db: Db, before: Date): Promise<number> {
  const gone = await db.execute(sql`DELETE FROM invite_visit WHERE last_at < ${before}`);
  return gone.rowCount ?? 0;
}
