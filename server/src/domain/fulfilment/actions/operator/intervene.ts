/**
 * What operators may do with an order that no supplier has decided: query it now, cancel it at its
 * supplier, or move it to the manual queue.
 */
import type { Context } from "../../../../platform/context.ts";
import type { Db } from "../../../../platform/database/pool.ts";
import { transaction } from "../../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../../platform/entity-history.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import { refuseOwnAccount } from "../../../approvals/actions.ts";
import type { SupplierOrderRow } from "../../model.ts";
import { findOpenSupplierOrders, findSupplierOrder } from "../../store/supplier-orders.ts";
import type { FulfilmentDeps } from "../apply-status-update.ts";
import { queryOrResend } from "../place.ts";
import { markManual, requestCancel } from "../poll.ts";

export type Intervention = {
  readonly ownerId: string;
  readonly orderId: string;
  readonly operatorId: string;
  readonly reason: string;
};

type Step = (placed: SupplierOrderRow) => Promise<void>;

const isSent = ({ state }: SupplierOrderRow): boolean => state !== "CREATED";

/**
 * Runs a step on every supplier order of an order that is undecided and that `concerns` selects,
 * after it has recorded who asked for it. Returns the last one's state afterwards. Refuses
 * STATE_CHANGED when there is none, OWN_ACCOUNT for the operator's own order.
 */
async function onUndecided(
  context: Context,
  db: Db,
  { ownerId, orderId, operatorId, reason }: Intervention,
  {
    name,
    concerns,
    step,
  }: { name: string; concerns: (placed: SupplierOrderRow) => boolean; step: Step },
): Promise<string> {
  refuseOwnAccount(operatorId, ownerId);
  const concerned = (await findOpenSupplierOrders(db, { ownerId, orderId })).filter(concerns);
  const last = concerned.at(-1);
  if (!last) throw new Refusal("STATE_CHANGED");
  for (const placed of concerned) {
    await transaction(db, (tx) =>
      writeHistoryEntry(context, tx, {
        memberId: ownerId,
        entity: "supplier_order",
        entityId: placed.id,
        name,
        actor: { kind: "operator", id: operatorId },
        reason,
        data: { orderId, outNo: placed.outNo },
      }),
    );
    await step(placed);
  }
  return (await findSupplierOrder(db, last))?.state ?? last.state;
}

/** Queries the supplier now, within the limits of its queries. Refuses as `onUndecided`. */
export const querySupplierNow = (
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  request: Intervention,
): Promise<string> =>
  onUndecided(context, db, request, {
    name: "asked_by_operator",
    concerns: isSent,
    step: (placed) => queryOrResend(context, db, deps, placed),
  });

/**
 * Cancels at the supplier by our number. Only the supplier's definite answer ends the order;
 * without one the poller cancels again. Refuses as `onUndecided`.
 */
export const cancelSupplierOrders = (
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  request: Intervention,
): Promise<string> =>
  onUndecided(context, db, request, {
    name: "cancel_by_operator",
    concerns: isSent,
    step: (placed) => requestCancel(context, db, deps, placed),
  });

/** Moves the order to the manual queue; polling goes on. Refuses as `onUndecided`. */
export const moveToManualQueue = (
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  request: Intervention,
): Promise<string> =>
  onUndecided(context, db, request, {
    name: "manual_by_operator",
    concerns: ({ isManual }) => !isManual,
    step: (placed) => markManual(context, db, deps, placed),
  });
