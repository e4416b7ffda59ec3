/** Ends the coupons of a closed account. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";

/** Returns how many coupons ended. */
export async function forfeitCoupons(tx: Tx, memberId: string, now: Date | null): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`SELECT coupons_forfeit(${memberId}, ${now}::timestamptz) AS count`,
  );
  return rows[0]?.count ?? 0;
}
