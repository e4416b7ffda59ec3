/** Creates the message of an answered or closed ticket in the transaction of the answer. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { MessageDeps } from "../port.ts";
import { unreadOf } from "../store/message.ts";
import { compose, templateOf } from "../templates.ts";
import { createMessage } from "./create.ts";

export type TicketMessage = {
  readonly memberId: string;
  readonly kind: "ticket.answered" | "ticket.closed";
  readonly ticketId: string;
  /** The beginning of the question. */
  readonly title: string;
  /** What the operator wrote. */
  readonly text: string;
  /** The number of the entry. */
  readonly seq: number;
  readonly isSmsWanted: boolean;
};

/** Returns the id of the message; `undefined` when it exists already. */
export function createTicketMessage(
  context: Context,
  tx: Tx,
  { memberId, kind, ticketId: ref, title, text, seq, isSmsWanted }: TicketMessage,
): Promise<string | undefined> {
  const template = templateOf(kind);
  invariant(template, "every kind of ticket message has a template");
  const draft = compose(template, { memberId, kind, ref }, { ref, data: { title, text, seq } });
  return createMessage(context, tx, draft, { ...template, sms: isSmsWanted ? "always" : "never" });
}

/** Pushes the message to the member's open pages, after the commit. */
export async function pushTicketMessage(
  context: Context,
  db: Db,
  { pusher }: Pick<MessageDeps, "pusher">,
  { memberId, id }: { readonly memberId: string; readonly id: string },
): Promise<void> {
  const { total: unread } = await unreadOf(db, memberId, context.clock.sql());
  await pusher.push(memberId, { type: "message", id, unread });
}
