/** Statements about what a done order brings its member. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import type { Key } from "./read.ts";

export type Kept = {
  /** The cash that has not gone back, nor is on its way; fen. */
  readonly cashFen: number;
  readonly title: string;
};

/** Keeps the percentage at which the order earns points, for whoever takes them back, and tells what is kept of it. */
export async function keptAt(tx: Tx, { ownerId, orderId }: Key, pointsRate: number): Promise<Kept> {
  const found = await tx.execute<Kept>(sql`
    UPDATE orders o SET points_rate = ${pointsRate}
    FROM (
      SELECT coalesce(sum(cash_fen - coalesce((refunded->>'cashFen')::integer, 0)), 0)::int AS fen FROM order_item
      WHERE member_id = ${ownerId} AND order_id = ${orderId}
    ) kept
    WHERE o.member_id = ${ownerId} AND o.id = ${orderId} RETURNING kept.fen AS "cashFen", o.title`);
  return found.rows[0] ?? { cashFen: 0, title: "" };
}
