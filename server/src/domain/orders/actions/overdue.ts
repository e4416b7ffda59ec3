/** Ends orders whose pickup slot has long passed. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { type EachFailure, runEach, throwFailures } from "../../../platform/run-each.ts";
import type { OrderKey } from "../store/read.ts";
import { overdueOrders } from "../store/write.ts";
import { applyOrderEvent } from "./apply-event.ts";

const AT_ONCE = 200;

/** A run ends after this many batches, well within its lease; the next minute's run goes on. */
const BATCHES_PER_RUN = 10;

/**
 * Ends overdue orders, each guarded and in its own transaction; returns how many it ended. An order
 * that fails is left out of the rest of the run, and the failures are thrown at its end, so that one
 * order does not delay the others.
 */
export async function closeOverdue(context: Context, db: Db): Promise<number> {
  const { pickupAutoReceiveMs: afterMs } = context.settings;
  const failures: EachFailure<OrderKey>[] = [];
  let ended = 0;
  for (let batch = 0; batch < BATCHES_PER_RUN; batch++) {
    const except = failures.map(({ item }) => item.orderId);
    const due = await overdueOrders(db, {
      afterMs,
      limit: AT_ONCE,
      except,
      now: context.clock.sql(),
    });
    if (due.length === 0) break;
    const failed = await runEach(due, async (key) => {
      const actor = { kind: "system" } as const;
      const isMine = await transaction(db, (tx) =>
        applyOrderEvent(context, tx, key, { event: "overdue", actor }),
      );
      if (isMine) ended++;
    });
    failures.push(...failed);
  }
  throwFailures(failures, "some overdue orders were not ended");
  return ended;
}
