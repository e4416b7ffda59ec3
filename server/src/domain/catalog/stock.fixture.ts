/** Stock race tests: holds, payments and counts of stock, and many tasks at once. */
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/pool.ts";
import { CONNECTIONS } from "../ledger/race.fixture.ts";

export type Buyer = { readonly hold: string; readonly quantity: number };

/** Holds stock for one buyer until `expiresAt`; returns the SKU that is short, or null. */
export async function holdStock(
  db: Db,
  ask: Buyer & { readonly skuId: string; readonly expiresAt: Date; readonly now?: Date },
): Promise<string | null> {
  const items = JSON.stringify([{ skuId: ask.skuId, quantity: ask.quantity }]);
  const found = await db.execute<{ short: string | null }>(sql`
    SELECT catalog_stock_hold(${ask.hold}, ${items}::jsonb, ${ask.expiresAt}, ${ask.now ?? null}) AS short`);
  return found.rows[0]?.short ?? null;
}

export async function confirmStock(db: Db, hold: string, now?: Date): Promise<boolean> {
  const found = await db.execute<{ done: boolean }>(
    sql`SELECT catalog_stock_confirm(${hold}, ${now ?? null}) AS done`,
  );
  return found.rows[0]?.done === true;
}

export const voidStock = (db: Db, hold: string) =>
  db.execute(sql`SELECT catalog_stock_void(${hold}, NULL)`);

export type Count = { total: number; held: number; sold: number; promised: number; kept: number };

/** Returns the sums over the buckets and the sums over the holds, which must be equal. */
export async function countStock(db: Db, skuId: string): Promise<Count> {
  const found = await db.execute<Count>(sql`
    SELECT sum(total)::int AS total, sum(held)::int AS held, sum(sold)::int AS sold,
           (SELECT coalesce(sum(quantity), 0)::int FROM stock_hold WHERE sku_id = ${skuId} AND state = 'held') AS promised,
           (SELECT coalesce(sum(quantity), 0)::int FROM stock_hold WHERE sku_id = ${skuId} AND state = 'sold') AS kept
    FROM sku_stock WHERE sku_id = ${skuId}`);
  return found.rows[0] ?? { total: 0, held: 0, sold: 0, promised: 0, kept: 0 };
}

/** Runs all tasks in the order given, with as many at a time as there are connections. */
export async function runConcurrently<T>(tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const answers: T[] = [];
  let next = 0;
  const runner = async () => {
    for (let at = next++; at < tasks.length; at = next++) {
      const task = tasks[at];
      if (task) answers[at] = await task();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, runner));
  return answers;
}
