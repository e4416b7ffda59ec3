/** Counts the orders that partners reported, up to a minute ago. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction, TRANSACTIONS_END_MS } from "../../../platform/database/transaction.ts";
import { readPartners } from "../store.ts";
import { addReports, lockCount } from "../store/counts.ts";

/** Counts every report that is not counted yet, in slices; safe when several run at once. */
export async function countReports(
  context: Context,
  db: Db,
  closesMs = TRANSACTIONS_END_MS,
): Promise<void> {
  const to = context.clock.now().getTime() - closesMs;
  for (const { partnerId } of await readPartners(db)) {
    let until: number;
    do {
      until = await transaction(db, async (tx) => {
        const from = await lockCount(tx, partnerId);
        return from >= to ? from : addReports(tx, { partnerId, from, to });
      });
    } while (until < to);
  }
}
