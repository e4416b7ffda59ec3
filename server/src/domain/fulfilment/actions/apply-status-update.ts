/**
 * Applies a supplier's status update from any source: place answer, query, cancel or callback.
 * Nothing else changes a supplier order's state.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { historyEntrySql, writeHistoryEntry } from "../../../platform/entity-history.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { post } from "../../ledger/actions.ts";
import { isFinal, nextState } from "../../../platform/lifecycle.ts";
import { classifyLateUpdate, type FulfilmentState, supplierOrderLifecycle } from "../lifecycle.ts";
import {
  type UpdateOutcome,
  orderRefOf,
  deliveryMismatch,
  nextPollAt,
  type SupplierOrderRow,
  type SupplierStatusUpdate,
} from "../model.ts";
import type { FulfilmentListener, Route, Supplier, SupplierAnswer } from "../port.ts";
import { lockByOutNo, insertLoss, moveSupplierOrder, requestOf } from "../store/supplier-orders.ts";
import { recordSupplierHealth } from "./circuit.ts";
import { submitToNextRoute } from "./next-route.ts";

export type FulfilmentDeps = {
  /** By supplier id. */
  readonly suppliers: Readonly<Record<string, Supplier>>;
  readonly listener: FulfilmentListener;
  /** Called once for every order without an answer after fifteen minutes. */
  readonly onAlarm?: (placed: SupplierOrderRow) => void;
};

const eventOf = (
  placed: SupplierOrderRow,
  name: string,
  { source, manualDecision }: SupplierStatusUpdate,
) => ({
  memberId: placed.ownerId,
  entity: "supplier_order",
  entityId: placed.id,
  name,
  actor: manualDecision
    ? { kind: "operator" as const, id: manualDecision.operatorId }
    : { kind: "supplier" as const, id: placed.supplierId },
  data: {
    orderId: placed.orderId,
    outNo: placed.outNo,
    source,
    ...(manualDecision && {
      words: manualDecision.reason,
      evidence: manualDecision.evidence,
      isHandMade: manualDecision.isHandMade,
    }),
  },
});

/**
 * A keyed hash that identifies the codes an operator delivered; the order of the codes does not
 * matter.
 */
const macOfCodes = ({ secrets }: Context, answer: SupplierAnswer): Buffer | undefined =>
  answer.state === "issued"
    ? secrets.mac("desk-codes", JSON.stringify(answer.codes.map(({ code }) => code).sort()))
    : undefined;

/**
 * Whether an operator delivered instead of the supplier: our own codes, or codes other than those
 * the supplier now reports.
 */
function isOtherDelivery(
  context: Context,
  { isHandMade, manualCodesMac }: SupplierOrderRow,
  answer: SupplierAnswer,
): boolean {
  if (isHandMade) return true;
  const mac = manualCodesMac && macOfCodes(context, answer);
  return mac !== null && mac !== undefined && !mac.equals(manualCodesMac ?? mac);
}

/**
 * A delivery that does not match the request counts as `unknown`, neither delivered nor failed: it
 * is queried again. Such a callback is refused with BAD_REQUEST, so that the supplier sends it
 * again.
 */
function validatedAnswer(
  placed: SupplierOrderRow,
  { answer, source }: SupplierStatusUpdate,
): SupplierAnswer {
  const fault = answer.state === "issued" ? deliveryMismatch(placed, answer.codes) : undefined;
  if (fault === undefined) return answer;
  if (source === "callback") throw new Refusal("BAD_REQUEST");
  return { state: "unknown", reason: fault };
}

const reasonOf = (answer: SupplierAnswer) => ("reason" in answer ? answer.reason : undefined);
const supplierNoOf = (answer: SupplierAnswer) =>
  "supplierNo" in answer ? answer.supplierNo : undefined;

/**
 * Handles a status update after the final state: it changes nothing. One that contradicts the final
 * state is recorded as a loss that an operator must settle.
 */
async function recordLateUpdate(
  context: Context,
  tx: Tx,
  placed: SupplierOrderRow,
  update: SupplierStatusUpdate,
): Promise<UpdateOutcome> {
  const isManual = isOtherDelivery(context, placed, update.answer);
  const lateness = classifyLateUpdate(placed.state, update.answer.state, isManual);
  if (lateness === "repeat" || lateness === "none") return "late";
  const { outNo, orderId, ownerId, supplierId } = placed;
  const log = { outNo, orderId, ownerId, supplierId, source: update.source };
  if (lateness === "issued_after_failed") {
    context.log.error(log, "loss: a supplier delivered after it definitely refused");
  } else if (lateness === "issued_after_hand") {
    context.log.error(log, "loss: a supplier delivered what an operator had already delivered");
  } else context.log.warn(log, "a supplier reports failure after it delivered");
  const loss = { id: context.ids.next(), kind: lateness, now: context.clock.sql() };
  await insertLoss(tx, placed, loss);
  await writeHistoryEntry(context, tx, eventOf(placed, lateness, update));
  return "late";
}

