/**
 * Polls orders without an answer: queries on a schedule, then marks them for an operator, then
 * cancels, then raises the alarm.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { orderRefOf, dueStepsOf, nextPollAt, type SupplierOrderRow } from "../model.ts";
import { queriesToday } from "../query-schedule.ts";
import { findDueOrders, markOnce, claimPoll } from "../store/supplier-orders.ts";
import { applyInTransaction, type FulfilmentDeps } from "./apply-status-update.ts";
import { queryOrResend, supplierOf } from "./place.ts";
import { shanghaiDay } from "../../../platform/shanghai.ts";
import { runEach, throwFailures } from "../../../platform/run-each.ts";

const BATCH = 50;
/** Suppliers are slow, not busy: a few concurrent calls. */
const CALLS_AT_ONCE = 4;
const SLOW = "供应商出码较慢，客服正在跟进";

const historyOf = (placed: SupplierOrderRow, name: string) => ({
  memberId: placed.ownerId,
  entity: "supplier_order",
  entityId: placed.id,
  name,
  actor: { kind: "system" as const },
  data: { orderId: placed.orderId, outNo: placed.outNo },
});

/** Moves the order to the manual queue, once; polling continues. */
export const markManual = (
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  placed: SupplierOrderRow,
): Promise<void> =>
  transaction(db, async (tx) => {
    if (!(await markOnce(tx, placed, "manual", context.clock.sql()))) return;
    await writeHistoryEntry(context, tx, historyOf(placed, "manual"));
    const change = { ...orderRefOf(placed), state: "manual", reason: SLOW } as const;
    await deps.listener.onState(tx, change);
  });

async function raiseAlarm(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  placed: SupplierOrderRow,
) {
  const isFirst = await transaction(db, async (tx) => {
    const made = await markOnce(tx, placed, "alarmed", context.clock.sql());
    if (made) await writeHistoryEntry(context, tx, historyOf(placed, "alarm"));
    return made;
  });
  if (!isFirst) return;
  const { outNo, orderId, ownerId, supplierId } = placed;
  context.log.error({ outNo, orderId, ownerId, supplierId }, "alarm: a supplier does not answer");
  deps.onAlarm?.(placed);
}

/** Cancels at the supplier by our number, and queries the state when the answer is not definite. */
export async function requestCancel(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  placed: SupplierOrderRow,
): Promise<void> {
  // Committed first: from here on a message delivered late no longer sends.
  await transaction(db, async (tx) => {
    const isFirst = await markOnce(tx, placed, "cancelling", context.clock.sql());
    if (isFirst) await writeHistoryEntry(context, tx, historyOf(placed, "cancelling"));
  });
  const { outNo } = placed;
  const answer = await supplierOf(deps, placed).cancel(outNo);
  await applyInTransaction(context, db, deps, { outNo, answer, source: "cancel" }, placed.state);
  const isDefinite = answer.state === "issued" || answer.state === "failed";
  if (!isDefinite) await queryOrResend(context, db, deps, { ...placed, isCancelling: true });
}

/** Polls one order once. */
async function pollOrder(context: Context, db: Db, deps: FulfilmentDeps, placed: SupplierOrderRow) {
  const duties = dueStepsOf(placed, context.clock.now().getTime(), context.settings);
  if (duties.manual) await markManual(context, db, deps, placed);
  if (duties.alarm) await raiseAlarm(context, db, deps, placed);
  if (duties.cancel) return requestCancel(context, db, deps, placed);
  // The outbox handler sends what was not sent yet.
  if (placed.state !== "CREATED") await queryOrResend(context, db, deps, placed);
}

/**
 * Polls every due order and returns how many. A poll is claimed by setting the next one, so a crash
 * only delays it. One supplier's failure does not block the others, but is thrown at the end.
 */
export async function pollDueOrders(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
): Promise<number> {
  const due = await findDueOrders(db, context.clock.sql(), BATCH);
  let polled = 0;
  const poll = async (placed: SupplierOrderRow) => {
    const now = context.clock.now().getTime();
    // The state after this poll's query.
    const afterQuery = {
      ...placed,
      asked: queriesToday(placed, now) + 1,
      askedDay: shanghaiDay(now),
    };
    const nextAt = new Date(nextPollAt(afterQuery, now, context.settings));
    if (!(await claimPoll(db, placed, { now: context.clock.sql(), nextAt }))) return;
    polled++;
    await pollOrder(context, db, deps, placed);
  };
  throwFailures(await runEach(due, poll, CALLS_AT_ONCE), "some polls of supplier orders failed");
  return polled;
}
