/** SQL statements about notices of work that was handed to a colleague or to a role. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";
import type { Handover, HandoverNotice } from "../model.ts";

/** Stores a notice, and sweeps those of more than a day. */
export async function insertHandover(
  tx: Tx,
  { id, object, toId, toRole, by, reason }: Handover & { readonly id: string },
  now: Now,
): Promise<void> {
  await tx.execute(sql`
    WITH swept AS (DELETE FROM handover WHERE created_at < ${sqlNow(now)} - interval '1 day')
    INSERT INTO handover (id, object, to_id, to_role, by_id, reason, created_at)
    VALUES (${id}, ${object}, ${toId ?? null}, ${toRole ?? null}, ${by}, ${reason},
      ${sqlNow(now)})`);
}

/**
 * Returns what others handed to this operator in the last `sinceMs`, the latest first; with
 * `ofRoles` also what was handed to a role.
 */
export async function readHandovers(
  db: Db,
  wanted: {
    readonly operatorId: string;
    readonly ofRoles: boolean;
    readonly sinceMs: number;
    readonly limit: number;
    readonly now: Now;
  },
): Promise<HandoverNotice[]> {
  const { operatorId, ofRoles, sinceMs, limit, now } = wanted;
  const { rows } = await db.execute<HandoverNotice>(sql`
    SELECT id, object, by_id AS "byId", to_role AS role, reason,
      ${sql.raw(epochMsSql("created_at"))} AS at
    FROM handover
    WHERE created_at > ${sqlNow(now)} - ${sinceMs}::integer * interval '1 ms'
      AND (to_id = ${operatorId} ${ofRoles ? sql`OR to_role IS NOT NULL` : sql``})
      AND by_id <> ${operatorId}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
  return rows;
}
