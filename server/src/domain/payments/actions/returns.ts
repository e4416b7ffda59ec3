/**
 * Returns payments that were not accepted: one refund number each, polled until the channel's
 * answer is definite.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { invariant } from "../../../platform/refusal.ts";
import { nextState } from "../../../platform/lifecycle.ts";
import { runEach, throwFailures } from "../../../platform/run-each.ts";
import { returnLifecycle } from "../lifecycle.ts";
import type { PaymentReturn } from "../model.ts";
import type { PayChannel, RefundAnswer, RefundStatusUpdate, ReturnListener } from "../port.ts";
import {
  callReturned,
  dueReturns,
  findReturn,
  type PaymentKey,
  moveReturn,
  claimReturnPoll,
} from "../store.ts";

const BATCH = 50;

type ReturnUpdate = {
  readonly key: PaymentKey;
  readonly update: RefundStatusUpdate;
  readonly merchantId: string;
  readonly returnListener: ReturnListener | undefined;
};

/**
 * Applies the channel's status update of a return, in the caller's transaction. Repeats change
 * nothing.
 */
export async function applyReturnUpdate(
  context: Context,
  tx: Tx,
  { key, update, merchantId, returnListener }: ReturnUpdate,
): Promise<"applied" | "conflict"> {
  const wanted = await findReturn(tx, key);
  invariant(wanted, "a return is found by its number");
  const { refundNo } = wanted;
  const isOurs =
    update.merchantId === merchantId &&
    update.outTradeNo === wanted.outTradeNo &&
    update.refundFen === wanted.amountFen;
  if (!isOurs) {
    context.log.error({ refundNo }, "the channel's update contradicts our return");
    return "conflict";
  }
  if (update.state === "success") {
    const { ownerId, amountFen } = wanted;
    await returnListener?.onReturned(tx, { ownerId, refundNo, amountFen });
    const ids = { txnId: context.ids.next(), eventId: context.ids.next() };
    const done = { id: key.id, ...ids, channelRefundNo: update.channelRefundNo };
    await callReturned(tx, key.ownerId, done, context.clock.sql());
    return "applied";
  }
  const to = nextState(returnLifecycle, wanted.state, update.state);
  if (!to) return "applied";
  const isWaiting = to === "PROCESSING";
  if (!isWaiting)
    context.log.error({ refundNo, state: update.state }, "a return needs an operator");
  const nextAt = isWaiting
    ? new Date(context.clock.now().getTime() + context.settings.payReturnLookMs)
    : null;
  await moveReturn(tx, key, {
    event: update.state,
    from: wanted.state,
    to,
    channelState: update.state,
    nextAt,
    now: context.clock.sql(),
  });
  return "applied";
}

/** Queries the number before it sends under it, unless it was never sent. */
async function queryOrRefund(channel: PayChannel, wanted: PaymentReturn): Promise<RefundAnswer> {
  const { refundNo, outTradeNo, amountFen: refundFen, paidFen, reason } = wanted;
  if (wanted.pollCount > 0 || wanted.state !== "CREATED") {
    const answer = await channel.queryRefund(refundNo);
    if (answer.state !== "absent" || wanted.state !== "CREATED") return answer;
  }
  return channel.refund({ refundNo, outTradeNo, refundFen, paidFen, reason });
}

type Deps = { readonly channel: PayChannel; readonly returnListener?: ReturnListener | undefined };

async function pollReturn(
  context: Context,
  db: Db,
  { channel, returnListener }: Deps,
  wanted: PaymentReturn,
) {
  const { settings, clock } = context;
  const nextAt = new Date(clock.now().getTime() + settings.payReturnLookMs);
  if (!(await claimReturnPoll(db, wanted, { now: clock.sql(), nextAt }))) return;
  const answer = await queryOrRefund(channel, wanted);
  const { refundNo } = wanted;
  if (answer.state === "known") {
    const { merchantId } = channel.account;
    await transaction(db, (tx) =>
      applyReturnUpdate(context, tx, {
        key: wanted,
        update: answer.update,
        merchantId,
        returnListener,
      }),
    );
  } else if (answer.state === "refused") {
    const { code } = answer;
    context.log.error({ refundNo, code }, "the channel refused a refund");
    // The merchant account lacks funds for now: the same number is retried later.
    const later = new Date(clock.now().getTime() + settings.payReturnShortMs);
    const isShort = code === "NOT_ENOUGH";
    const to = isShort ? "CREATED" : "REFUSED";
    await moveReturn(db, wanted, {
      event: isShort ? "retry" : "refused",
      from: "CREATED",
      to,
      channelState: code,
      nextAt: isShort ? later : null,
      now: clock.sql(),
    });
  } else context.log.warn({ refundNo, state: answer.state }, "no answer about a return");
}

/** Polls every due return and returns how many; failures are thrown at the end. */
export async function pollDueReturns(context: Context, db: Db, deps: Deps): Promise<number> {
  const due = await dueReturns(db, context.clock.sql(), BATCH);
  const failures = await runEach(due, (wanted) => pollReturn(context, db, deps, wanted));
  throwFailures(failures, "some returns failed");
  return due.length;
}
