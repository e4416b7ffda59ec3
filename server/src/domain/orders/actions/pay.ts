/**
 * Pays what is left of an order: by balance or nothing in one statement, by WeChat with a payment
 * attempt.
 */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { requestHash } from "../../../platform/idempotency.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { beginAttempt, closeAttempts, type PaymentDeps } from "../../payments/actions.ts";
import type { RiskCaller } from "../../risk/port.ts";
import { displayOf } from "../display.ts";
import { asOf, type Order } from "../model.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import type { CodeRedeemer } from "../port.ts";
import { proofHash } from "../../security/model.ts";
import {
  callPay,
  callPayJudged,
  type PayAnswer,
  type PayCall,
  type Spend,
} from "../store/place.ts";
import { markPaying } from "../store/unpaid.ts";
import { findOrder, waitingCodeOf } from "../store/read.ts";
import { paymentOf } from "./payment.ts";
import { keyOfOrder } from "./read.ts";

/** Wakes the outbox dispatcher; called after the commit. */
export type Wake = (db: Db) => Promise<void>;
export type PayDeps = {
  readonly payments: PaymentDeps;
  readonly wake: Wake;
  readonly codes: CodeRedeemer;
};

export type PayRequest = {
  readonly memberId: string;
  readonly key: string;
  /** The payer's network address. */
  readonly address: string;
  /** The id of the payer's browser. */
  readonly device?: string;
  readonly input: Input<"buying", "pay">;
};

/** Returns the member's order in its current state. Refuses NOT_FOUND. */
async function orderOf(context: Context, db: Db, memberId: string, orderNo: string) {
  const order = await findOrder(db, await keyOfOrder(db, memberId, orderNo));
  if (!order || order.ownerId !== memberId) throw new Refusal("NOT_FOUND");
  return asOf(order, context.clock.now());
}

const payableOf = ({ ownerId, id }: Pick<Order, "ownerId" | "id">) =>
  ({ ownerId, bizType: "order", bizId: id }) as const;

/** Closes all open WeChat attempts. Refuses PAY_PENDING while that is not certain. */
async function closeChannelAttempts(
  context: Context,
  db: Db,
  deps: PayDeps,
  order: Order,
): Promise<void> {
  const status = await closeAttempts(context, db, deps.payments, payableOf(order));
  if (status === "unknown") throw new Refusal("PAY_PENDING");
}

type InternalPayment = Pick<PayRequest, "memberId" | "key"> & {
  readonly orderNo: string;
  readonly channel: "balance" | "none";
  readonly stepUp?: string | undefined;
};

const spendOf = ({ settings }: Pick<Context, "settings">, stepUp: string | undefined): Spend => ({
  proof: stepUp === undefined ? null : proofHash(stepUp),
  freeFen: settings.balanceWithoutStepUpFen,
  dayFen: settings.balanceWithoutStepUpDayFen,
});

/**
 * Builds the statement that pays without the channel. `isAlone`: the channel certainly cannot bring
 * money as well.
 */
function payCall(
  { settings, ids, clock }: Context,
  inside: InternalPayment,
  isChannelClosed: boolean,
): PayCall {
  const { memberId, key, orderNo, channel, stepUp } = inside;
  return {
    memberId,
    orderNo,
    channel,
    isChannelClosed,
    holdId: ids.next(),
    txnId: ids.next(),
    intent: { route: "buying.pay", key, hash: requestHash({ orderNo, channel }) },
    spend: spendOf({ settings }, stepUp),
    slackMs: settings.holdSlackMs,
    now: clock.sql(),
  };
}

function known<A extends PayAnswer>(answer: A): Exclude<A, { outcome: "reused" }> {
  if (answer.outcome === "reused") throw new Refusal("KEY_REUSED");
  return answer as Exclude<A, { outcome: "reused" }>;
}

/** Calls the one statement that pays an order. */
const callInternalPayment = async (
  context: Context,
  db: Db | Tx,
  inside: InternalPayment,
  isAlone: boolean,
) => known(await callPay(db, payCall(context, inside, isAlone)));

/**
 * Pays and judges a payment without the channel in one statement, so that a refusal undoes it. What
 * was held when the order was placed is paid with the channel `none`, so it is judged too. Refuses
 * RISK_REFUSED.
 */
async function payJudged(
  context: Context,
  db: Db,
  { risk }: Pick<PaymentDeps, "risk">,
  paying: { readonly inside: InternalPayment; readonly caller: RiskCaller; isAlone: boolean },
) {
  const { inside, caller, isAlone } = paying;
  const judgement = risk?.inStatement({ place: "payment", caller });
  if (!judgement) return callInternalPayment(context, db, inside, isAlone);
  return known(await callPayJudged(db, payCall(context, inside, isAlone), judgement));
}

/**
 * Pays after the channel's attempts are closed, and redeems the order's code in the same
 * transaction.
 */
