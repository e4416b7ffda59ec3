/**
 * Begins a payment: one open attempt for each payable, under a number that is committed before the
 * channel is called.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import type { ResultOf } from "../../../platform/database/sql-function.ts";
import { invariant, Outage, Refusal } from "../../../platform/refusal.ts";
import { type Attempt, newOutTradeNo, payerHash, payerSealContext } from "../model.ts";
import type { JsapiCall, PrepareRequest, PrepareResult, Via } from "../port.ts";
import { type Payable, callBegin, findAttempt, markFailed, markPrepared } from "../store.ts";
import type { paymentsBegin } from "../../../sql/payments.ts";
import type { PaymentDeps } from "./apply-status-update.ts";
import { closeAttempts, refreshAttempt } from "./poll.ts";

export type AttemptRequest = Payable & {
  readonly amountFen: number;
  /** The text that the payer sees in WeChat. */
  readonly title: string;
  readonly via: Via;
  /** The payer's network address, which the channel requires for payments outside WeChat. */
  readonly address: string;
  /** The id of the payer's browser. */
  readonly device?: string;
  readonly expiresAt: Date;
};

export type StartedAttempt = {
  readonly outTradeNo: string;
  /** Parameters for WeChat's JS bridge. */
  readonly jsapi?: JsapiCall;
  /** A link for a browser outside WeChat. */
  readonly h5Url?: string;
};

/** WeChat allows 127 characters; a longer title is cut, not refused. */
const TITLE_MAX = 120;
/** A different attempt is closed first; the second try finds it closed. */
const TRIES_MAX = 3;

type Payer = PrepareRequest["payer"];

async function payerOf(deps: PaymentDeps, wanted: AttemptRequest): Promise<Payer> {
  if (wanted.via === "h5") return { via: "h5", address: wanted.address };
  return { via: "jsapi", openid: await deps.payers.openidOf(wanted.ownerId) };
}

function begin(
  context: Context,
  db: Db,
  { risk }: Pick<PaymentDeps, "risk">,
  { wanted, payer }: { readonly wanted: AttemptRequest; readonly payer: Payer },
): Promise<ResultOf<typeof paymentsBegin>> {
  const { ownerId, title, address, device = "", expiresAt, ...rest } = wanted;
  const id = context.ids.next();
  const payerText = payer.via === "jsapi" ? payer.openid : payer.address;
  const attempt = {
    ...rest,
    expiresAt: expiresAt.toISOString(),
    id,
    eventId: context.ids.next(),
    outTradeNo: newOutTradeNo(context.random),
    title: title.slice(0, TITLE_MAX),
    lookAfterMs: (context.settings.payLookSeconds[0] ?? 5) * 1000,
    payerHash: payerHash(payer).toString("base64"),
    payerSealed: context.secrets.seal(payerText, payerSealContext(id)).toString("base64"),
  };
  return transaction(db, async (tx) => {
    const begun = await callBegin(tx, ownerId, attempt, context.clock.sql());
    const caller = { memberId: ownerId, device, address };
    if (begun.outcome === "new") await risk?.judge(tx, { place: "payment", caller });
    return begun;
  });
}

/**
 * Builds the same request at every retry: from the stored attempt, not from the caller's current
 * input.
 */
function prepareOf(context: Context, attempt: Attempt): PrepareRequest {
  const { outTradeNo, title, amountFen, via } = attempt;
  const payerText = context.secrets.open(attempt.payerSealed, payerSealContext(attempt.id));
  const payer: Payer =
    via === "jsapi" ? { via: "jsapi", openid: payerText } : { via: "h5", address: payerText };
  return { outTradeNo, title, amountFen, expiresAt: new Date(attempt.expiresAt), payer };
}

const startedWith = (
  deps: PaymentDeps,
  { outTradeNo }: Attempt,
  prepared: Extract<PrepareResult, { state: "prepared" }>,
): StartedAttempt =>
  "prepayId" in prepared
    ? { outTradeNo, jsapi: deps.channel.sign(prepared.prepayId) }
    : { outTradeNo, h5Url: prepared.h5Url };

/**
 * The channel answers that the number is paid or closed already: a query decides which refusal the
 * member gets.
 */
async function overAlready(context: Context, db: Db, deps: PaymentDeps, attempt: Attempt) {
  const status = await refreshAttempt(context, db, deps, attempt);
  return new Refusal(status === "paid" ? "ORDER_STATE" : "PAY_PENDING");
}

/**
 * Refuses ORDER_STATE when a notification or a query has reported the payment of this attempt since
 * it was read.
 */
async function refusePaid(db: Db, attempt: Attempt): Promise<void> {
  const now = await findAttempt(db, attempt);
  if (now?.state === "SUCCESS") throw new Refusal("ORDER_STATE");
}

/** Prepares an attempt at the channel. A time-out is retried once under the same number. */
async function prepare(
  context: Context,
  db: Db,
  deps: PaymentDeps,
  attempt: Attempt,
): Promise<StartedAttempt> {
  // A prepay id is valid for longer than any attempt; a link outside WeChat is not, so it is
  // requested again.
  if (attempt.prepayId)
    return startedWith(deps, attempt, { state: "prepared", prepayId: attempt.prepayId });
  const order = prepareOf(context, attempt);
  let answer = await deps.channel.prepare(order);
  if (answer.state === "unknown") answer = await deps.channel.prepare(order);
  switch (answer.state) {
    case "prepared": {
      const prepayId = "prepayId" in answer ? answer.prepayId : null;
      if (!(await markPrepared(db, attempt, { prepayId, now: context.clock.sql() }))) {
        await refusePaid(db, attempt);
        // It was closed meanwhile: its payment parameters must not be handed out.
        throw new Refusal("PAY_PENDING");
      }
      return startedWith(deps, attempt, answer);
    }
    case "over":
      throw await overAlready(context, db, deps, attempt);
    case "refused": {
      const { code, reason } = answer;
      context.log.error(
        { outTradeNo: order.outTradeNo, code, reason },
        "the channel refused a payment",
      );
      await markFailed(db, attempt, { reason: code, now: context.clock.sql() });
      throw new Outage("wechatpay", new Error(code));
    }
    case "unknown":
      await refusePaid(db, attempt);
      throw new Outage("wechatpay", new Error(answer.reason));
  }
}

/**
 * Begins a payment, or continues the open attempt of the same amount, way and payer. Refuses
 * WECHAT_NEEDED when the payer's openid is unknown, RISK_REFUSED for a new attempt, ORDER_STATE when it is paid already,
 * PAY_PENDING while an earlier attempt is neither paid nor closed for certain. Throws Outage when
 * the channel does not answer and the attempt is not known to be paid; a retry continues under the
 * same number.
 */
export async function beginAttempt(
  context: Context,
  db: Db,
  deps: PaymentDeps,
  wanted: AttemptRequest,
): Promise<StartedAttempt> {
  const payer = await payerOf(deps, wanted);
  for (let tried = 1; tried <= TRIES_MAX; tried++) {
    const begun = await begin(context, db, deps, { wanted, payer });
    if (begun.outcome === "paid") throw new Refusal("ORDER_STATE");
    if (begun.outcome === "other") {
      const status = await closeAttempts(context, db, deps, wanted);
      if (status === "paid") throw new Refusal("ORDER_STATE");
      if (status === "unknown") throw new Refusal("PAY_PENDING");
      continue;
    }
    const attempt = await findAttempt(db, { ownerId: wanted.ownerId, id: begun.id });
    invariant(attempt, "a started attempt exists");
    return prepare(context, db, deps, attempt);
  }
  throw new Refusal("PAY_PENDING");
}
