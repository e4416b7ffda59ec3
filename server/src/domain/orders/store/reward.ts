/** The statement about what a done order brings its member. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import type { Key } from "./read.ts";

export type Kept = {
  /** The cash that has not gone back, nor is on its way; fen. */
  readonly cashFen: number;
  readonly title: string;
};

/** What is kept of an order's cash. */
export async function keptOf(tx: Tx, { ownerId, orderId }: Key): Promise<Kept> {
  const found = await tx.execute<Kept>(sql`
    SELECT coalesce(sum(i.cash_fen - coalesce((i.refunded->>'cashFen')::integer, 0)), 0)::int AS "cashFen", o.title
    FROM orders o JOIN order_item i ON i.member_id = o.member_id AND i.order_id = o.id
    WHERE o.member_id = ${ownerId} AND o.id = ${orderId} GROUP BY o.title`);
  return found.rows[0] ?? { cashFen: 0, title: "" };
}
