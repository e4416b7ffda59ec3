/** The one place where the channel's word on an attempt changes anything, however it came. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { pushTo } from "../../../platform/push/log.ts";
import { invariant } from "../../../platform/refusal.ts";
import { type Attempt, type Change, payerHash } from "../model.ts";
import type {
  PayChannel,
  Payers,
  PaymentListener,
  PaymentWord,
  RefundListener,
  RefundStarter,
  ReturnListener,
} from "../port.ts";
import {
  attemptOfNumber,
  callAccept,
  callApply,
  callMarkLate,
  findAttempt,
  ownerOfNumber,
} from "../store.ts";

export type PaymentDeps = {
  readonly channel: PayChannel;
  readonly payers: Payers;
  readonly listener: PaymentListener;
  /** Hears of every refund that is not a return of this room. */
  readonly refunds: RefundListener;
  /** Sends back what nobody took. */
  readonly starter: RefundStarter;
  /** Hears of returns that are through, for businesses that asked for part of their payment back. */
  readonly returned?: ReturnListener;
};

export type Source = "notice" | "query" | "close";
/** What whoever waits for the payment must hear of. */
const NEWS: ReadonlySet<Change> = new Set(["won", "second", "closed"]);
type PaidWord = Extract<PaymentWord, { state: "paid" }>;

/** Why a word is not about our money; undefined when it may be. The amount is compared where it is credited. */
function strangeness(deps: PaymentDeps, attempt: Attempt, word: PaymentWord): string | undefined {
  if (word.appId !== deps.channel.account.appId) return "appid";
  if (word.merchantId !== deps.channel.account.merchantId) return "mchid";
  if (word.state !== "paid") return undefined;
  if (word.currency !== "CNY") return "currency";
  const isTold = attempt.via === "jsapi" && word.openid !== undefined;
  if (!isTold) return undefined;
  const hash = payerHash({ via: "jsapi", openid: word.openid ?? "" });
  return hash.equals(attempt.payerHash) ? undefined : "payer";
}

const reasons = {
  late: "订单已关闭，支付款原路退回",
  second: "重复支付，多付的款原路退回",
} as const;

/** A word as the functions of payments take it. */
const saidOf = ({ ids }: Context, word: PaymentWord, source: Source) => ({
  state: word.state,
  source,
  creditId: ids.next(),
  eventId: ids.next(),
  ...(word.state === "paid"
    ? { transactionId: word.transactionId, amountFen: word.amountFen, paidAt: word.paidAt }
    : {}),
});

/**
 * The ordinary case of a notification in two statements: whose number it is, and all it does. False when it takes more
 * steps; then nothing has happened.
 */
export async function applyAtOnce(
  context: Context,
  db: Db,
  deps: PaymentDeps,
  { word, eventKey, envelope }: { word: PaymentWord; eventKey: string; envelope: object },
): Promise<boolean> {
  const { receive } = deps.listener;
  if (word.state !== "paid" || !receive) return false;
  const attempt = await attemptOfNumber(db, word.outTradeNo);
  if (!attempt || strangeness(deps, attempt, word) !== undefined) return false;
  const { ownerId, bizType, bizId, id: attemptId, amountFen } = attempt;
  return receive(db, {
    ownerId,
    bizType,
    bizId,
    attemptId,
    amountFen,
    paidAt: word.paidAt,
    word: saidOf(context, word, "notice"),
    txnId: context.ids.next(),
    eventKey,
    envelope,
  });
}

/** The business takes what was paid, or it goes back; in the transaction that credited it. */
async function settle(
  context: Context,
  tx: Tx,
  deps: PaymentDeps,
  { attempt, word, change }: { attempt: Attempt; word: PaidWord; change: "won" | "second" },
): Promise<Change> {
  const { ownerId, id: attemptId, bizType, bizId, amountFen } = attempt;
  const now = context.clock.sql();
  const ids = { txnId: context.ids.next(), eventId: context.ids.next() };
  let end: "late" | "second" = "second";
  if (change === "won") {
    const paid = { ownerId, bizType, bizId, attemptId, amountFen, paidAt: word.paidAt };
    if ((await deps.listener.onPaid(tx, paid)) === "accepted") {
      await callAccept(tx, attempt, ids, now);
      return "won";
    }
    await callMarkLate(tx, attempt, ids, now);
    end = "late";
  }
  await deps.starter.returnPayment(tx, { ownerId, attemptId, amountFen, reason: reasons[end] });
  return end;
}

/**
 * Applies a word in the caller's transaction. Safe to repeat, in any order and beside others: a transaction of the
 * channel is credited once. `conflict` and `unknown_number` change nothing, and are logged for a person.
 */
export async function applyWord(
  context: Context,
  tx: Tx,
  deps: PaymentDeps,
  { word, source }: { word: PaymentWord; source: Source },
): Promise<Change> {
  const { outTradeNo } = word;
  const key = await ownerOfNumber(tx, outTradeNo);
  if (!key) {
    context.log.error({ outTradeNo, source }, "the channel speaks of a number that is not ours");
    return "unknown_number";
  }
  const attempt = await findAttempt(tx, key);
  invariant(attempt, "an attempt lies where its number says");
  const strange = strangeness(deps, attempt, word);
  const said = saidOf(context, word, source);
  const applied = strange
    ? ({ change: "conflict", why: strange } as const)
    : await callApply(tx, key, said, context.clock.sql());
  const { change } = applied;
  if (change === "conflict") {
    const { why } = applied;
    context.log.error({ outTradeNo, source, why }, "the channel's word contradicts our attempt");
    return change;
  }
  if (NEWS.has(change)) {
    const { ownerId, bizType, bizId } = attempt;
    await pushTo(context, tx, ownerId, { type: "payment", bizType, bizId });
  }
  if (word.state !== "paid" || (change !== "won" && change !== "second")) return change;
  return settle(context, tx, deps, { attempt, word, change });
}

/** The same in a transaction of its own. */
export const apply = (
  context: Context,
  db: Db,
  deps: PaymentDeps,
  said: { word: PaymentWord; source: Source },
): Promise<Change> => transaction(db, (tx) => applyWord(context, tx, deps, said));