async function payWithoutChannel(
  context: Context,
  db: Db,
  { codes, payments }: PayDeps,
  { inside, caller }: { readonly inside: InternalPayment; readonly caller: RiskCaller },
  { ownerId, id: orderId, source }: Order,
) {
  if (source === "shop") return payJudged(context, db, payments, { inside, caller, isAlone: true });
  const waiting = await waitingCodeOf(db, { ownerId, orderId });
  invariant(waiting, "an order paid by a code has its code");
  return transaction(db, async (tx) => {
    const answer = await callInternalPayment(context, tx, inside, true);
    if (answer.outcome !== "done") return answer;
    await payments.risk?.judge(tx, { place: "payment", caller });
    if (!(await codes.redeem(tx, waiting))) throw new Refusal("ORDER_CLOSED");
    return answer;
  });
}

/**
 * Pays an order that has no channel attempt; refuses as `payOrder`, and PAY_PENDING when there is
 * one.
 */
export async function payByBalance(
  context: Context,
  db: Db,
  { wake }: Pick<PayDeps, "wake">,
  order: Omit<InternalPayment, "channel">,
): Promise<void> {
  const answer = await callInternalPayment(context, db, { ...order, channel: "balance" }, false);
  if (answer.outcome === "paying") throw new Refusal("PAY_PENDING");
  await wake(db);
}

async function payInternally(
  context: Context,
  db: Db,
  deps: PayDeps,
  { memberId, key, address, device = "", input }: PayRequest,
): Promise<Output<"buying", "pay">> {
  const { orderNo, stepUp } = input;
  const caller = { memberId, device, address };
  const channel = input.channel === "balance" ? "balance" : "none";
  const inside = { memberId, key, orderNo, channel, stepUp } as const;
  let answer = await payJudged(context, db, deps.payments, { inside, caller, isAlone: false });
  if (answer.outcome === "paying") {
    const order = await orderOf(context, db, memberId, orderNo);
    await closeChannelAttempts(context, db, deps, order);
    answer = await payWithoutChannel(context, db, deps, { inside, caller }, order);
  }
  if (answer.outcome === "paying") throw new Refusal("PAY_PENDING");
  // An order that is done with its payment has no message to a supplier.
  if (answer.outcome === "done" && answer.result.orderState !== "DONE") await deps.wake(db);
  const display = answer.result.orderState === "DONE" ? "done" : "issuing";
  return { orderNo, state: "paid", display, dueFen: 0 };
}

/** Returns why an order cannot be paid: it was cancelled or is expired, or it is paid. */
function unpayableCodeOf(order: Order): "ORDER_CLOSED" | "ORDER_STATE" {
  const display = displayOf(order);
  return display === "cancelled" || display === "closed" ? "ORDER_CLOSED" : "ORDER_STATE";
}

async function payByWechat(
  context: Context,
  db: Db,
  deps: PayDeps,
  { memberId, address, device = "", input }: PayRequest,
): Promise<Output<"buying", "pay">> {
  const { orderNo, via = "jsapi", stepUp } = input;
  const now = context.clock.sql();
  const spend = spendOf(context, stepUp);
  const due = await markPaying(db, { memberId, orderNo, spend, now });
  if (!due) throw new Refusal(unpayableCodeOf(await orderOf(context, db, memberId, orderNo)));
  const started = await beginAttempt(context, db, deps.payments, {
    ...payableOf({ ownerId: memberId, id: due.orderId }),
    amountFen: due.cashFen,
    title: due.title,
    via,
    address,
    device,
    expiresAt: new Date(due.expiresAt),
  }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === "ORDER_STATE") return "paid" as const;
    throw error;
  });
  // The payment was faster than this request: the member gets the order's current state.
  if (started === "paid") {
    return paymentOf(context, db, deps.payments, { memberId, orderNo });
  }
  const { outTradeNo, jsapi, h5Url } = started;
  return {
    orderNo,
    state: "waiting",
    display: "wait_pay",
    dueFen: due.cashFen,
    outTradeNo,
    expiresAt: due.expiresAt,
    ...(jsapi ? { jsapi } : {}),
    ...(h5Url === undefined ? {} : { h5Url }),
  };
}

/**
 * Refuses NOT_FOUND, ORDER_STATE (paid, or nothing is to be paid this way), ORDER_CLOSED,
 * RISK_REFUSED, BALANCE_SHORT {missing}, STEP_UP_NEEDED {freeFen}, PAY_PENDING, WECHAT_NEEDED, KEY_REUSED. Throws
 * Outage when the channel does not answer and the order is not known to be paid.
 */
export async function payOrder(
  context: Context,
  db: Db,
  deps: PayDeps,
  paying: PayRequest,
): Promise<Output<"buying", "pay">> {
  return paying.input.channel === "wechat"
    ? payByWechat(context, db, deps, paying)
    : payInternally(context, db, deps, paying);
}
