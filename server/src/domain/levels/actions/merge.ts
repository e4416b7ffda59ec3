/** Growth of one member that follows another's, once. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { callAddGrowth } from "../store.ts";

/** The growth that counts for a member now. */
export async function growthOf(tx: Db | Tx, memberId: string, now: Date | null): Promise<number> {
  const { rows } = await tx.execute<{ growth: number }>(sql`
    SELECT levels_growth(${memberId}, coalesce(${now}::timestamptz, now()))::int AS growth`);
  return rows[0]?.growth ?? 0;
}

/** It counts from now; what is given up is how old it was. Answers how much came. */
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
