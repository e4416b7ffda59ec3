/** Sums the hits of rules by day, up to a minute ago. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction, TRANSACTIONS_END_MS } from "../../../platform/database/transaction.ts";
import { shanghaiDay, shanghaiDayStart } from "../../../platform/shanghai.ts";
import { addHits, firstHitFrom, lockMark } from "../store/days.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Sums every hit that is not summed yet, at most an hour of them in one transaction, and goes on after an
 * interruption. Returns how many parts it summed. Safe when several run at once.
 */
export async function sumRiskHits(
  context: Context,
  db: Db,
  closesMs = TRANSACTIONS_END_MS,
): Promise<number> {
  const till = context.clock.now().getTime() - closesMs;
  for (let parts = 0; ; parts++) {
    const isMore = await transaction(db, async (tx) => {
      const until = await lockMark(tx);
      if (until === undefined || until >= till) return false;
      const from = (await firstHitFrom(tx, until)) ?? till;
      if (from >= till) return false;
      const to = Math.min(from + HOUR_MS, shanghaiDayStart(from) + DAY_MS, till);
      await addHits(tx, { day: shanghaiDay(from), from: until, to });
      return true;
    });
    if (!isMore) return parts;
  }
}
