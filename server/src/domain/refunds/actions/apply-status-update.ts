/**
 * Applies the channel's status update of a refund, from an answer, a query or a notification.
 * Nothing else does.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { pushToMember } from "../../../platform/push/event-log.ts";
import type {
  PayChannel,
  RefundAnswer,
  RefundListener,
  RefundStatusUpdate,
} from "../../payments/port.ts";
import { nextState } from "../../../platform/lifecycle.ts";
import { runEach, throwFailures } from "../../../platform/run-each.ts";
import { refundLifecycle } from "../lifecycle.ts";
import type { Refund } from "../model.ts";
import {
  callDone,
  callSyncOrder,
  dueRefunds,
  findRefund,
  type RefundKey,
  moveRefund,
  findKeyByRefundNo,
  claimPoll,
} from "../store.ts";

const later = ({ clock, settings }: Context): Date =>
  new Date(clock.now().getTime() + settings.payReturnLookMs);

/**
 * Marks the refund as abnormal: the channel will not pay under this number by itself, and an
 * operator must act.
 */
async function abnormal(
  context: Context,
  tx: Tx,
  refund: Refund,
  errorState: string,
): Promise<void> {
  const to = nextState(refundLifecycle, refund.state, "abnormal");
  const { ownerId: memberId, refundNo, state: from } = refund;
  if (!to || !(await moveRefund(tx, refund, { from, to, channelState: errorState, nextAt: null })))
    return;
  context.log.error({ refundNo, errorState }, "a refund needs an operator");
  await callSyncOrder(tx, refund, context.clock.sql());
  await writeHistoryEntry(context, tx, {
    memberId,
    entity: "refund",
    entityId: refund.id,
    name: "abnormal",
    from,
    to,
    reason: errorState,
    actor: { kind: "channel", id: "wechatpay" },
  });
}

/** Applies a status update in the caller's transaction; repeats and late updates change nothing. */
async function applyStatusUpdate(
  context: Context,
  tx: Tx,
  { key, update, merchantId }: { key: RefundKey; update: RefundStatusUpdate; merchantId: string },
): Promise<void> {
  const refund = await findRefund(tx, key);
  const isOurs =
    refund?.outTradeNo === update.outTradeNo &&
    refund.cashFen === update.refundFen &&
    update.merchantId === merchantId;
  if (!isOurs) {
    context.log.error({ refundNo: update.refundNo }, "the channel's update contradicts our refund");
    return;
  }
  if (update.state === "success") {
    await callDone(tx, key, update.channelRefundNo, context.clock.sql());
    await pushToMember(context, tx, refund.ownerId, { type: "order", orderId: refund.orderId });
  } else if (update.state !== "processing") await abnormal(context, tx, refund, update.state);
}

/** Handles the channel's refund notifications. */
export const refundListener = (
  context: Context,
  { account }: Pick<PayChannel, "account">,
): RefundListener => ({
  onRefundUpdate: async (tx, update) => {
    const key = await findKeyByRefundNo(tx, update.refundNo);
    if (key) await applyStatusUpdate(context, tx, { key, update, merchantId: account.merchantId });
    else context.log.error({ refundNo: update.refundNo }, "nobody refunded this");
  },
});

/** Definite refusals that may be temporary: the same number is retried later. */
const PASSING: ReadonlySet<string> = new Set(["NOT_ENOUGH", "FREQUENCY_LIMITED"]);

async function applyAnswer(
  context: Context,
  db: Db,
  channel: PayChannel,
  { refund, answer }: { refund: Refund; answer: RefundAnswer },
): Promise<void> {
  const { refundNo } = refund;
  const { merchantId } = channel.account;
  switch (answer.state) {
    case "known":
      return transaction(db, (tx) =>
        applyStatusUpdate(context, tx, { key: refund, update: answer.update, merchantId }),
      );
    case "refused":
      if (!PASSING.has(answer.code))
        return transaction(db, (tx) => abnormal(context, tx, refund, answer.code));
      return context.log.warn({ refundNo, code: answer.code }, "the channel refuses for now");
    case "absent":
    case "unknown":
      return context.log.warn({ refundNo, state: answer.state }, "no answer about a refund");
  }
}

/**
 * Queries the number before it sends under it again; a number is never replaced (reliability.md 1,
 * row 5).
 */
async function queryOrRefund(
  channel: PayChannel,
  refund: Refund,
  isFirst: boolean,
): Promise<RefundAnswer> {
  const { refundNo, outTradeNo, paidFen, cashFen: refundFen, reason } = refund;
  if (outTradeNo === null || paidFen === null) {
    return { state: "unknown", reason: "the refund names no payment" };
  }
  if (!isFirst) {
    const answer = await channel.queryRefund(refundNo);
    if (answer.state !== "absent") return answer;
  }
  return channel.refund({ refundNo, outTradeNo, refundFen, paidFen, reason });
}

/**
 * Requests the cash of a refund under way from the channel, unless another process does so at this
 * moment.
 */
export async function sendRefund(
  context: Context,
  db: Db,
  channel: PayChannel,
  key: RefundKey,
): Promise<void> {
  const refund = await findRefund(db, key);
  if (refund?.state !== "PROCESSING") return;
  if (!(await claimPoll(db, refund, later(context)))) return;
  const answer = await queryOrRefund(channel, refund, refund.pollCount === 0);
  await applyAnswer(context, db, channel, { refund, answer });
}

const BATCH = 50;

/** Polls every due refund and returns how many; failures are thrown at the end. */
export async function pollDueRefunds(
  context: Context,
  db: Db,
  channel: PayChannel,
): Promise<number> {
  const due = await dueRefunds(db, context.clock.sql(), BATCH);
  const failures = await runEach(due, (refund) => sendRefund(context, db, channel, refund));
  throwFailures(failures, "some refunds failed");
  return due.length;
}