async function notifyListener(
  tx: Tx,
  { listener }: FulfilmentDeps,
  placed: SupplierOrderRow,
  { answer, manualDecision }: SupplierStatusUpdate,
) {
  const concerned = orderRefOf(placed);
  switch (answer.state) {
    case "issued": {
      const { supplierId } = placed;
      // For what we made ourselves, no supplier is paid.
      const costFen = manualDecision?.isHandMade ? 0 : placed.costFen;
      const { codes } = answer;
      return listener.onIssued(tx, { ...concerned, supplierId, costFen, codes });
    }
    case "failed":
      return listener.onFailed(tx, { ...concerned, reason: answer.reason });
    case "accepted":
    case "unknown": {
      // An operator handles it already: only the final state is published.
      if (placed.isManual) return undefined;
      const reason = answer.state === "unknown" ? { reason: answer.reason } : {};
      return listener.onState(tx, { ...concerned, state: answer.state, ...reason });
    }
  }
}

/**
 * Posts the cost of a delivery against the supplier's prepaid balance, before the listener is
 * called.
 */
async function postCost(context: Context, tx: Tx, placed: SupplierOrderRow): Promise<void> {
  const { ownerId, id, orderId, supplierId, costFen } = placed;
  if (costFen === 0) return;
  const spent = { asset: "CNY", debit: "cost", credit: "prepaid", party: supplierId } as const;
  await post(context, tx, {
    memberId: ownerId,
    actor: "system",
    kind: "supplier_cost",
    ref: id,
    orderId,
    transfers: [{ ...spent, amount: costFen }],
  });
}

/**
 * Returns the remaining routes after a definite failure; `undefined` when it has not failed or no
 * route is left.
 */
async function remainingRoutes(
  tx: Tx,
  placed: SupplierOrderRow,
  answer: SupplierAnswer,
  again: readonly Route[],
) {
  const routes = answer.state === "failed" ? [...placed.routes, ...again] : [];
  const row = routes.length > 0 ? await requestOf(tx, placed) : undefined;
  return row && { routes, row };
}

/**
 * Applies a status update in the caller's transaction. Safe to repeat and in any order: issued and
 * failed are final, and a concurrent update waits for the row lock and then finds the final state.
 * A definite failure submits to the next route, with `again` as the last routes; the listener is
 * notified only when no route is left. An unknown number is a Defect.
 */
export async function applyStatusUpdate(
  context: Context,
  tx: Tx,
  deps: FulfilmentDeps,
  update: SupplierStatusUpdate,
  again: readonly Route[] = [],
): Promise<UpdateOutcome> {
  const placed = await lockByOutNo(tx, update.outNo);
  invariant(placed, "a supplier's update has a known number");
  if (isFinal(supplierOrderLifecycle, placed.state))
    return recordLateUpdate(context, tx, placed, update);

  const { manualDecision } = update;
  const answer = validatedAnswer(placed, update);
  const to = nextState(supplierOrderLifecycle, placed.state, answer.state);
  if (!to) return "unchanged";
  const now = context.clock.now().getTime();
  const pollAt = nextPollAt(placed, now, context.settings);
  const left = await remainingRoutes(tx, placed, answer, again);
  const isMoved = await moveSupplierOrder(tx, placed, {
    from: placed.state,
    to,
    supplierNo: supplierNoOf(answer),
    reason: reasonOf(answer),
    nextPollAt: isFinal(supplierOrderLifecycle, to) ? undefined : new Date(pollAt),
    now: context.clock.sql(),
    isHandMade: answer.state === "issued" && (manualDecision?.isHandMade ?? false),
    manualCodesMac: manualDecision && macOfCodes(context, answer),
    event: historyEntrySql(context, {
      ...eventOf(placed, `supplier_${answer.state}`, update),
      from: placed.state,
      to,
      ...(reasonOf(answer) === undefined ? {} : { reason: reasonOf(answer) ?? "" }),
    }),
  });
  invariant(isMoved, "a locked supplier order is not moved by another transaction");
  if (answer.state === "issued" && !manualDecision?.isHandMade) await postCost(context, tx, placed);
  await (left
    ? submitToNextRoute(context, tx, placed, left)
    : notifyListener(tx, deps, placed, { ...update, answer }));
  return "moved";
}

/**
 * Whether a non-final status update changes nothing: states only move forward, so a recently read
 * state proves it.
 */
const changesNothing = (
  { answer }: SupplierStatusUpdate,
  seen: FulfilmentState | undefined,
): boolean =>
  (answer.state === "accepted" || answer.state === "unknown") &&
  seen !== undefined &&
  seen !== "CREATED" &&
  nextState(supplierOrderLifecycle, seen, answer.state) === undefined;

/**
 * Applies a status update in its own transaction, and counts it in the supplier's health. `seen`:
 * the state that was read before.
 */
export async function applyInTransaction(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  update: SupplierStatusUpdate,
  seen?: FulfilmentState,
): Promise<UpdateOutcome> {
  const applied = changesNothing(update, seen)
    ? "unchanged"
    : await transaction(db, (tx) => applyStatusUpdate(context, tx, deps, update));
  await recordSupplierHealth(context, db, update, applied);
  return applied;
}
