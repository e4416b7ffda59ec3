/** What may be done with suppliers' orders; the rest of the trade uses the SQL function `fulfilment_submit`. */
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { Refusal } from "../../platform/refusal.ts";
import { applyAnswer, type FulfilmentDeps } from "./actions/apply.ts";
import { noteWord } from "./actions/circuit.ts";
import type { Applied } from "./model.ts";
import type { SupplierEvent } from "./port.ts";
import { keepSupplier, noteCallback, ownerOfNumber } from "./store/placed.ts";

export { applyAnswer, type FulfilmentDeps } from "./actions/apply.ts";
export { claimOrder, deskOf, handDeliver, handFail, handOver } from "./actions/desk.ts";
export { learnPaces } from "./actions/learn.ts";
export { withdrawOrder } from "./actions/withdraw.ts";
export { cardsLeft, importCards, importList, OWN_STOCK, ownStock } from "./actions/own-stock.ts";
export { queryDue } from "./actions/look.ts";
export { prepaidAccounts, topUpSupplier, watchSuppliers } from "./actions/prepaid.ts";
export { placeOrder } from "./actions/place.ts";
export { orderRoutes } from "./routing.ts";

/** Makes sure that a supplier has its row, which stores and orders refer to. */
export const haveSupplier = (
  tx: Tx,
  supplier: { supplierId: string; name: string; adapter: string },
): Promise<void> => keepSupplier(tx, supplier);

/**
 * Applies a callback once: it is noted in the transaction of its effect. Refuses NOT_FOUND for a number that is not
 * (yet) ours, noting nothing, so that the supplier tells it again.
 */
export async function receiveCallback(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  { supplierId, event }: { supplierId: string; event: SupplierEvent },
): Promise<Applied | "repeat"> {
  const { eventId, outNo, at, answer } = event;
  const word = { outNo, answer, source: "callback" } as const;
  const applied = await transaction(db, async (tx) => {
    const eventKey = `${supplierId}:${eventId}`;
    const now = context.clock.sql();
    const isNew = await noteCallback(tx, { eventKey, outNo, state: answer.state, at, now });
    if (!isNew) return "repeat";
    const owner = await ownerOfNumber(tx, outNo);
    if (owner?.supplierId !== supplierId) throw new Refusal("NOT_FOUND");
    return applyAnswer(context, tx, deps, word);
  });
  if (applied !== "repeat") await noteWord(context, db, word, applied);
  return applied;
}
export {
  cardStock,
  endCircuit,
  endLoss,
  enterTopUp,
  suppliersOf,
  turnSupplier,
} from "./actions/watch.ts";
export { listLosses } from "./store/watch.ts";
export { eraseContacts } from "./actions/erase.ts";
