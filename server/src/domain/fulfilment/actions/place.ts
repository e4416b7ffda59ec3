/** Sends an order to its supplier, once by one number, however often the message is carried. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { invariant } from "../../../platform/refusal.ts";
import { concernedOf, contactPlace, orderFrom, type Placed } from "../model.ts";
import type { Route, Supplier, SupplierAnswer, SupplierOrder } from "../port.ts";
import {
  countResend,
  findPlaced,
  holdPlaced,
  type Key,
  markSent,
  requestOf,
} from "../store/placed.ts";
import { apply, applyAnswer, type FulfilmentDeps } from "./apply.ts";
import { isAdmitted } from "./circuit.ts";

/** Behind every priority an operator would give. */
const LAST = 1_000_000;

export function supplierOf(deps: FulfilmentDeps, placed: Placed): Supplier {
  const supplier = deps.suppliers[placed.supplierId];
  invariant(supplier, `supplier ${placed.supplierId} is not wired`);
  return supplier;
}

/** The order in the supplier's words, with its contact opened; undefined once it has ended. */
async function orderOf(
  context: Context,
  db: Db,
  placed: Placed,
): Promise<SupplierOrder | undefined> {
  const row = await requestOf(db, placed);
  if (!row) return undefined;
  const { request, contactSealed } = row;
  const contact = contactSealed
    ? context.secrets.open(contactSealed, contactPlace(placed.id))
    : undefined;
  return orderFrom(request, { outNo: placed.outNo, product: placed.product, contact });
}

async function send(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  placed: Placed,
): Promise<SupplierAnswer | undefined> {
  const order = await orderOf(context, db, placed);
  return order && supplierOf(deps, placed).place(order);
}

/** After a send whose answer was never heard: ask first, and send the same again only when it was never seen. */
export async function askOrResend(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  placed: Placed,
): Promise<void> {
  const { outNo } = placed;
  const answer = await supplierOf(deps, placed).query(outNo);
  if (answer.state !== "absent") {
    await apply(context, db, deps, { outNo, answer, source: "query" });
    return;
  }
  // Accepted and then absent contradicts itself: nothing is sent, the cancel at ten minutes will decide.
  if (placed.state === "ACCEPTED" || placed.state === "CREATED" || placed.isCancelling) return;
  await countResend(db, placed);
  const again = await send(context, db, deps, placed);
  if (again) await apply(context, db, deps, { outNo, answer: again, source: "place" });
}

/** Commits that the order is on its way, before it is: a crash from here on leads to a question, not to a second order. */
const setOut = (context: Context, db: Db, deps: FulfilmentDeps, placed: Placed) =>
  transaction(db, async (tx) => {
    const { supplierTimeoutMs, supplierQuerySeconds } = context.settings;
    const lookAfterMs = supplierTimeoutMs + (supplierQuerySeconds[0] ?? 5) * 1000;
    const isMine = await markSent(tx, placed, { now: context.clock.sql(), lookAfterMs });
    if (isMine && !placed.isManual) {
      await deps.listener.onState(tx, { ...concernedOf(placed), state: "sent" });
    }
    return isMine;
  });

/** Ends an order that was never sent, which is definite, so that another supplier may have it. */
const decline = (
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  { placed, reason, again = [] }: { placed: Placed; reason: string; again?: readonly Route[] },
) =>
  transaction(db, async (tx) => {
    const held = await holdPlaced(tx, placed);
    if (held?.state !== "CREATED") return;
    const answer: SupplierAnswer = { state: "failed", reason };
    await applyAnswer(context, tx, deps, { outNo: held.outNo, answer, source: "route" }, again);
  });

/** Whether the order went to another supplier instead: this one is not wired here, or left alone for a while. */
async function isDeclined(context: Context, db: Db, deps: FulfilmentDeps, placed: Placed) {
  const { supplierId, product, costFen, quantity } = placed;
  if (!deps.suppliers[supplierId]) {
    context.log.error({ supplierId, outNo: placed.outNo }, "a supplier is asked that is not wired");
    await decline(context, db, deps, { placed, reason: "NOT_WIRED" });
    return true;
  }
  if (await isAdmitted(context, db, placed)) return false;
  // Its own supplier stays the last to be asked.
  const own = { supplierId, product, costFen: costFen / (quantity ?? 1), priority: LAST };
  await decline(context, db, deps, { placed, reason: "CIRCUIT_OPEN", again: [own] });
  return true;
}

/**
 * Carries one `supplier.place` message. The supplier is called outside any transaction. Carried again after a crash,
 * it asks before it sends; carried again later, it does nothing, for the poller has the order.
 */
export async function placeOrder(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  key: Key,
): Promise<void> {
  const placed = await findPlaced(db, key);
  invariant(placed, "a message to a supplier names a supplier order");
  if (placed.state === "SENT") return askOrResend(context, db, deps, placed);
  if (placed.state !== "CREATED" || (await isDeclined(context, db, deps, placed))) return;
  if (!(await setOut(context, db, deps, placed))) return;
  const answer = await send(context, db, deps, placed);
  if (answer) await apply(context, db, deps, { outNo: placed.outNo, answer, source: "place" });
}
