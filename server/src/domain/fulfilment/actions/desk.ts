/** The desk: orders that no supplier has decided, one operator at a time, and the word of a person who found out. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeEvent } from "../../../platform/event.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { refuseOwnAccount } from "../../approvals/actions.ts";
import { type ByHand, deliveryFault, type Placed } from "../model.ts";
import type { Delivered, SupplierAnswer } from "../port.ts";
import { claim, deskRows, handOn, putWithdrawal } from "../store/desk.ts";
import { findPlaced, holdPlaced, ownerOfNumber } from "../store/placed.ts";
import { applyAnswer, type FulfilmentDeps } from "./apply.ts";

/** What waits for a person, what is due first on top, at most two hundred. Instants in ms. */
export async function deskOf(context: Context, db: Db) {
  const now = context.clock.now().getTime();
  const rows = await deskRows(db);
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

const isHolder = ({ claimedBy, claimedUntil }: Placed, operatorId: string, now: number) =>
  claimedBy === operatorId && (claimedUntil ?? 0) > now;

const noteOf = (placed: Placed, name: string, operatorId: string, words: string) => ({
  memberId: placed.ownerId,
  entity: "supplier_order",
  entityId: placed.id,
  name,
  actor: { kind: "operator" as const, id: operatorId },
  ...(words === "" ? {} : { reason: words }),
  data: { orderId: placed.orderId, outNo: placed.outNo },
});

/** Only what lies on the desk is anyone's there. Refuses NOT_FOUND and STATE_CHANGED. */
async function onDesk(reader: Db | Tx, outNo: string): Promise<Placed> {
  const key = await ownerOfNumber(reader, outNo);
  const placed = key && (await findPlaced(reader, key));
  if (!placed) throw new Refusal("NOT_FOUND");
  const isEnded = placed.state === "SUCCESS" || placed.state === "FAILED";
  if (!placed.isManual || isEnded) throw new Refusal("STATE_CHANGED");
  return placed;
}

type Act = { readonly outNo: string; readonly operatorId: string };

/**
 * Takes an order for one operator for a while, or prolongs what is his; answers until when, in ms. Refuses NOT_FOUND,
 * STATE_CHANGED when it is not on the desk, DESK_TAKEN while another has it, OWN_ACCOUNT for an order of his own.
 */
export const claimOrder = (context: Context, db: Db, { outNo, operatorId }: Act): Promise<number> =>
  transaction(db, async (tx) => {
    const placed = await onDesk(tx, outNo);
    refuseOwnAccount(operatorId, placed.ownerId);
    const leaseMs = context.settings.deskClaimMs;
    const until = await claim(tx, placed, { operatorId, leaseMs, now: context.clock.sql() });
    if (until === undefined) throw new Refusal("DESK_TAKEN");
    if (placed.claimedBy !== operatorId)
      await writeEvent(context, tx, noteOf(placed, "desk_claimed", operatorId, ""));
    return until;
  });

/** The order, held until the transaction ends, and his who acts. Refuses as `claimOrder` does, and DESK_CLAIM_NEEDED. */
async function holdMine(context: Context, tx: Tx, { outNo, operatorId }: Act): Promise<Placed> {
  const placed = await holdPlaced(tx, await onDesk(tx, outNo));
  if (!placed?.isManual) throw new Refusal("STATE_CHANGED");
  if (!isHolder(placed, operatorId, context.clock.now().getTime()))
    throw new Refusal("DESK_CLAIM_NEEDED");
  return placed;
}

/**
 * Gives what he holds to another operator, or with no `toId` back to everybody. Refuses as `handDeliver` does, and
 * OWN_ACCOUNT when the other one placed the order himself.
 */
export const handOver = (
  context: Context,
  db: Db,
  act: Act & { readonly toId: string | undefined; readonly reason: string },
): Promise<void> =>
  transaction(db, async (tx) => {
    const placed = await holdMine(context, tx, act);
    if (act.toId !== undefined) refuseOwnAccount(act.toId, placed.ownerId);
    const leaseMs = context.settings.deskClaimMs;
    await handOn(tx, placed, { toId: act.toId, leaseMs, now: context.clock.sql() });
    const note = noteOf(placed, "desk_handed_over", act.operatorId, act.reason);
    await writeEvent(context, tx, { ...note, data: { ...note.data, toId: act.toId ?? null } });
  });

/** Applies a person's word and takes the order away from the supplier, who may still be at it. */
async function decide(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  { outNo, answer, byHand }: { outNo: string; answer: SupplierAnswer; byHand: ByHand },
): Promise<void> {
  await transaction(db, async (tx) => {
    const placed = await holdMine(context, tx, { outNo, operatorId: byHand.operatorId });
    if (answer.state === "issued" && deliveryFault(placed, answer.codes) !== undefined)
      throw new Refusal("INPUT_INVALID");
    const applied = await applyAnswer(context, tx, deps, { outNo, answer, source: "desk", byHand });
    if (applied !== "moved") throw new Refusal("STATE_CHANGED");
    const messageId = context.ids.next();
    await putWithdrawal(tx, placed, { messageId, now: context.clock.sql() });
  });
}

/**
 * Delivered by hand: the supplier has delivered and said so by another way, or with `isHandMade` we made it good. The
 * member gets the codes. Refuses NOT_FOUND, STATE_CHANGED when it is not on the desk or was decided meanwhile,
 * DESK_CLAIM_NEEDED when another has it or nobody, INPUT_INVALID when the codes are not what was asked for.
 */
export const handDeliver = (
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  { outNo, codes, ...byHand }: ByHand & { outNo: string; codes: readonly Delivered[] },
): Promise<void> => {
  const supplierNo = `desk:${byHand.operatorId}`;
  const answer: SupplierAnswer = { state: "issued", supplierNo, codes: [...codes] };
  return decide(context, db, deps, { outNo, answer, byHand });
};

/** It will never be delivered: the next route is tried, or what was paid goes back. Refuses as `handDeliver` does. */
export const handFail = (
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  { outNo, ...byHand }: Omit<ByHand, "isHandMade"> & { outNo: string },
): Promise<void> => {
  const answer = { state: "failed", reason: byHand.reason } as const;
  return decide(context, db, deps, { outNo, answer, byHand: { ...byHand, isHandMade: false } });
};
