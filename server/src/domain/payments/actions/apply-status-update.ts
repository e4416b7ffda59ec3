/**
 * Applies the channel's status update of a payment attempt, from any source. Nothing else changes
 * an attempt's result.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { pushToMember } from "../../../platform/push/event-log.ts";
import { invariant } from "../../../platform/refusal.ts";
import { type Attempt, type UpdateOutcome, payerHash } from "../model.ts";
import type {
  PayChannel,
  Payers,
  PaymentListener,
  PaymentStatusUpdate,
  RefundListener,
  RefundStarter,
  ReturnListener,
} from "../port.ts";
import {
  findAttemptByOutTradeNo,
  callAccept,
  callApply,
  callMarkLate,
  findAttempt,
  findKeyByOutTradeNo,
} from "../store.ts";

export type PaymentDeps = {
  readonly channel: PayChannel;
  readonly payers: Payers;
  readonly listener: PaymentListener;
  /** Called for every refund that is not a return of this module. */
  readonly refundListener: RefundListener;
  /** Refunds payments that were not accepted. */
  readonly refundStarter: RefundStarter;
  /**
   * Called when a return is complete, for businesses that requested a partial return of their
   * payment.
   */
  readonly returnListener?: ReturnListener;
};

export type Source = "notice" | "query" | "close";
/** Outcomes that the member's pages are notified of. */
const NOTIFIED_OUTCOMES: ReadonlySet<UpdateOutcome> = new Set(["won", "second", "closed"]);
type PaidStatusUpdate = Extract<PaymentStatusUpdate, { state: "paid" }>;

/**
 * Returns why a status update does not match our payment; `undefined` when it does. The amount is
 * compared where it is credited.
 */
function mismatchOf(
  deps: PaymentDeps,
  attempt: Attempt,
  update: PaymentStatusUpdate,
): string | undefined {
  if (update.appId !== deps.channel.account.appId) return "appid";
  if (update.merchantId !== deps.channel.account.merchantId) return "mchid";
  if (update.state !== "paid") return undefined;
  if (update.currency !== "CNY") return "currency";
  const hasOpenid = attempt.via === "jsapi" && update.openid !== undefined;
  if (!hasOpenid) return undefined;
  const hash = payerHash({ via: "jsapi", openid: update.openid ?? "" });
  return hash.equals(attempt.payerHash) ? undefined : "payer";
}

const reasons = {
  late: "订单已关闭，支付款原路退回",
  second: "重复支付，多付的款原路退回",
} as const;

/** The status update as the SQL functions of payments take it. */
const sqlUpdateOf = ({ ids }: Context, update: PaymentStatusUpdate, source: Source) => ({
  state: update.state,
  source,
  creditId: ids.next(),
  eventId: ids.next(),
  ...(update.state === "paid"
    ? { transactionId: update.transactionId, amountFen: update.amountFen, paidAt: update.paidAt }
    : {}),
});

/**
 * Handles the ordinary case of a notification in two statements: one finds the attempt, one does
 * everything else. False when more steps are needed; then nothing has happened.
 */
export async function applyInOneStatement(
  context: Context,
  db: Db,
  deps: PaymentDeps,
  {
    update,
    eventKey,
    envelope,
  }: { update: PaymentStatusUpdate; eventKey: string; envelope: object },
): Promise<boolean> {
  const { receiveInOneStatement } = deps.listener;
  if (update.state !== "paid" || !receiveInOneStatement) return false;
  const attempt = await findAttemptByOutTradeNo(db, update.outTradeNo);
  if (!attempt || mismatchOf(deps, attempt, update) !== undefined) return false;
  const { ownerId, bizType, bizId, id: attemptId, amountFen } = attempt;
  return receiveInOneStatement(db, {
    ownerId,
    bizType,
    bizId,
    attemptId,
    amountFen,
    paidAt: update.paidAt,
    update: sqlUpdateOf(context, update, "notice"),
    txnId: context.ids.next(),
    eventKey,
    envelope,
  });
}

/**
 * Lets the listener accept the payment or starts its return, in the transaction that credited it.
 */
async function settle(
  context: Context,
  tx: Tx,
  deps: PaymentDeps,
  {
    attempt,
    update,
    change,
  }: { attempt: Attempt; update: PaidStatusUpdate; change: "won" | "second" },
): Promise<UpdateOutcome> {
  const { ownerId, id: attemptId, bizType, bizId, amountFen } = attempt;
  const now = context.clock.sql();
  const ids = { txnId: context.ids.next(), eventId: context.ids.next() };
  let end: "late" | "second" = "second";
  if (change === "won") {
    const paid = { ownerId, bizType, bizId, attemptId, amountFen, paidAt: update.paidAt };
    if ((await deps.listener.onPaid(tx, paid)) === "accepted") {
      await callAccept(tx, attempt, ids, now);
      return "won";
    }
    await callMarkLate(tx, attempt, ids, now);
    end = "late";
  }
  await deps.refundStarter.returnPayment(tx, {
    ownerId,
    attemptId,
    amountFen,
    reason: reasons[end],
  });
  return end;
}

/**
 * Applies a status update in the caller's transaction. Safe to repeat, in any order and
 * concurrently: a transaction of the channel is credited once. `conflict` and `unknown_number`
 * change nothing, and are logged for an operator.
 */
export async function applyStatusUpdate(
  context: Context,
  tx: Tx,
  deps: PaymentDeps,
  { update, source }: { update: PaymentStatusUpdate; source: Source },
): Promise<UpdateOutcome> {
  const { outTradeNo } = update;
  const key = await findKeyByOutTradeNo(tx, outTradeNo);
  if (!key) {
    context.log.error({ outTradeNo, source }, "the channel reports an unknown number");
    return "unknown_number";
  }
  const attempt = await findAttempt(tx, key);
  invariant(attempt, "an attempt is found by its number");
  const strange = mismatchOf(deps, attempt, update);
  const sqlUpdate = sqlUpdateOf(context, update, source);
  const applied = strange
    ? ({ change: "conflict", why: strange } as const)
    : await callApply(tx, key, sqlUpdate, context.clock.sql());
  const { change } = applied;
  if (change === "conflict") {
    const { why } = applied;
    context.log.error({ outTradeNo, source, why }, "the channel's update contradicts our attempt");
    return change;
  }
  if (NOTIFIED_OUTCOMES.has(change)) {
    const { ownerId, bizType, bizId } = attempt;
    await pushToMember(context, tx, ownerId, { type: "payment", bizType, bizId });
  }
  if (update.state !== "paid" || (change !== "won" && change !== "second")) return change;
  return settle(context, tx, deps, { attempt, update, change });
}

/** Applies a status update in its own transaction. */
export const applyInTransaction = (
  context: Context,
  db: Db,
  deps: PaymentDeps,
  received: { update: PaymentStatusUpdate; source: Source },
): Promise<UpdateOutcome> =>
  transaction(db, (tx) => applyStatusUpdate(context, tx, deps, received));
