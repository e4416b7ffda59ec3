/** Counts the delivered orders of each benefit, for the number shown on pages (已兑 n). */
import type { Db } from "../../../platform/database/pool.ts";
import { SHANGHAI_MS } from "../../../platform/shanghai.ts";
import { lastCountedDay, storeExchangeCounts } from "../../catalog/actions.ts";
import { deliveredByDay } from "../store/exchanged.ts";

const DAY_MS = 86_400_000;
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) - SHANGHAI_MS;

/**
 * Counts again from the day before the newest counted day, so that what was committed around
 * midnight is not missed. An order counts once for each benefit and day of delivery.
 */
export async function countExchanged(db: Db): Promise<void> {
  const until = await lastCountedDay(db);
  const from = until === undefined ? new Date(0) : new Date(startOf(until) - DAY_MS);
  await storeExchangeCounts(db, await deliveredByDay(db, from));
}
