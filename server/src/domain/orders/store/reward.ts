/** SQL statements about the rewards of a completed order. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import type { OrderKey } from "./read.ts";

export type RetainedCash = {
  /** The cash neither refunded nor being refunded; fen. */
  readonly cashFen: number;
  readonly title: string;
};

/** Returns the cash of an order that was not refunded. */
export async function findRetainedCash(
  tx: Tx,
  { ownerId, orderId }: OrderKey,
): Promise<RetainedCash> {
  const found = await tx.execute<RetainedCash>(sql`
    SELECT coalesce(sum(i.cash_fen - coalesce((i.refunded->>'cashFen')::integer, 0)), 0)::int AS "cashFen", o.title
    FROM orders o JOIN order_item i ON i.member_id = o.member_id AND i.order_id = o.id
    WHERE o.member_id = ${ownerId} AND o.id = ${orderId} GROUP BY o.title`);
  return found.rows[0] ?? { cashFen: 0, title: "" };
}
