/**
 * Sends one message through one channel. The try is recorded before the call, so that the member is
 * not messaged twice.
 */
import { shortReceiptPath } from "@yunjing/contract/receipt-link";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Outage } from "../../../platform/refusal.ts";
import { quietUntil, type Subject } from "../model.ts";
import type { MessageDeps, WechatAnswer } from "../port.ts";
import { hasRefused, upsertConsent, returnCredit, consumeCredit } from "../store/consent.ts";
import {
  beginTry,
  type EndState,
  endSending,
  findSending,
  recordRetry,
  type SendKey,
  type Sending,
} from "../store/sending.ts";
import { withPickup } from "../pickup.ts";
import { smsText } from "../sms-text.ts";
import { subjects } from "../subjects.ts";
import type { Template } from "../template.ts";
import { templateOf } from "../templates.ts";
import { queueSending } from "./create.ts";

type SendDeps = Pick<MessageDeps, "contacts" | "orders" | "pagesOrigin" | "sms" | "wechat">;

const MINUTE_MS = 60_000;
/** Delays after the first, second … try; five tries in all (domain.md 22). */
const RETRY_MS = [10_000, MINUTE_MS, 4 * MINUTE_MS, 30 * MINUTE_MS] as const;
const TRIES_MAX = RETRY_MS.length + 1;
/** The daily quota of calls is used up. It resets at midnight, so retries are not frequent. */
const QUOTA_ERROR_CODES: ReadonlySet<string> = new Set(["45009", "45047"]);
const QUOTA_RETRY_MS = 2 * 60 * MINUTE_MS;
/**
 * WeChat deduplicates a template message by its key for ten minutes; one minute is reserved for the
 * call itself.
 */
const DEDUPE_WINDOW_MS = 9 * MINUTE_MS;

const NO_ANSWER = "unheard";

/**
 * Returns whether a call that may have been sent can be repeated without messaging the member
 * twice.
 */
function mayRepeat(context: Context, key: SendKey, template: Template, sending: Sending): boolean {
  if (key.channel === "sms") return true;
  const { subject } = template;
  if (subject === undefined || subjects[subject].mode === "subscribe") return false;
  const now = context.clock.now().getTime();
  return now - (sending.firstSentAt ?? now) < DEDUPE_WINDOW_MS;
}

const unreachableAnswer = (errorCode: string): WechatAnswer => ({
  state: "unreachable",
  errorCode,
});

async function sendBySms(
  { contacts, orders, pagesOrigin, sms }: SendDeps,
  { memberId, messageId }: SendKey,
  sending: Sending,
): Promise<WechatAnswer> {
  const { contactOf } = sending.facts;
  const phone = await (contactOf === undefined
    ? contacts.phoneOf(memberId)
    : contacts.contactOf(memberId, contactOf));
  if (phone === undefined) return unreachableAnswer("no_phone");
  const { text: body, pickup } = await withPickup(orders, memberId, sending);
  const token = pickup?.receiptToken;
  const link = token && pagesOrigin && `${pagesOrigin}${shortReceiptPath(token)}`;
  const text = smsText(body, link || undefined);
  const isTaken = await sms.send({ phone, text, dedupeKey: messageId }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Outage) return false;
      throw error;
    },
  );
  return isTaken ? { state: "sent" } : { state: "unheard", errorCode: NO_ANSWER };
}

async function sendByWechat(
  context: Context,
  db: Db,
  { contacts, wechat }: SendDeps,
  { memberId, messageId, subject, sending }: SendKey & { subject: Subject; sending: Sending },
): Promise<WechatAnswer> {
  const openid = await contacts.openidOf(memberId);
  if (openid === undefined) return unreachableAnswer("no_openid");
  const { mode, template: idOf, data } = subjects[subject];
  const message = {
    openid,
    templateId: idOf(context.settings),
    data: data(sending),
    link: sending.link ?? undefined,
  };
  if (mode === "template") return wechat.sendTemplate({ ...message, messageId });
  // Another message may have used the last credit since this one was queued.
  if (!(await consumeCredit(db, memberId, subject))) return unreachableAnswer("no_credit");
  return wechat.sendSubscribe(message);
}

