/** A member opens a ticket, reads it, adds to it and closes it; each write once for each key. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Ticket } from "@yunjing/contract/schemas/tickets";
import { PAGE_SIZE } from "@yunjing/contract/limits";
import type { Context } from "../../../platform/context.ts";
import { cursorOf, readUuidCursor } from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { publishEvent } from "../../../platform/jobs/domain-events.ts";
import { enforceLimit } from "../../../platform/rate-limit.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { adoptFile, releaseFile } from "../../files/actions.ts";
import { onceForMember } from "../../members/actions.ts";
import { orderDetail, readReceipt } from "../../orders/actions.ts";
import {
  askAgainRow,
  closeRow,
  eraseTexts,
  findTicket,
  insertEntry,
  insertTicket,
  lockTicket,
  type TicketRow,
} from "../store.ts";
import { ticketsOfMember } from "../store/list.ts";
import { answerBy, shownTicket, ticketCard } from "../view.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Author = { readonly memberId: string; readonly key: string };
type Opened = Author & Input<"tickets", "open">;

/** Returns number and title of the order. Refuses NOT_FOUND for another member's order. */
async function orderOf(context: Context, db: Db, { memberId, orderNo, receipt }: Opened) {
  if (orderNo !== undefined) return orderDetail(context, db, memberId, orderNo);
  return receipt === undefined ? undefined : readReceipt(context, db, receipt);
}

async function adoptAll(
  context: Context,
  tx: Tx,
  { memberId, fileIds = [] }: { memberId: string; fileIds?: readonly string[] | undefined },
): Promise<string[]> {
  const files: string[] = [];
  for (const id of fileIds) {
    files.push((await adoptFile(context, tx, { memberId, id, purpose: "ticket" })).fileId);
  }
  return files;
}

/** Tells other modules of the pictures of an entry. */
async function publishPictures(
  context: Context,
  tx: Tx,
  { memberId, id, files }: { memberId: string; id: string; files: readonly string[] },
): Promise<void> {
  if (files.length === 0) return;
  const data = { fileIds: files.join(",") };
  await publishEvent(context, tx, { memberId, kind: "ticket.pictures", ref: id, data });
}

/** Returns the ticket as its member reads it. Refuses NOT_FOUND. */
export async function ticketOf(
  context: Context,
  db: Db,
  { memberId, ticketId }: { readonly memberId: string; readonly ticketId: string },
): Promise<Ticket> {
  const row = await findTicket(db, { memberId, id: ticketId });
  if (!row) throw new Refusal("NOT_FOUND");
  return shownTicket(context, db, row);
}

/**
 * Opens a ticket; pictures are adopted uploads of the member. Refuses NOT_FOUND for an order or
 * receipt that is not the member's, FILE_GONE, and RATE_LIMITED above the day's number.
 */
export async function openTicket(context: Context, db: Db, opened: Opened): Promise<Ticket> {
  const { memberId, key, topic, text, receipt, smsWanted, fileIds } = opened;
  const order = await orderOf(context, db, opened);
  const body = { topic, text, orderNo: opened.orderNo, receipt, smsWanted, fileIds };
  const intent = { memberId, route: "tickets.open", key, body };
  const { ticketId } = await onceForMember(context, db, intent, async (tx) => {
    const now = context.clock.sql();
    await enforceLimit(tx, {
      subject: `ticket:${memberId}`,
      windowMs: DAY_MS,
      now: context.clock.now(),
      most: context.settings.ticketsPerDay,
    });
    const ticket = { memberId, id: context.ids.next() };
    const files = await adoptAll(context, tx, opened);
    await insertTicket(
      tx,
      {
        ...ticket,
        topic,
        orderNo: order?.orderNo,
        orderTitle: order?.title,
        isFromReceipt: receipt !== undefined && opened.orderNo === undefined,
        smsWanted,
        dueAt: new Date(answerBy(context)),
      },
      now,
    );
    const entry = { ...ticket, author: "member", authorId: memberId, text, files } as const;
    await insertEntry(tx, entry, now);
    await publishPictures(context, tx, { ...ticket, files });
    await writeHistoryEntry(context, tx, {
      memberId,
      entity: "ticket",
      entityId: ticket.id,
      name: "opened",
      to: "open",
      actor: { kind: "member", id: memberId },
    });
    return { ticketId: ticket.id };
  });
  return ticketOf(context, db, { memberId, ticketId });
}

