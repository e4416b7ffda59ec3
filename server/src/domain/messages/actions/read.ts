/** The member's view of messages: list, mark as read, and hide. */
import { PAGE_SIZE } from "@yunjing/contract/limits";
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import { cursorOf, readUuidCursor } from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import type { OrderReader } from "../port.ts";
import { withPickup } from "../pickup.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { listMessages, markHidden, markRead, unreadOf } from "../store/message.ts";

type Unread = Output<"messages", "unread">;
/** One page, the newest first. */
export async function pageOfMessages(
  context: Context,
  db: Db,
  orders: Pick<OrderReader, "pickupOf">,
  memberId: string,
  { topic, cursor, pageSize = PAGE_SIZE }: Input<"messages", "list">,
): Promise<Output<"messages", "list">> {
  const after = readUuidCursor(cursor);
  const now = context.clock.sql();
  const found = await listMessages(db, memberId, { topic, after, limit: pageSize + 1, now });
  const rows = found.slice(0, pageSize);
  const hasMore = found.length > pageSize;
  const last = rows.at(-1);
  const list = rows.map(async ({ id: messageId, micros: _, link, facts, ...row }) => {
    const { text } = await withPickup(orders, memberId, { text: row.text, facts });
    return { ...row, text, messageId, ...(link === null ? {} : { link }) };
  });
  return {
    list: await Promise.all(list),
    hasMore,
    ...(hasMore && last ? { nextCursor: cursorOf(last) } : {}),
  };
}

export const unreadSummary = (context: Context, db: Db, memberId: string): Promise<Unread> =>
  unreadOf(db, memberId, context.clock.sql());

/** Refuses BAD_REQUEST when the input names neither some messages nor all. */
export async function readMessages(
  context: Context,
  db: Db,
  memberId: string,
  { ids, all, topic }: Input<"messages", "read">,
): Promise<Unread> {
  if ((ids === undefined) === (all === undefined)) throw new Refusal("BAD_REQUEST");
  const now = context.clock.sql();
  const which = ids === undefined ? { topic } : { ids };
  await transaction(db, (tx) => markRead(tx, memberId, { which, now }));
  return unreadOf(db, memberId, now);
}

export async function hideMessages(
  context: Context,
  db: Db,
  memberId: string,
  { ids, isHidden }: Input<"messages", "hide">,
): Promise<Unread> {
  const now = context.clock.sql();
  await transaction(db, (tx) => markHidden(tx, memberId, { ids, isHidden, now }));
  return unreadOf(db, memberId, now);
}
