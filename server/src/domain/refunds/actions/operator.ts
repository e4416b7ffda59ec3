/**
 * Operators' decisions on refunds, each with a reason; the database enforces the two-person
 * approval.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { enqueueMessage } from "../../../platform/jobs/outbox.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import type { AuditedState } from "../../../platform/http/call.ts";
import { refuseInducement } from "../../../platform/member-text.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { nextState } from "../../../platform/lifecycle.ts";
import {
  changeAssignee,
  type OperatorProof,
  refuseOwnAccount,
  requireProof,
} from "../../approvals/actions.ts";
import { refundLifecycle, type RefundState } from "../lifecycle.ts";
import type { Refund, Units } from "../model.ts";
import {
  callApprove,
  callSyncOrder,
  callRelease,
  findRefund,
  moveRefund,
  findKeyByRefundNo,
} from "../store.ts";
import { TAKEN_BACK_TITLE } from "../texts.ts";
import { previewOf } from "./by-operator.ts";
import { type Applicant, openRefund, revokeDelivered } from "./open.ts";

export type RefundDecision = {
  readonly refundNo: string;
  /** The operator's id. */
  readonly actor: string;
  readonly reason: string;
};

/** What an approval says besides: the proof of its operator, and fewer units than were applied for. */
export type RefundApproval = RefundDecision &
  OperatorProof & {
    readonly items?: readonly Units[];
    /** Cash and balance of the preview of `items`, in fen. */
    readonly expectedFen?: number | undefined;
  };

async function refundByNo(tx: Tx, refundNo: string): Promise<Refund> {
  const key = await findKeyByRefundNo(tx, refundNo);
  const refund = key && (await findRefund(tx, key));
  if (!refund) throw new Refusal("NOT_FOUND");
  return refund;
}

/** Returns the state of a refund, as the audit records it. */
export async function refundStateOf(db: Db, refundNo: string): Promise<AuditedState | undefined> {
  const key = await findKeyByRefundNo(db, refundNo);
  const refund = key && (await findRefund(db, key));
  if (!refund) return undefined;
  const { state, cashFen, balanceFen, points, decision } = refund;
  return { object: refundNo, state: { state, cashFen, balanceFen, points, decision } };
}

/** What a replaced refund says; the member reads it with the refused one. */
const REPLACED = "部分同意：其余份数不退，同意的份数另行退款";

function applicantOf({ applicant, applicantId }: Refund): Applicant {
  if (applicant === "system" || applicantId === null) return { kind: "system" };
  return { kind: applicant, id: applicantId };
}

const isSameUnits = (one: readonly Units[], other: readonly Units[]): boolean =>
  one.length === other.length &&
  one.every(({ itemId, quantity }) =>
    other.some((each) => each.itemId === itemId && each.quantity === quantity),
  );

/**
 * Replaces a waiting refund by one of fewer units, of the same applicant and with the same
 * evidence, and returns it; the same units return the refund itself. Refuses INPUT_INVALID for
 * units that were not applied for, STATE_CHANGED, REFUND_DENIED for units that are refunded only
 * together, and REFUND_CHANGED when the amount is not the preview's any more.
 */
async function reduceRefund(
  context: Context,
  tx: Tx,
  asked: Refund,
  approval: Pick<RefundApproval, "actor" | "expectedFen"> & { readonly items: readonly Units[] },
): Promise<Refund> {
  const { items, actor, expectedFen } = approval;
  if (isSameUnits(items, asked.items)) return asked;
  const isWithin = items.every(({ itemId, quantity }) =>
    asked.items.some((each) => each.itemId === itemId && quantity <= each.quantity),
  );
  const isOnce = new Set(items.map(({ itemId }) => itemId)).size === items.length;
  if (!isWithin || !isOnce) throw new Refusal("INPUT_INVALID", { field: "items" });
  const eventId = context.ids.next();
  const by = { to: "REJECTED", actorKind: "operator", actor, reason: REPLACED, eventId } as const;
  await callRelease(tx, asked, by, context.clock.sql());
  const { order, preview } = await previewOf(context, tx, asked, items);
  if (expectedFen !== undefined && preview.cashFen + preview.balanceFen !== expectedFen)
    throw new Refusal("REFUND_CHANGED");
  const id = await openRefund(context, tx, {
    order,
    units: items,
    reason: asked.reason,
    evidence: asked.evidence,
    applicant: applicantOf(asked),
    state: "APPLIED",
  });
  const reduced = await findRefund(tx, { ownerId: asked.ownerId, id });
  invariant(reduced, "an opened refund is found");
  return reduced;
}

