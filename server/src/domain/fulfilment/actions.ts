/**
 * The actions on supplier orders; other modules submit through the SQL function
 * `fulfilment_submit`.
 */
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { Refusal } from "../../platform/refusal.ts";
import { applyStatusUpdate, type FulfilmentDeps } from "./actions/apply-status-update.ts";
import { recordSupplierHealth } from "./actions/circuit.ts";
import { createExchangeRecorder } from "./actions/exchanges.ts";
import type { UpdateOutcome } from "./model.ts";
import type { SupplierEvent } from "./port.ts";
import {
  findKeyByOutNo,
  putSupplier,
  recordCallback,
  recordCallbackOutcome,
} from "./store/supplier-orders.ts";

export { claimedOrdersOf, latestManualOrders } from "./store/manual-queue.ts";
export { type FulfilmentDeps } from "./actions/apply-status-update.ts";
export {
  claimManualOrder,
  listManualOrders,
  deliverManually,
  failManually,
  supplierOrderState,
  transferClaim,
} from "./actions/operator/orders.ts";
export {
  cancelSupplierOrders,
  moveToManualQueue,
  querySupplierNow,
} from "./actions/operator/intervene.ts";
export { submitAgain } from "./actions/operator/submit-again.ts";
export { updateSupplierStats } from "./actions/supplier-stats.ts";
export { cancelAtSupplier } from "./actions/cancel.ts";
export { cardsLeft, importCards, importList, OWN_STOCK, ownStock } from "./actions/own-stock.ts";
export { createExchangeRecorder, deleteExpiredExchanges } from "./actions/exchanges.ts";
export { pollDueOrders } from "./actions/poll.ts";
export {
  prepaidAccounts,
  recordPrepayment,
  monitorSuppliers,
} from "./actions/prepaid.ts";
export { placeOrder } from "./actions/place.ts";
export { orderRoutes } from "./routing.ts";

/** Inserts the supplier's row if missing, and sets its name; stores and orders refer to it. */
export const ensureSupplier = (
  tx: Tx,
  supplier: { readonly supplierId: string; readonly name: string },
): Promise<void> => putSupplier(tx, supplier);

/** Does the same for every supplier of the registry; called at each start. */
export const registerSuppliers = (
  db: Db,
  suppliers: readonly { readonly supplierId: string; readonly name: string }[],
): Promise<void> =>
  transaction(db, async (tx) => {
    for (const supplier of suppliers) await ensureSupplier(tx, supplier);
  });

/**
 * Applies a callback once: it is recorded in the transaction of its effect. Refuses NOT_FOUND for a
 * number that does not exist (yet) and records nothing, so that the supplier sends it again.
 */
export async function receiveCallback(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  { supplierId, event }: { supplierId: string; event: SupplierEvent },
): Promise<UpdateOutcome | "repeat"> {
  const { eventId, outNo, at, answer } = event;
  const update = { outNo, answer, source: "callback" } as const;
  const applied = await transaction(db, async (tx) => {
    const eventKey = `${supplierId}:${eventId}`;
    const now = context.clock.sql();
    const { state } = answer;
    const isNew = await recordCallback(tx, { eventKey, supplierId, outNo, state, at, now });
    if (!isNew) return "repeat";
    const owner = await findKeyByOutNo(tx, outNo);
    if (owner?.supplierId !== supplierId) throw new Refusal("NOT_FOUND");
    const outcome = await applyStatusUpdate(context, tx, deps, update);
    await recordCallbackOutcome(tx, { eventKey, outcome });
    return outcome;
  });
  if (applied === "repeat") return applied;
  await recordSupplierHealth(context, db, update, applied);
  await createExchangeRecorder(
    context,
    db,
  )({
    outNo,
    what: "callback",
    tookMs: 0,
    outcome: answer.state,
    request: { eventId, at, answer },
    answer: { ok: true },
  });
  return applied;
}
export {
  cardStock,
  resetCircuit,
  resolveLoss,
  addPrepayment,
  listSupplierOverviews,
  setSupplierEnabled,
  testSupplier,
} from "./actions/operator/suppliers.ts";
export { type MealCount, mealCounts } from "./store/meal-stores.ts";
export { listLosses } from "./store/suppliers.ts";
export { eraseContacts } from "./actions/erase.ts";
export { cardStockStateOf, lossStateOf, supplierStateOf } from "./store/audited.ts";
export {
  changeSupplierForm,
  supplierCallbacks,
  supplierForm,
  unknownOrders,
} from "./actions/operator/supplier-page.ts";
