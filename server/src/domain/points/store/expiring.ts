/** Lists points that end within a time span, in the order of their ends, for reminders. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";

export type ExpiringPoints = {
  readonly memberId: string;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  /**
   * The same instant as the database formats it, to the microsecond: the position where a page
   * ends.
   */
  readonly at: string;
  readonly points: number;
};

/**
 * Returns points that end after `from` and not after `to`; a page begins after the last row of the
 * previous one.
 */
export async function listExpiringPoints(
  db: Db,
  span: {
    readonly from: Date;
    readonly to: Date;
    readonly after: Pick<ExpiringPoints, "at" | "memberId" | "id"> | undefined;
    readonly limit: number;
  },
): Promise<ExpiringPoints[]> {
  const { from, to, after, limit } = span;
  const beyond = after
    ? sql`AND (l.expires_at, l.member_id, l.id) > (${after.at}::timestamptz, ${after.memberId}::uuid, ${after.id}::uuid)`
    : sql``;
  const found = await db.execute<ExpiringPoints>(sql`
    SELECT l.member_id AS "memberId", l.id, ${sql.raw(epochMsSql("l.expires_at"))} AS "endsAt", l.expires_at::text AS at, l.remaining AS points
    FROM points_lot l
    WHERE l.state = 'ACTIVE' AND l.remaining > 0 AND l.expires_at > ${from} AND l.expires_at <= ${to} ${beyond}
    ORDER BY l.expires_at, l.member_id, l.id LIMIT ${limit}`);
  return found.rows;
}