/**
 * Approves a waiting refund, or only `items` of it; above `refundTwoPersonsFen` it returns `first`,
 * and waits 24 hours for a second operator. Refuses NOT_FOUND, STATE_CHANGED, TWO_PERSONS,
 * OWN_ACCOUNT, for `items` as reduceRefund, and STEP_UP_NEEDED for money above `operatorProofAboveFen` without a proof. A
 * revealed card is refunded too: the queue showed the operator `isRevealed`.
 */
export const approveRefund = (
  context: Context,
  db: Db | Tx,
  { refundNo, actor, reason, items, expectedFen, isProven }: RefundApproval,
): Promise<"first" | RefundState> =>
  transaction(db, async (tx) => {
    const asked = await refundByNo(tx, refundNo);
    const refund = items
      ? await reduceRefund(context, tx, asked, { items, actor, expectedFen })
      : asked;
    requireProof(context, { isProven }, refund.cashFen + refund.balanceFen);
    const { ids, settings, clock } = context;
    const by = {
      reviewer: actor,
      reason,
      limitFen: settings.refundTwoPersonsFen,
      eventId: ids.next(),
      txnId: ids.next(),
      messageId: ids.next(),
      takenBackTitle: TAKEN_BACK_TITLE,
    };
    const outcome = await callApprove(tx, refund, by, clock.sql());
    if (outcome !== "first") await revokeDelivered(context, tx, refund);
    return outcome;
  });

/**
 * Rejects a waiting refund; its units may be applied for again. Refuses NOT_FOUND, STATE_CHANGED,
 * and INPUT_INVALID {reason} for words that members must not read.
 */
export const rejectRefund = (
  context: Context,
  db: Db | Tx,
  { refundNo, actor, reason }: RefundDecision,
): Promise<void> =>
  transaction(db, async (tx) => {
    refuseInducement("reason", reason);
    const refund = await refundByNo(tx, refundNo);
    const eventId = context.ids.next();
    const by = { to: "REJECTED", actorKind: "operator", actor, reason, eventId } as const;
    await callRelease(tx, refund, by, context.clock.sql());
  });

/** The name of a refund in the table of assignments. */
export const refundObject = (refundNo: string): string => `refund.${refundNo}`;

/**
 * Gives a waiting refund to a colleague, or to none. Refuses NOT_FOUND, STATE_CHANGED when it does
 * not wait or another has it by now, OWN_ACCOUNT for a colleague's own refund, and INPUT_INVALID for
 * a colleague who may not decide it.
 */
export const handOverRefund = (
  context: Context,
  db: Db,
  {
    refundNo,
    actor,
    mayDecide,
    ...change
  }: RefundDecision & {
    readonly toId: string | undefined;
    readonly fromId: string | undefined;
    /** Returns whether an operator may decide refunds. */
    readonly mayDecide: (tx: Tx, operatorId: string) => Promise<boolean>;
  },
): Promise<void> =>
  transaction(db, async (tx) => {
    const refund = await refundByNo(tx, refundNo);
    if (refund.state !== "APPLIED") throw new Refusal("STATE_CHANGED");
    const { toId } = change;
    if (toId !== undefined) {
      refuseOwnAccount(toId, refund.ownerId);
      if (!(await mayDecide(tx, toId)))
        throw new Refusal("INPUT_INVALID", {
          field: "toId",
          text: "这位同事不能审退款，请选另一位",
        });
    }
    await changeAssignee(context, tx, { ...change, object: refundObject(refundNo), by: actor });
  });

/**
 * Requests the refund from the channel once more, under the same number. Refuses NOT_FOUND,
 * STATE_CHANGED.
 */
export const retryRefund = (
  context: Context,
  db: Db,
  { refundNo, actor, reason }: RefundDecision,
): Promise<void> =>
  transaction(db, async (tx) => {
    const refund = await refundByNo(tx, refundNo);
    const to = nextState(refundLifecycle, refund.state, "retry");
    const from = refund.state;
    const nextAt = new Date(context.clock.now().getTime() + context.settings.payReturnLookMs);
    if (!to || !(await moveRefund(tx, refund, { from, to, channelState: "retry", nextAt })))
      throw new Refusal("STATE_CHANGED");
    const { ownerId: memberId, id } = refund;
    await enqueueMessage(context, tx, {
      memberId,
      aggregateId: id,
      topic: "refund.ask",
      payload: { refundId: id },
    });
    await callSyncOrder(tx, refund, context.clock.sql());
    await writeHistoryEntry(context, tx, {
      memberId,
      entity: "refund",
      entityId: id,
      name: "retried",
      from,
      to,
      reason,
      actor: { kind: "operator", id: actor },
    });
  });
