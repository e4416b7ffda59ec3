/** Moves coupons from one member to another when accounts merge, with the same rules and ends. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import { couponsMergeIn, couponsMergeOut } from "../../../sql/coupons.ts";
import { sqlNow } from "../../../platform/database/sql.ts";

/** Ends the usable coupons of one member and grants them to the other; returns how many. */
export async function moveCoupons(
  tx: Tx,
  move: {
    readonly from: string;
    readonly into: string;
    readonly ref: string;
    readonly now: Date | null;
  },
): Promise<number> {
  const { from, into, ref, now } = move;
  const coupons = await couponsMergeOut(tx, { member: from, now });
  await couponsMergeIn(tx, { member: into, ref, coupons, now });
  return coupons.length;
}

/** Returns how many of the member's coupons would move. */
export async function countMovable(tx: Tx, memberId: string, now: Date | null): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM member_coupon
    WHERE member_id = ${memberId} AND valid_until > ${sqlNow(now)}
      AND (state = 'AVAILABLE' OR (state = 'LOCKED' AND lock_until <= ${sqlNow(now)}))`);
  return rows[0]?.count ?? 0;
}
