/**
 * Creates a message for a member, once, with its sendings; then pushes it to the member's open
 * pages.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { enqueueMessage } from "../../../platform/jobs/outbox.ts";
import { type Channel, type Draft, quietUntil } from "../model.ts";
import type { MessageDeps } from "../port.ts";
import { consentsOf } from "../store/consent.ts";
import { insertMessage, unreadOf } from "../store/message.ts";
import { insertSending, type SendKey } from "../store/sending.ts";
import { subjects } from "../subjects.ts";
import type { Template } from "../template.ts";

export const SEND_TOPIC = "message.send";

/** Queues a sending in the outbox, due at `dueAt` or at once. */
export const queueSending = (context: Context, tx: Tx, key: SendKey, dueAt?: Date): Promise<void> =>
  enqueueMessage(context, tx, {
    memberId: key.memberId,
    aggregateId: key.messageId,
    topic: SEND_TOPIC,
    payload: { messageId: key.messageId, channel: key.channel },
    ...(dueAt ? { dueAt } : {}),
  });

/** Returns the external channels of a message, according to its member's consent. */
async function channelsOf(
  tx: Tx,
  { memberId, facts }: Draft,
  { sms, subject }: Pick<Template, "sms" | "subject">,
): Promise<Channel[]> {
  const always: Channel[] = sms === "always" ? ["sms"] : [];
  if (subject === undefined) return always;
  const consents = await consentsOf(tx, memberId);
  const consentFor = (channel: Channel) =>
    consents.find((each) => each.channel === channel && each.subject === subject);
  const bySms =
    consentFor("sms")?.state ?? (facts["contactOf"] === undefined ? "refused" : "accepted");
  const isSmsRequested = sms === "asked" && bySms === "accepted";
  const wechat = consentFor("wechat");
  const isInWechat =
    subjects[subject].mode === "template"
      ? wechat?.state !== "refused"
      : wechat?.state === "accepted" && wechat.credits > 0;
  return [
    ...always,
    ...(isSmsRequested ? ["sms" as const] : []),
    ...(isInWechat ? ["wechat" as const] : []),
  ];
}

/**
 * Runs in the caller's transaction. Returns `undefined` when a message with the same key exists.
 */
export async function createMessage(
  context: Context,
  tx: Tx,
  draft: Draft,
  template: Pick<Template, "sms" | "subject" | "urgency">,
): Promise<string | undefined> {
  const { clock, ids } = context;
  const id = ids.next();
  if (!(await insertMessage(tx, { ...draft, id }, clock.sql()))) return undefined;
  const dueAt = template.urgency === "now" ? undefined : quietUntil(clock.now());
  for (const channel of await channelsOf(tx, draft, template)) {
    const key = { memberId: draft.memberId, messageId: id, channel };
    await insertSending(tx, key, clock.sql());
    await queueSending(context, tx, key, dueAt);
  }
  return id;
}

/**
 * Returns true when the message is new. The push follows the commit; if it is lost, the page's
 * polling compensates.
 */
export async function createAndPushMessage(
  context: Context,
  db: Db,
  { pusher }: Pick<MessageDeps, "pusher">,
  draft: Draft,
  template: Pick<Template, "sms" | "subject" | "urgency">,
): Promise<boolean> {
  const id = await transaction(db, (tx) => createMessage(context, tx, draft, template));
  if (id === undefined) return false;
  const { total: unread } = await unreadOf(db, draft.memberId, context.clock.sql());
  await pusher.push(draft.memberId, { type: "message", id, unread });
  return true;
}
