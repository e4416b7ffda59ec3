/** Moves growth from one member to another when accounts merge, once. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow } from "../../../platform/database/sql.ts";
import { levelsGrowth } from "../../../sql/levels.ts";
import { callAddGrowth } from "../store.ts";

/** Returns the growth that counts for a member now. */
export async function growthOf(tx: Db | Tx, memberId: string, now: Date | null): Promise<number> {
  const { rows } = await tx.execute<{ growth: number }>(sql`
    SELECT ${levelsGrowth.sql({ member: memberId, at: sqlNow(now) })} AS growth`);
  return rows[0]?.growth ?? 0;
}

/** The moved growth counts from now; its original dates are lost. Returns the amount moved. */
export async function moveGrowth(
  tx: Tx,
  move: { readonly from: string; readonly into: string; readonly now: Date | null },
): Promise<number> {
  const growth = await growthOf(tx, move.from, move.now);
  await callAddGrowth(tx, {
    memberId: move.into,
    ref: `merge:${move.from}`,
    growth,
    title: "账号合并",
    now: move.now,
  });
  return growth;
}
