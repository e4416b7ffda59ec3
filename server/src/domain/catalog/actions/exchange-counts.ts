/**
 * Stores how many orders each benefit had: counted by day, with the sum as the number that pages
 * show.
 */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";

/** `day` is a day in China, YYYY-MM-DD. */
export type DailyExchangeCount = {
  readonly benefitId: string;
  readonly day: string;
  readonly orders: number;
};

/** Returns the newest day that was counted, YYYY-MM-DD; undefined before the first. */
export async function lastCountedDay(db: Db): Promise<string | undefined> {
  const found = await db.execute<{ day: string | null }>(
    sql`SELECT max(day)::text AS day FROM benefit_exchanged`,
  );
  return found.rows[0]?.day ?? undefined;
}

/**
 * Replaces the counts of the given days, and the shown number of each benefit whose sum changed.
 * Safe to repeat.
 */
export const storeExchangeCounts = (
  db: Db,
  counted: readonly DailyExchangeCount[],
): Promise<void> =>
  transaction(db, async (tx) => {
    await tx.execute(sql`
      INSERT INTO benefit_exchanged (benefit_id, day, orders)
      SELECT "benefitId", day, orders FROM jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
        AS x("benefitId" text, day date, orders integer)
      WHERE "benefitId" IN (SELECT benefit_id FROM benefit)
      ORDER BY 1, 2
      ON CONFLICT (benefit_id, day) DO UPDATE SET orders = excluded.orders
      WHERE benefit_exchanged.orders <> excluded.orders`);
    await tx.execute(sql`
      UPDATE benefit b SET shown_exchanged = e.orders
      FROM (SELECT benefit_id, sum(orders)::integer AS orders FROM benefit_exchanged GROUP BY 1) e
      WHERE b.benefit_id = e.benefit_id AND b.shown_exchanged <> e.orders`);
  });
