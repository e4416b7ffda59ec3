/** The one place where a supplier's word changes anything, however it came: by answer, query, cancel or callback. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { historyEntrySql, writeHistoryEntry } from "../../../platform/entity-history.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { post } from "../../ledger/actions.ts";
import { nextState, type FulfilmentState, isFinal, classifyLateUpdate } from "../machine.ts";
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
  /** Hears of every order without an answer after fifteen minutes, once. */
  readonly onAlarm?: (placed: SupplierOrderRow) => void;
};

const eventOf = (
  placed: SupplierOrderRow,
  name: string,
  { source, manualDecision: byHand }: SupplierStatusUpdate,
) => ({
  memberId: placed.ownerId,
  entity: "supplier_order",
  entityId: placed.id,
  name,
  actor: byHand
    ? { kind: "operator" as const, id: byHand.operatorId }
    : { kind: "supplier" as const, id: placed.supplierId },
  data: {
    orderId: placed.orderId,
    outNo: placed.outNo,
    source,
    ...(byHand && {
      words: byHand.reason,
      evidence: byHand.evidence,
      isHandMade: byHand.isHandMade,
    }),
  },
});

/** Tells the codes that a person handed over from others; their order does not matter. */
const macOfCodes = ({ secrets }: Context, answer: SupplierAnswer): Buffer | undefined =>
  answer.state === "issued"
    ? secrets.mac("desk-codes", JSON.stringify(answer.codes.map(({ code }) => code).sort()))
    : undefined;

/** Whether a person delivered in the supplier's stead: himself, or other codes than the supplier has come up with. */
function isOtherDelivery(
  context: Context,
  { isHandMade, manualCodesMac: handMac }: SupplierOrderRow,
  answer: SupplierAnswer,
): boolean {
  if (isHandMade) return true;
  const mac = handMac && macOfCodes(context, answer);
  return mac !== null && mac !== undefined && !mac.equals(handMac ?? mac);
}

/**
 * A delivery that is not what was asked for is no delivery, and no failure either: it is asked about again. A callback
 * of that kind is refused with BAD_REQUEST, so that the supplier tells it again.
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

/** A word after the end changes nothing; one that contradicts the end is a loss that a person must settle. */
async function recordLateUpdate(
  context: Context,
  tx: Tx,
  placed: SupplierOrderRow,
  word: SupplierStatusUpdate,
): Promise<UpdateOutcome> {
  const byHand = isOtherDelivery(context, placed, word.answer);
  const lateness = classifyLateUpdate(placed.state, word.answer.state, byHand);
  if (lateness === "repeat" || lateness === "none") return "late";
  const { outNo, orderId, ownerId, supplierId } = placed;
  const log = { outNo, orderId, ownerId, supplierId, source: word.source };
  if (lateness === "issued_after_failed") {
    context.log.error(log, "loss: a supplier delivered after its definite no");
  } else if (lateness === "issued_after_hand") {
    context.log.error(log, "loss: a supplier delivered what a person had delivered before");
  } else context.log.warn(log, "a supplier took back what it had delivered");
  const loss = { id: context.ids.next(), kind: lateness, now: context.clock.sql() };
  await insertLoss(tx, placed, loss);
  await writeHistoryEntry(context, tx, eventOf(placed, lateness, word));
  return "late";
}

async function notifyListener(
  tx: Tx,
  { listener }: FulfilmentDeps,
  placed: SupplierOrderRow,
  { answer, manualDecision: byHand }: SupplierStatusUpdate,
) {
  const concerned = orderRefOf(placed);
  switch (answer.state) {
    case "issued": {
      const { supplierId } = placed;
      // What we made ourselves is owed to no supplier.
      const costFen = byHand?.isHandMade ? 0 : placed.costFen;
      const { codes } = answer;
      return listener.onIssued(tx, { ...concerned, supplierId, costFen, codes });
    }
    case "failed":
      return listener.onFailed(tx, { ...concerned, reason: answer.reason });
    case "accepted":
    case "unknown": {
      // A person is on it by now: only the end is news.
      if (placed.isManual) return undefined;
      const reason = answer.state === "unknown" ? { reason: answer.reason } : {};
      return listener.onState(tx, { ...concerned, state: answer.state, ...reason });
    }
  }
}

/** Posts what a delivery costs us, from the supplier's prepaid balance; before anyone else is told: book first. */
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

/** What can still be asked of others once this one has said no; undefined when it has not, or nobody is left. */
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
 * Applies a word in the caller's transaction. Safe to repeat and in any order: issued and failed are final, and whoever
 * comes second waits for the row and then finds the end. A definite no asks
 * the next route, with `again` the last of them; only when none is left is the listener told. A number that is not ours
 * is a Defect.
 */
export async function applyStatusUpdate(
  context: Context,
  tx: Tx,
  deps: FulfilmentDeps,
  word: SupplierStatusUpdate,
  again: readonly Route[] = [],
): Promise<UpdateOutcome> {
  const placed = await lockByOutNo(tx, word.outNo);
  invariant(placed, "a supplier's word is about a number of ours");
  if (isFinal(placed.state)) return recordLateUpdate(context, tx, placed, word);

  const { manualDecision: byHand } = word;
  const answer = validatedAnswer(placed, word);
  const to = nextState(placed.state, answer.state);
  if (!to) return "unchanged";
  const now = context.clock.now().getTime();
  const lookAt = nextPollAt(placed, now, context.settings);
  const left = await remainingRoutes(tx, placed, answer, again);
  const isMoved = await moveSupplierOrder(tx, placed, {
    from: placed.state,
    to,
    supplierNo: supplierNoOf(answer),
    reason: reasonOf(answer),
    nextPollAt: isFinal(to) ? undefined : new Date(lookAt),
    now: context.clock.sql(),
    isHandMade: answer.state === "issued" && (byHand?.isHandMade ?? false),
    manualCodesMac: byHand && macOfCodes(context, answer),
    event: historyEntrySql(context, {
      ...eventOf(placed, `supplier_${answer.state}`, word),
      from: placed.state,
      to,
      ...(reasonOf(answer) === undefined ? {} : { reason: reasonOf(answer) ?? "" }),
    }),
  });
  invariant(isMoved, "a held supplier order does not move by itself");
  if (answer.state === "issued" && !byHand?.isHandMade) await postCost(context, tx, placed);
  await (left
    ? submitToNextRoute(context, tx, placed, left)
    : notifyListener(tx, deps, placed, { ...word, answer }));
  return "moved";
}

/** Whether a word that is no end changes nothing: states only go forward, so what was seen a moment ago proves it. */
const changesNothing = (
  { answer }: SupplierStatusUpdate,
  seen: FulfilmentState | undefined,
): boolean =>
  (answer.state === "accepted" || answer.state === "unknown") &&
  seen !== undefined &&
  seen !== "CREATED" &&
  nextState(seen, answer.state) === undefined;

/** The same in a transaction of its own, and counted for its supplier. `seen`: the state that was read before. */
export async function applyInTransaction(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  word: SupplierStatusUpdate,
  seen?: FulfilmentState,
): Promise<UpdateOutcome> {
  const applied = changesNothing(word, seen)
    ? "unchanged"
    : await transaction(db, (tx) => applyStatusUpdate(context, tx, deps, word));
  await recordSupplierHealth(context, db, word, applied);
  return applied;
}
