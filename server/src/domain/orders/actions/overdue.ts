/** Ends orders whose pickup slot has long passed. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { runEach, throwFailures } from "../../../platform/run-each.ts";
import { overdueOrders } from "../store/write.ts";
import { applyOrderEvent } from "./apply-event.ts";

const AT_ONCE = 200;

/**
 * Ends a batch of overdue orders, each guarded and in its own transaction; returns how many it
 * ended. Failures are thrown at the end, so that one order does not delay the others.
 */
export async function closeOverdue(context: Context, db: Db): Promise<number> {
  const { pickupAutoReceiveMs: afterMs } = context.settings;
  const due = await overdueOrders(db, { afterMs, limit: AT_ONCE, now: context.clock.sql() });
  let ended = 0;
  const failures = await runEach(due, async (key) => {
    const actor = { kind: "system" } as const;
    const isMine = await transaction(db, (tx) =>
      applyOrderEvent(context, tx, key, { event: "overdue", actor }),
    );
    if (isMine) ended++;
  });
  throwFailures(failures, "some overdue orders were not ended");
  return ended;
}