type Changed = Author & { readonly ticketId: string };

/** Locks a ticket that is not closed. Refuses NOT_FOUND, STATE_CHANGED. */
async function lockOpen(tx: Tx, { memberId, ticketId }: Changed): Promise<TicketRow> {
  const row = await lockTicket(tx, { memberId, id: ticketId });
  if (!row) throw new Refusal("NOT_FOUND");
  if (row.state === "closed") throw new Refusal("STATE_CHANGED");
  return row;
}

/**
 * Adds a text. An answered ticket waits again for the operator who has it. Refuses NOT_FOUND,
 * STATE_CHANGED when it is closed, FILE_GONE, RATE_LIMITED.
 */
export async function addToTicket(
  context: Context,
  db: Db,
  added: Changed & Input<"tickets", "add">,
): Promise<Ticket> {
  const { memberId, key, ticketId, text, fileIds } = added;
  const intent = { memberId, route: "tickets.add", key, body: { ticketId, text, fileIds } };
  await onceForMember(context, db, intent, async (tx) => {
    const now = context.clock.sql();
    const row = await lockOpen(tx, added);
    await enforceLimit(tx, {
      subject: `ticket-entry:${memberId}`,
      windowMs: HOUR_MS,
      now: context.clock.now(),
      most: context.settings.ticketEntriesPerHour,
    });
    const files = await adoptAll(context, tx, added);
    const entry = {
      memberId,
      id: row.id,
      author: "member",
      authorId: memberId,
      text,
      files,
    } as const;
    await insertEntry(tx, entry, now);
    await publishPictures(context, tx, entry);
    const isWaiting = await askAgainRow(tx, row, new Date(answerBy(context)), now);
    if (!isWaiting) return {};
    await writeHistoryEntry(context, tx, {
      memberId,
      entity: "ticket",
      entityId: row.id,
      name: "asked_again",
      from: row.state,
      to: "taken",
      actor: { kind: "member", id: memberId },
    });
    return {};
  });
  return ticketOf(context, db, { memberId, ticketId });
}

/** Closes a ticket. Refuses NOT_FOUND, and STATE_CHANGED when it is closed. */
export async function closeOwnTicket(context: Context, db: Db, closed: Changed): Promise<Ticket> {
  const { memberId, key, ticketId } = closed;
  const intent = { memberId, route: "tickets.close", key, body: { ticketId } };
  await onceForMember(context, db, intent, async (tx) => {
    const row = await lockOpen(tx, closed);
    const end = { by: "member", result: null } as const;
    if (!(await closeRow(tx, row, end, context.clock.sql()))) throw new Refusal("STATE_CHANGED");
    await writeHistoryEntry(context, tx, {
      memberId,
      entity: "ticket",
      entityId: row.id,
      name: "closed",
      from: row.state,
      to: "closed",
      actor: { kind: "member", id: memberId },
    });
    return {};
  });
  return ticketOf(context, db, { memberId, ticketId });
}

/** Returns a page of the member's tickets, the latest change first. Refuses BAD_REQUEST. */
export async function pageOfTickets(
  db: Db,
  { memberId, pageSize = PAGE_SIZE, cursor }: { memberId: string } & Input<"tickets", "list">,
): Promise<Output<"tickets", "list">> {
  const page = { after: readUuidCursor(cursor), limit: pageSize + 1 };
  const rows = await ticketsOfMember(db, memberId, page);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const hasMore = rows.length > pageSize;
  return {
    list: shown.map(ticketCard),
    hasMore,
    ...(hasMore && last ? { nextCursor: cursorOf(last) } : {}),
  };
}

/** Erases what a closed account wrote and was answered; the cleanup job deletes the pictures. */
export async function eraseTickets(context: Context, tx: Tx, memberId: string): Promise<void> {
  const files = await eraseTexts(tx, memberId, context.clock.sql());
  for (const fileId of files) await releaseFile(context, tx, { fileId, purpose: "ticket" });
}
