/** The desk: orders that no supplier has decided, and the word of a person who found out by another way. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { deliveryFault } from "../model.ts";
import type { Delivered, SupplierAnswer } from "../port.ts";
import { findPlaced, manualOrders, ownerOfNumber } from "../store/placed.ts";
import { apply, type FulfilmentDeps } from "./apply.ts";

/** What waits for a person, the oldest first, at most two hundred. */
export const deskOf = manualOrders;

type Found = { readonly outNo: string; readonly operatorId: string; readonly reason: string };

/** Only what is on the desk may be decided there. Refuses NOT_FOUND and STATE_CHANGED. */
async function onDesk(db: Db, outNo: string) {
  const key = await ownerOfNumber(db, outNo);
  const placed = key && (await findPlaced(db, key));
  if (!placed) throw new Refusal("NOT_FOUND");
  if (!placed.isManual) throw new Refusal("STATE_CHANGED");
  return placed;
}

/**
 * The supplier has delivered: the member gets the codes. Refuses NOT_FOUND, STATE_CHANGED when it is not on the desk
 * or was decided meanwhile, INPUT_INVALID when the codes are not what was asked for.
 */
export async function handDeliver(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  { outNo, operatorId, codes }: Found & { readonly codes: readonly Delivered[] },
): Promise<void> {
  const placed = await onDesk(db, outNo);
  if (deliveryFault(placed, [...codes]) !== undefined) throw new Refusal("INPUT_INVALID");
  const supplierNo = `desk:${operatorId}`;
  const answer: SupplierAnswer = { state: "issued", supplierNo, codes: [...codes] };
  const applied = await apply(context, db, deps, { outNo, answer, source: "desk" });
  if (applied !== "moved") throw new Refusal("STATE_CHANGED");
}

/** It will never be delivered: the next route is tried, or what was paid goes back. Refuses as `handDeliver` does. */
export async function handFail(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  { outNo, reason }: Found,
): Promise<void> {
  await onDesk(db, outNo);
  const answer = { state: "failed", reason } as const;
  const applied = await apply(context, db, deps, { outNo, answer, source: "desk" });
  if (applied !== "moved") throw new Refusal("STATE_CHANGED");
}
