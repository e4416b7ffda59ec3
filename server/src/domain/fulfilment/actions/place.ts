/**
 * Sends an order to its supplier, once under one number, however often the message is delivered.
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { invariant } from "../../../platform/refusal.ts";
import { randomBelow } from "../../../platform/random.ts";
import {
  orderRefOf,
  contactSealContext,
  nextPollAt,
  orderFrom,
  type SupplierOrderRow,
} from "../model.ts";
import { queriesToday, queryRateLimit } from "../query-schedule.ts";
import type { Route, Supplier, SupplierAnswer, SupplierOrder } from "../port.ts";
import {
  countResend,
  findSupplierOrder,
  lockSupplierOrder,
  type SupplierOrderKey,
  markSent,
  requestOf,
  type RequestRow,
} from "../store/supplier-orders.ts";
import { postponePoll, consumeQueryBudget } from "../store/query-budget.ts";
import {
  applyInTransaction,
  applyStatusUpdate,
  type FulfilmentDeps,
} from "./apply-status-update.ts";
import { isAdmitted } from "./circuit.ts";

/** After every priority an operator would set. */
const LAST = 1_000_000;
/** Spreads postponed polls over this time. */
const PUT_OFF_MS = 15_000;

export function supplierOf(deps: FulfilmentDeps, placed: SupplierOrderRow): Supplier {
  const supplier = ownValue(deps.suppliers, placed.supplierId);
  invariant(supplier, `supplier ${placed.supplierId} has no gateway`);
  return supplier;
}

/** Builds the supplier's order, with the contact unsealed. */
function orderOf(
  context: Context,
  placed: SupplierOrderRow,
  { request, contactSealed }: RequestRow,
): SupplierOrder {
  const contact = contactSealed
    ? context.secrets.open(contactSealed, contactSealContext(placed.id))
    : undefined;
  return orderFrom(request, { outNo: placed.outNo, product: placed.product, contact });
}

/** Sends the order and applies the answer. */
async function send(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  { placed, row }: { placed: SupplierOrderRow; row: RequestRow },
): Promise<void> {
  const order = orderOf(context, placed, row);
  const since = context.clock.now().getTime();
  const answer = await supplierOf(deps, placed).place(order);
  const tookMs = context.clock.now().getTime() - since;
  await applyInTransaction(context, db, deps, {
    outNo: placed.outNo,
    answer,
    source: "place",
    tookMs,
  });
}

/** Whether one more query is within the supplier's limits; otherwise the poll is postponed. */
async function isWithinQueryBudget(
  context: Context,
  db: Db,
  placed: SupplierOrderRow,
): Promise<boolean> {
  const { settings, clock, random } = context;
  const now = clock.now().getTime();
  const perDay = settings.supplierQueriesPerDay;
  if (queriesToday(placed, now) >= perDay) return false;
  const budget = { ...queryRateLimit(settings), perDay, now: clock.sql() };
  if (await consumeQueryBudget(db, placed, budget)) return true;
  const until = new Date(nextPollAt({ ...placed, queriesThatDay: perDay }, now, settings));
  const moreMs = randomBelow(random, PUT_OFF_MS);
  await postponePoll(db, placed, { moreMs, until, now: clock.sql() });
  return false;
}

/**
 * After a send without an answer: queries first, and sends the same order again only when the
 * supplier never received it.
 */
export async function queryOrResend(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  placed: SupplierOrderRow,
): Promise<void> {
  if (!(await isWithinQueryBudget(context, db, placed))) return;
  const { outNo } = placed;
  const answer = await supplierOf(deps, placed).query(outNo);
  if (answer.state !== "absent") {
    await applyInTransaction(context, db, deps, { outNo, answer, source: "query" }, placed.state);
    return;
  }
  // Accepted and then absent is a contradiction: nothing is sent, the cancel at ten minutes
  // decides.
  if (placed.state === "ACCEPTED" || placed.state === "CREATED" || placed.isCancelling) return;
  const row = await requestOf(db, placed);
  if (!row) return;
  await countResend(db, placed);
  await send(context, db, deps, { placed, row });
}

/**
 * Commits the state SENT before the order is sent: a crash after this leads to a query, not to a
 * second order.
 */
const commitSent = (context: Context, db: Db, deps: FulfilmentDeps, placed: SupplierOrderRow) =>
  transaction(db, async (tx) => {
    const now = context.clock.now().getTime();
    const pollAfterMs =
      context.settings.supplierTimeoutMs + nextPollAt(placed, now, context.settings) - now;
    const row = await markSent(tx, placed, { now: context.clock.sql(), pollAfterMs });
    if (row && !placed.isManual) {
      await deps.listener.onState(tx, { ...orderRefOf(placed), state: "sent" });
    }
    return row;
  });

/** Fails an order that was never sent; this is definite, so another supplier may get it. */
const failUnsent = (
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  {
    placed,
    reason,
    again = [],
  }: { placed: SupplierOrderRow; reason: string; again?: readonly Route[] },
) =>
  transaction(db, async (tx) => {
    const held = await lockSupplierOrder(tx, placed);
    if (held?.state !== "CREATED") return;
    const answer: SupplierAnswer = { state: "failed", reason };
    await applyStatusUpdate(
      context,
      tx,
      deps,
      { outNo: held.outNo, answer, source: "route" },
      again,
    );
  });

/**
 * Whether the order went to another supplier instead, because this one is not configured here or
 * its circuit is open.
 */
async function isRerouted(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  placed: SupplierOrderRow,
) {
  const { supplierId, product, costFen, quantity } = placed;
  if (!ownValue(deps.suppliers, supplierId)) {
    context.log.error(
      { supplierId, outNo: placed.outNo },
      "a supplier without a gateway was requested",
    );
    await failUnsent(context, db, deps, { placed, reason: "NOT_WIRED" });
    return true;
  }
  if (await isAdmitted(context, db, placed)) return false;
  // Its own supplier stays as the last route.
  const own = { supplierId, product, costFen: costFen / (quantity ?? 1), priority: LAST };
  await failUnsent(context, db, deps, { placed, reason: "CIRCUIT_OPEN", again: [own] });
  return true;
}

/**
 * Handles one `supplier.place` message. The supplier is called outside any transaction. On a retry
 * after a crash, it queries before it sends; on a later retry it does nothing, because the poller
 * handles the order.
 */
export async function placeOrder(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  key: SupplierOrderKey,
): Promise<void> {
  const placed = await findSupplierOrder(db, key);
  invariant(placed, "a message to a supplier names a supplier order");
  if (placed.state === "SENT") return queryOrResend(context, db, deps, placed);
  if (placed.state !== "CREATED" || (await isRerouted(context, db, deps, placed))) return;
  const row = await commitSent(context, db, deps, placed);
  if (row) await send(context, db, deps, { placed, row });
}
