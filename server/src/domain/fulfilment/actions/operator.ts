/** The desk: orders that no supplier has decided, one operator at a time, and the word of a person who found out. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { refuseOwnAccount } from "../../approvals/actions.ts";
import { type ManualDecision, deliveryMismatch, type SupplierOrderRow } from "../model.ts";
import type { Delivered, SupplierAnswer } from "../port.ts";
import {
  claimSupplierOrder,
  findManualOrderRows,
  reassignClaim,
  enqueueCancel,
} from "../store/operator.ts";
import { findSupplierOrder, lockSupplierOrder, findKeyByOutNo } from "../store/supplier-orders.ts";
import { applyStatusUpdate, type FulfilmentDeps } from "./apply-status-update.ts";

/** What waits for a person, what is due first on top, at most two hundred. Instants in ms. */
export async function listManualOrders(context: Context, db: Db) {
  const now = context.clock.now().getTime();
  const rows = await findManualOrderRows(db);
  return rows.map(({ claimedBy, claimedUntil, ...row }) => {
    const isClaimed = claimedBy !== null && (claimedUntil ?? 0) > now;
    const dueAt = row.since + context.settings.deskSlaMs;
    return {
      ...row,
      dueAt,
      isLate: dueAt <= now,
      ...(isClaimed && { claimedBy, claimedUntil: claimedUntil ?? 0 }),
    };
  });
}

const isHolder = ({ claimedBy, claimedUntil }: SupplierOrderRow, operatorId: string, now: number) =>
  claimedBy === operatorId && (claimedUntil ?? 0) > now;

const operatorEventOf = (
  placed: SupplierOrderRow,
  name: string,
  operatorId: string,
  words: string,
) => ({
  memberId: placed.ownerId,
  entity: "supplier_order",
  entityId: placed.id,
  name,
  actor: { kind: "operator" as const, id: operatorId },
  ...(words === "" ? {} : { reason: words }),
  data: { orderId: placed.orderId, outNo: placed.outNo },
});

/** Only what lies on the desk is anyone's there. Refuses NOT_FOUND and STATE_CHANGED. */
async function findManualOrder(reader: Db | Tx, outNo: string): Promise<SupplierOrderRow> {
  const key = await findKeyByOutNo(reader, outNo);
  const placed = key && (await findSupplierOrder(reader, key));
  if (!placed) throw new Refusal("NOT_FOUND");
  const isEnded = placed.state === "SUCCESS" || placed.state === "FAILED";
  if (!placed.isManual || isEnded) throw new Refusal("STATE_CHANGED");
  return placed;
}

type OperatorAction = { readonly outNo: string; readonly operatorId: string };

/**
 * Takes an order for one operator for a while, or prolongs what is his; answers until when, in ms. Refuses NOT_FOUND,
 * STATE_CHANGED when it is not on the desk, DESK_TAKEN while another has it, OWN_ACCOUNT for an order of his own.
 */
export const claimManualOrder = (
  context: Context,
  db: Db,
  { outNo, operatorId }: OperatorAction,
): Promise<number> =>
  transaction(db, async (tx) => {
    const placed = await findManualOrder(tx, outNo);
    refuseOwnAccount(operatorId, placed.ownerId);
    const leaseMs = context.settings.deskClaimMs;
    const until = await claimSupplierOrder(tx, placed, {
      operatorId,
      leaseMs,
      now: context.clock.sql(),
    });
    if (until === undefined) throw new Refusal("DESK_TAKEN");
    if (placed.claimedBy !== operatorId)
      await writeHistoryEntry(context, tx, operatorEventOf(placed, "desk_claimed", operatorId, ""));
    return until;
  });

/** The order, held until the transaction ends, and his who acts. Refuses as `claimOrder` does, and DESK_CLAIM_NEEDED. */
async function lockClaimedOrder(
  context: Context,
  tx: Tx,
  { outNo, operatorId }: OperatorAction,
): Promise<SupplierOrderRow> {
  const placed = await lockSupplierOrder(tx, await findManualOrder(tx, outNo));
  if (!placed?.isManual) throw new Refusal("STATE_CHANGED");
  if (!isHolder(placed, operatorId, context.clock.now().getTime()))
    throw new Refusal("DESK_CLAIM_NEEDED");
  return placed;
}

/**
 * Gives what he holds to another operator, or with no `toId` back to everybody. Refuses as `handDeliver` does, and
 * OWN_ACCOUNT when the other one placed the order himself.
 */
export const transferClaim = (
  context: Context,
  db: Db,
  act: OperatorAction & { readonly toId: string | undefined; readonly reason: string },
): Promise<void> =>
  transaction(db, async (tx) => {
    const placed = await lockClaimedOrder(context, tx, act);
    if (act.toId !== undefined) refuseOwnAccount(act.toId, placed.ownerId);
    const leaseMs = context.settings.deskClaimMs;
    await reassignClaim(tx, placed, { toId: act.toId, leaseMs, now: context.clock.sql() });
    const note = operatorEventOf(placed, "desk_handed_over", act.operatorId, act.reason);
    await writeHistoryEntry(context, tx, {
      ...note,
      data: { ...note.data, toId: act.toId ?? null },
    });
  });

/** Applies a person's word and takes the order away from the supplier, who may still be at it. */
async function applyManualOutcome(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  { outNo, answer, byHand }: { outNo: string; answer: SupplierAnswer; byHand: ManualDecision },
): Promise<void> {
  await transaction(db, async (tx) => {
    const placed = await lockClaimedOrder(context, tx, { outNo, operatorId: byHand.operatorId });
    if (answer.state === "issued" && deliveryMismatch(placed, answer.codes) !== undefined)
      throw new Refusal("INPUT_INVALID");
    const applied = await applyStatusUpdate(context, tx, deps, {
      outNo,
      answer,
      source: "desk",
      manualDecision: byHand,
    });
    if (applied !== "moved") throw new Refusal("STATE_CHANGED");
    const messageId = context.ids.next();
    await enqueueCancel(tx, placed, { messageId, now: context.clock.sql() });
  });
}

/**
 * Delivered by hand: the supplier has delivered and said so by another way, or with `isHandMade` we made it good. The
 * member gets the codes. Refuses NOT_FOUND, STATE_CHANGED when it is not on the desk or was decided meanwhile,
 * DESK_CLAIM_NEEDED when another has it or nobody, INPUT_INVALID when the codes are not what was asked for.
 */
export const deliverManually = (
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  { outNo, codes, ...byHand }: ManualDecision & { outNo: string; codes: readonly Delivered[] },
): Promise<void> => {
  const supplierNo = `desk:${byHand.operatorId}`;
  const answer: SupplierAnswer = { state: "issued", supplierNo, codes: [...codes] };
  return applyManualOutcome(context, db, deps, { outNo, answer, byHand });
};

/** It will never be delivered: the next route is tried, or what was paid goes back. Refuses as `handDeliver` does. */
export const failManually = (
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  { outNo, ...byHand }: Omit<ManualDecision, "isHandMade"> & { outNo: string },
): Promise<void> => {
  const answer = { state: "failed", reason: byHand.reason } as const;
  return applyManualOutcome(context, db, deps, {
    outNo,
    answer,
    byHand: { ...byHand, isHandMade: false },
  });
};
