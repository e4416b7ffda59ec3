/** Sends an order to its supplier, once by one number, however often the message is carried. */
import { ownValue } from "@yunjing/contract/own-value";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { invariant } from "../../../platform/refusal.ts";
import { randomBelow } from "../../../platform/random.ts";
import { concernedOf, contactPlace, nextLookAt, orderFrom, type Placed } from "../model.ts";
import { askedToday, spacing } from "../pace.ts";
import type { Route, Supplier, SupplierAnswer, SupplierOrder } from "../port.ts";
import {
  countResend,
  findPlaced,
  holdPlaced,
  type Key,
  markSent,
  requestOf,
  type RequestRow,
} from "../store/placed.ts";
import { putOff, takeQuestion } from "../store/pace.ts";
import { apply, applyAnswer, type FulfilmentDeps } from "./apply.ts";
import { isAdmitted } from "./circuit.ts";

/** Behind every priority an operator would give. */
const LAST = 1_000_000;
/** Looks that had to wait come back one by one. */
const PUT_OFF_MS = 15_000;

export function supplierOf(deps: FulfilmentDeps, placed: Placed): Supplier {
  const supplier = ownValue(deps.suppliers, placed.supplierId);
  invariant(supplier, `supplier ${placed.supplierId} is not wired`);
  return supplier;
}

/** The order in the supplier's words, with its contact opened. */
function orderOf(
  context: Context,
  placed: Placed,
  { request, contactSealed }: RequestRow,
): SupplierOrder {
  const contact = contactSealed
    ? context.secrets.open(contactSealed, contactPlace(placed.id))
    : undefined;
  return orderFrom(request, { outNo: placed.outNo, product: placed.product, contact });
}

/** Sends the order and applies the answer. */
async function send(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  { placed, row }: { placed: Placed; row: RequestRow },
): Promise<void> {
  const order = orderOf(context, placed, row);
  const since = context.clock.now().getTime();
  const answer = await supplierOf(deps, placed).place(order);
  const tookMs = context.clock.now().getTime() - since;
  await apply(context, db, deps, { outNo: placed.outNo, answer, source: "place", tookMs });
}

/** Whether one more question is within what the supplier allows; one that is not waits for its turn. */
async function mayAsk(context: Context, db: Db, placed: Placed): Promise<boolean> {
  const { settings, clock, random } = context;
  const now = clock.now().getTime();
  const perDay = settings.supplierQueriesPerDay;
  if (askedToday(placed, now) >= perDay) return false;
  const budget = { ...spacing(settings), perDay, now: clock.sql() };
  if (await takeQuestion(db, placed, budget)) return true;
  const until = new Date(nextLookAt({ ...placed, asked: perDay }, now, settings));
  const moreMs = randomBelow(random, PUT_OFF_MS);
  await putOff(db, placed, { moreMs, until, now: clock.sql() });
  return false;
}

/** After a send whose answer was never heard: ask first, and send the same again only when it was never seen. */
export async function askOrResend(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  placed: Placed,
): Promise<void> {
  if (!(await mayAsk(context, db, placed))) return;
  const { outNo } = placed;
  const answer = await supplierOf(deps, placed).query(outNo);
  if (answer.state !== "absent") {
    await apply(context, db, deps, { outNo, answer, source: "query" }, placed.state);
    return;
  }
  // Accepted and then absent contradicts itself: nothing is sent, the cancel at ten minutes will decide.
  if (placed.state === "ACCEPTED" || placed.state === "CREATED" || placed.isCancelling) return;
  const row = await requestOf(db, placed);
  if (!row) return;
  await countResend(db, placed);
  await send(context, db, deps, { placed, row });
}

/** Commits that the order is on its way, before it is: a crash from here on leads to a question, not to a second order. */
const setOut = (context: Context, db: Db, deps: FulfilmentDeps, placed: Placed) =>
  transaction(db, async (tx) => {
    const now = context.clock.now().getTime();
    const lookAfterMs =
      context.settings.supplierTimeoutMs + nextLookAt(placed, now, context.settings) - now;
    const row = await markSent(tx, placed, { now: context.clock.sql(), lookAfterMs });
    if (row && !placed.isManual) {
      await deps.listener.onState(tx, { ...concernedOf(placed), state: "sent" });
    }
    return row;
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
  if (!ownValue(deps.suppliers, supplierId)) {
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
  const row = await setOut(context, db, deps, placed);
  if (row) await send(context, db, deps, { placed, row });
}
