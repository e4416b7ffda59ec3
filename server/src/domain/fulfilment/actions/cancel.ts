/** Takes an order away from its supplier once a person has decided it: what still comes of it is a loss to be settled. */
import { ownValue } from "@yunjing/contract/own-value";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { invariant, Outage } from "../../../platform/refusal.ts";
import { findSupplierOrder, type SupplierOrderKey } from "../store/supplier-orders.ts";
import { applyInTransaction, type FulfilmentDeps } from "./apply-status-update.ts";

/**
 * Carries one `supplier.withdraw` message: the number is cancelled, and whatever the supplier says is applied as late as
 * it comes. Throws an Outage without a definite answer, so that it is carried again.
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
