/**
 * Applies the channel's status update of a payment attempt, from any source. Nothing else changes
 * an attempt's result.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { EVENTS_STORED_MAX } from "../../../platform/push/event-log.ts";
import { type Attempt, newRefundNo, payerHash, type UpdateOutcome } from "../model.ts";
import type {
  PayChannel,
  Payers,
  PaymentListener,
  PaymentStatusUpdate,
  Receipt,
  Received,
  RefundListener,
  ReturnListener,
} from "../port.ts";
import type { RiskGuard } from "../../risk/port.ts";
import { callReceive, findAttemptByOutTradeNo, insertNotice } from "../store.ts";

export type PaymentDeps = {
  readonly channel: PayChannel;
  readonly payers: Payers;
  readonly listener: PaymentListener;
  /** Called for every refund that is not a return of this module. */
  readonly refundListener: RefundListener;
  /**
   * Called when a return is complete, for businesses that requested a partial return of their
   * payment.
   */
  readonly returnListener?: ReturnListener;
  /** Judges who begins to pay. */
  readonly risk?: RiskGuard;
};

export type ReceivedUpdate = {
  readonly update: PaymentStatusUpdate;
  readonly source: Receipt["update"]["source"];
  /** The notification as received, stored in the transaction of the change. */
  readonly notice?: NonNullable<Receipt["notice"]>;
};

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

const receiptOf = (
  { ids, random }: Context,
  { bizType, bizId }: Attempt,
  { update, source, notice }: ReceivedUpdate,
): Receipt => ({
  update: {
    state: update.state,
    source,
    creditId: ids.next(),
    eventId: ids.next(),
    ...(update.state === "paid"
      ? {
          transactionId: update.transactionId,
          amountFen: update.amountFen,
          paidAt: update.paidAt.toISOString(),
        }
      : {}),
  },
  business: { bizType, bizId },
  acceptId: ids.next(),
  returnId: ids.next(),
  refundNo: newRefundNo(random),
  reasons,
  eventsKept: EVENTS_STORED_MAX,
  ...(notice ? { notice } : {}),
});

/** Applies an update that matches our payment, in one transaction. */
function receive(
  context: Context,
  db: Db,
  deps: PaymentDeps,
  { attempt, received }: { attempt: Attempt; received: ReceivedUpdate },
): Promise<Received> {
  const { update } = received;
  const receipt = receiptOf(context, attempt, received);
  if (update.state !== "paid") return callReceive(db, attempt, receipt, context.clock.sql());
  const { ownerId, bizType, bizId, id: attemptId, amountFen } = attempt;
  const payment = { ownerId, bizType, bizId, attemptId, amountFen, paidAt: update.paidAt };
  return deps.listener.receive(db, { ...payment, receipt });
}

/**
 * Applies a status update in one transaction, in two statements in the ordinary case: one finds the
 * attempt, one does everything else. Safe to repeat, in any order and concurrently: a transaction of
 * the channel is credited once. `conflict` and `unknown_number` change nothing, and are logged for
 * an operator.
 */
export async function applyStatusUpdate(
  context: Context,
  db: Db,
  deps: PaymentDeps,
  received: ReceivedUpdate,
): Promise<UpdateOutcome> {
  const { update, source, notice } = received;
  const { outTradeNo } = update;
  const storeUnapplied = async () => {
    if (!notice) return;
    const { key: eventKey, body } = notice;
    await insertNotice(db, { eventKey, body, isApplied: false, now: context.clock.sql() });
  };
  const attempt = await findAttemptByOutTradeNo(db, outTradeNo);
  if (!attempt) {
    context.log.error({ outTradeNo, source }, "the channel reports an unknown number");
    await storeUnapplied();
    return "unknown_number";
  }
  const mismatch = mismatchOf(deps, attempt, update);
  if (mismatch !== undefined) await storeUnapplied();
  const { change, why, isReturned }: Omit<Received, "was"> =
    mismatch === undefined
      ? await receive(context, db, deps, { attempt, received })
      : { change: "conflict", why: mismatch };
  if (change === "conflict")
    context.log.error({ outTradeNo, source, why }, "the channel's update contradicts our attempt");
  if (isReturned === false)
    context.log.error({ outTradeNo, source }, "a payment to return has nothing left");
  return change;
}
