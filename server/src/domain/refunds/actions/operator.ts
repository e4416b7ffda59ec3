/**
 * Operators' decisions on refunds, each with a reason; the database enforces the two-person
 * approval.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { enqueueMessage } from "../../../platform/jobs/outbox.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { nextState } from "../../../platform/lifecycle.ts";
import { refundLifecycle, type RefundState } from "../lifecycle.ts";
import type { Refund } from "../model.ts";
import {
  callApprove,
  callSyncOrder,
  callRelease,
  findRefund,
  moveRefund,
  findKeyByRefundNo,
} from "../store.ts";
import { TAKEN_BACK_TITLE } from "../texts.ts";
import { revokeDelivered } from "./open.ts";

export type RefundDecision = {
  readonly refundNo: string;
  /** The operator's id. */
  readonly actor: string;
  readonly reason: string;
};

async function refundByNo(tx: Tx, refundNo: string): Promise<Refund> {
  const key = await findKeyByRefundNo(tx, refundNo);
  const refund = key && (await findRefund(tx, key));
  if (!refund) throw new Refusal("NOT_FOUND");
  return refund;
}

/**
 * Approves a waiting refund; above `refundTwoPersonsFen` it returns `first`, and waits 24 hours for
 * a second operator. Refuses NOT_FOUND, STATE_CHANGED, TWO_PERSONS, OWN_ACCOUNT. A revealed card is
 * refunded too: the queue showed the operator `isRevealed`.
 */
export const approveRefund = (
  context: Context,
  db: Db | Tx,
  { refundNo, actor, reason }: RefundDecision,
): Promise<"first" | RefundState> =>
  transaction(db, async (tx) => {
    const refund = await refundByNo(tx, refundNo);
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
 * Rejects a waiting refund; its units may be applied for again. Refuses NOT_FOUND, STATE_CHANGED.
 */
export const rejectRefund = (
  context: Context,
  db: Db | Tx,
  { refundNo, actor, reason }: RefundDecision,
): Promise<void> =>
  transaction(db, async (tx) => {
    const refund = await refundByNo(tx, refundNo);
    const eventId = context.ids.next();
    const by = { to: "REJECTED", actorKind: "operator", actor, reason, eventId } as const;
    await callRelease(tx, refund, by, context.clock.sql());
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