/** Calls the channel, unless the member has refused since the message was queued. */
async function callChannel(
  context: Context,
  db: Db,
  deps: SendDeps,
  { key, template, sending }: { key: SendKey; template: Template; sending: Sending },
): Promise<WechatAnswer> {
  const { memberId, channel } = key;
  const { subject } = template;
  if (subject !== undefined && (await hasRefused(db, memberId, { channel, subject }))) {
    return unreachableAnswer("no_consent");
  }
  if (channel === "sms") return sendBySms(deps, key, sending);
  if (subject === undefined) return { state: "impossible", errorCode: "no_subject" };
  return sendByWechat(context, db, deps, { ...key, subject, sending });
}

const endStates: Readonly<Partial<Record<WechatAnswer["state"], EndState>>> = {
  sent: "SENT",
  refused: "REFUSED",
  unreachable: "SKIPPED",
  impossible: "DEAD",
};

type SendResult = {
  answer: WechatAnswer;
  template: Template;
  tries: number;
  isRepeatable: boolean;
};

/** Returns the end state of a sending for this answer, or `undefined` when it will be retried. */
function endStateOf({ answer, tries, isRepeatable }: SendResult): EndState | undefined {
  const end = endStates[answer.state];
  if (end !== undefined) return end;
  if (answer.state === "unheard" && !isRepeatable) return "UNSURE";
  return tries >= TRIES_MAX ? "DEAD" : undefined;
}

/** Updates the member's consent according to an answer. */
async function updateConsent(
  context: Context,
  tx: Tx,
  key: SendKey,
  result: SendResult,
): Promise<void> {
  const { subject } = result.template;
  if (key.channel !== "wechat" || subject === undefined) return;
  if (result.answer.state === "refused") {
    const refused = { channel: "wechat", subject, answer: "refused", by: "wechat" } as const;
    await upsertConsent(tx, key.memberId, { ...refused, now: context.clock.sql() });
  }
  const isUnsent = result.answer.state === "later" || result.answer.state === "impossible";
  if (isUnsent && subjects[subject].mode === "subscribe") {
    await returnCredit(tx, key.memberId, subject);
  }
}

/** Applies an answer in one transaction. */
async function applyResult(
  context: Context,
  db: Db,
  key: SendKey,
  result: SendResult,
): Promise<void> {
  const { answer, tries } = result;
  const { clock } = context;
  const errorCode = answer.state === "sent" ? undefined : answer.errorCode;
  const state = endStateOf(result);
  await transaction(db, async (tx) => {
    if (state !== undefined) {
      const end = { tries, state, errorCode, now: clock.sql() };
      if (await endSending(tx, key, end)) await updateConsent(context, tx, key, result);
      return;
    }
    const isKnownUnsent = answer.state === "later";
    const isRecorded = await recordRetry(tx, key, {
      tries,
      errorCode: errorCode ?? NO_ANSWER,
      isKnownUnsent,
    });
    if (!isRecorded) return;
    await updateConsent(context, tx, key, result);
    const waitMs = QUOTA_ERROR_CODES.has(errorCode ?? "")
      ? QUOTA_RETRY_MS
      : (RETRY_MS[tries - 1] ?? QUOTA_RETRY_MS);
    await queueSending(context, tx, key, new Date(clock.now().getTime() + waitMs));
  });
  if (state === "DEAD") {
    const { messageId, channel } = key;
    context.log.error(
      { messageId, channel, errorCode },
      "a message to a member could not be sent: check it",
    );
  }
}

/** Safe to run twice: a sending that has ended or is claimed by another process is not changed. */
export async function sendMessage(
  context: Context,
  db: Db,
  deps: SendDeps,
  key: SendKey,
): Promise<void> {
  const { clock } = context;
  const sending = await findSending(db, key);
  const template = sending && templateOf(sending.kind);
  if (!sending || !template) return;
  const { state, tries } = sending;
  if (state !== "QUEUED" && state !== "RETRY" && state !== "SENDING") return;
  const morning = template.urgency === "now" ? undefined : quietUntil(clock.now());
  const isRepeatable = mayRepeat(context, key, template, sending);
  const mayHaveGoneOut =
    state === "SENDING" || (state === "RETRY" && sending.errorCode === NO_ANSWER);
  if (mayHaveGoneOut && !isRepeatable) {
    const end = { tries, state: "UNSURE", errorCode: NO_ANSWER, now: clock.sql() } as const;
    await endSending(db, key, end);
    return;
  }
  if (morning) return transaction(db, (tx) => queueSending(context, tx, key, morning));
  if (!(await beginTry(db, key, tries, clock.sql()))) return;
  const answer = await callChannel(context, db, deps, { key, template, sending });
  await applyResult(context, db, key, { answer, template, tries: tries + 1, isRepeatable });
}
