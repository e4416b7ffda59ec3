/**
 * Cancels an order at its supplier after an operator decided it; what the supplier still delivers
 * is a loss to settle.
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { invariant, Outage } from "../../../platform/refusal.ts";
import { findSupplierOrder, type SupplierOrderKey } from "../store/supplier-orders.ts";
import { applyInTransaction, type FulfilmentDeps } from "./apply-status-update.ts";

/**
 * Handles one `supplier.withdraw` message: cancels the number and applies the supplier's answer as
 * a late status update. Throws an Outage without a definite answer, so that the message is retried.
 */
export async function cancelAtSupplier(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  key: SupplierOrderKey,
): Promise<void> {
  const placed = await findSupplierOrder(db, key);
  invariant(placed, "a message to a supplier names a supplier order");
  const { outNo, supplierId } = placed;
  const supplier = ownValue(deps.suppliers, supplierId);
  if (!supplier) return;
  const answer = await supplier.cancel(outNo);
  await applyInTransaction(context, db, deps, { outNo, answer, source: "cancel" });
  const isDefinite = answer.state === "issued" || answer.state === "failed";
  if (!isDefinite) throw new Outage(`supplier ${supplierId}`);
}
