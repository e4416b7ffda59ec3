/** Orders what definitely failed once more, from a supplier that an operator chooses. */
import type { Context } from "../../../../platform/context.ts";
import type { Tx } from "../../../../platform/database/pool.ts";
import { writeHistoryEntry } from "../../../../platform/entity-history.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import { contactSealContext, generateOutNo } from "../../model.ts";
import type { Route } from "../../port.ts";
import { findAttempts, lockByOutNo, submit } from "../../store/supplier-orders.ts";

export type AnotherAttempt = {
  readonly ownerId: string;
  readonly orderId: string;
  /** Our number of the failed supplier order. */
  readonly outNo: string;
  readonly supplierId: string;
  /** The contact phone or account in plain text; absent for cards. */
  readonly contact: string | undefined;
  readonly operatorId: string;
  readonly reason: string;
};

/**
 * Submits the request of a failed supplier order to one of the suppliers known to deliver it, under
 * a new number, and returns that number. The caller holds the order. Refuses STATE_CHANGED unless
 * the supplier order failed definitely and is the last attempt, NOT_FOUND for another order's
 * number, INPUT_INVALID for a supplier that has no route.
 */
export async function submitAgain(
  context: Context,
  tx: Tx,
  wanted: AnotherAttempt,
): Promise<string> {
  const { ownerId, orderId, operatorId, supplierId, contact, reason } = wanted;
  const failed = await lockByOutNo(tx, wanted.outNo);
  if (failed?.orderId !== orderId || failed.ownerId !== ownerId) throw new Refusal("NOT_FOUND");
  if (failed.state !== "FAILED") throw new Refusal("STATE_CHANGED");
  const attempts = await findAttempts(tx, failed);
  const request = attempts.find(({ id }) => id === failed.id)?.request;
  if (!request || attempts.some(({ attempt }) => attempt > failed.attempt)) {
    throw new Refusal("STATE_CHANGED");
  }
  const known: Route[] = attempts.flatMap(({ routes, ...own }) => [
    {
      supplierId: own.supplierId,
      product: own.product,
      costFen: Math.floor(own.costFen / (own.quantity ?? 1)),
    },
    ...routes,
  ]);
  const route = known.find((each) => each.supplierId === supplierId);
  if (!route) throw new Refusal("INPUT_INVALID", { field: "supplierId" });
  const id = context.ids.next();
  const outNo = generateOutNo(context);
  await submit(tx, ownerId, {
    supply: {
      id,
      orderId,
      itemId: failed.itemId,
      routes: [route],
      outNo,
      request,
      messageId: context.ids.next(),
      attempt: failed.attempt + 1,
      isManual: true,
    },
    contactSealed:
      contact === undefined ? null : context.secrets.seal(contact, contactSealContext(id)),
    now: context.clock.sql(),
  });
  await writeHistoryEntry(context, tx, {
    memberId: ownerId,
    entity: "supplier_order",
    entityId: failed.id,
    name: "rerouted",
    actor: { kind: "operator", id: operatorId },
    reason,
    data: { orderId, outNo, supplierId, attempt: failed.attempt + 1 },
  });
  return outNo;
}
