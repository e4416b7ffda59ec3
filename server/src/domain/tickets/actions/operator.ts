/** Operators take, answer, hand over and close tickets, and keep the prepared answers. */
import type { Input, Output } from "@yunjing/contract/operations";
import type {
  OperatorTicket,
  OperatorTicketDetail,
  TicketAnswer,
} from "@yunjing/contract/schemas/operators/tickets";
import type { Context } from "../../../platform/context.ts";
import { cursorOf, readUuidCursor } from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { refuseInducement } from "../../../platform/member-text.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import type { AuditedState } from "../../../platform/http/call.ts";
import { runIdempotently } from "../../../platform/idempotency.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { recordHandover, refuseOwnAccount } from "../../approvals/actions.ts";
import { createTicketMessage, pushTicketMessage } from "../../messages/actions.ts";
import type { Pusher } from "../../messages/port.ts";
import { orderDetail } from "../../orders/actions.ts";
import { titleOf } from "../model.ts";
import {
  answerRow,
  closeRow,
  entriesOf,
  findTicket,
  insertEntry,
  lockTicket,
  memberOfTicket,
  reassignTicket,
  returnRow,
  setRole,
  takeRow,
  type TicketRow,
} from "../store.ts";
import { listAnswers, putAnswer } from "../store/answers.ts";
import { findQueueRow, type QueueRow, ticketQueue } from "../store/list.ts";
import { shownEntries, ticketCard } from "../view.ts";

export type TicketDeps = { readonly pusher: Pusher };
type Acting = { readonly ticketId: string; readonly operatorId: string };

function shownRow(context: Context, row: QueueRow, operatorId: string): OperatorTicket {
  const { memberNo, nickname, assigneeId, assigneeName, role, dueAt } = row;
  return {
    ...ticketCard(row),
    member: { memberNo, nickname },
    ...(assigneeId === null ? {} : { assignee: { id: assigneeId, name: assigneeName ?? "" } }),
    ...(role === null ? {} : { role }),
    isMine: assigneeId === operatorId,
    ...(dueAt === null ? {} : { dueAt }),
    isLate: dueAt !== null && dueAt < context.clock.now().getTime(),
  };
}

/** Returns the state of a ticket, as the audit records it. */
export async function ticketStateOf(db: Db, ticketId: string): Promise<AuditedState | undefined> {
  const memberId = await memberOfTicket(db, ticketId);
  const ticket = memberId && (await findTicket(db, { memberId, id: ticketId }));
  if (!ticket) return undefined;
  const { state, assigneeId } = ticket;
  return { object: ticketId, state: { state, assigneeId } };
}

/** Returns a page of the queue. Refuses BAD_REQUEST for a cursor of another list. */
export async function ticketsForOperators(
  context: Context,
  db: Db,
  { operatorId, ...input }: Input<"operatorTickets", "list"> & { readonly operatorId: string },
): Promise<Output<"operatorTickets", "list">> {
  const { state = "waiting", box, topic, memberNo, pageSize = 20, cursor } = input;
  const filter = {
    state,
    assigneeId: box === "mine" ? operatorId : undefined,
    isFree: box === "free",
    topic,
    memberNo,
  };
  const page = { after: readUuidCursor(cursor), limit: pageSize + 1 };
  const rows = await ticketQueue(db, filter, page);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const hasMore = rows.length > pageSize;
  return {
    list: shown.map((row) => shownRow(context, row, operatorId)),
    hasMore,
    ...(hasMore && last ? { nextCursor: cursorOf(last) } : {}),
  };
}

/** Returns the order as its member sees it; `undefined` when it is not in the member's own list. */
async function orderBeside(
  context: Context,
  db: Db,
  { memberId, orderNo }: TicketRow,
): Promise<OperatorTicketDetail["order"]> {
  if (orderNo === null) return undefined;
  const order = await orderDetail(context, db, memberId, orderNo).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === "NOT_FOUND") return undefined;
    throw error;
  });
  if (!order) return undefined;
  const { title, displayText, itemsText, amounts, nextStep, createdAt, codeLast4 } = order;
  return {
    orderNo,
    title,
    displayText,
    itemsText,
    paidFen: amounts.paidFen,
    nextStep,
    createdAt,
    ...(codeLast4 === undefined ? {} : { codeLast4 }),
  };
}

/** Returns one ticket with its entries and its order. Refuses NOT_FOUND. */
export async function ticketForOperator(
  context: Context,
  db: Db,
  { ticketId, operatorId }: Acting,
): Promise<OperatorTicketDetail> {
  const row = await findQueueRow(db, ticketId);
  if (!row) throw new Refusal("NOT_FOUND");
  const entries = await entriesOf(db, row);
  const shown = await shownEntries(context, db, entries, row.memberId);
  const order = await orderBeside(context, db, row);
  return {
    ...shownRow(context, row, operatorId),
    entries: shown.map((entry, at) => {
      const authorName = entries[at]?.authorName;
      return { ...entry, ...(authorName ? { authorName } : {}) };
    }),
    smsWanted: row.smsWanted,
    isFromReceipt: row.isFromReceipt,
    ...(row.result === null ? {} : { result: row.result }),
    ...(row.closedAt === null ? {} : { closedAt: row.closedAt }),
    ...(order ? { order } : {}),
  };
}

/** Locks the ticket. Refuses NOT_FOUND. */
async function lock(tx: Tx, ticketId: string): Promise<TicketRow> {
  const memberId = await memberOfTicket(tx, ticketId);
  const row = memberId === undefined ? undefined : await lockTicket(tx, { memberId, id: ticketId });
  if (!row) throw new Refusal("NOT_FOUND");
  return row;
}

/** Locks a ticket that this operator has. Refuses NOT_FOUND, STATE_CHANGED, DESK_CLAIM_NEEDED. */
async function lockMine(tx: Tx, { ticketId, operatorId }: Acting): Promise<TicketRow> {
  const row = await lock(tx, ticketId);
  if (row.state === "closed") throw new Refusal("STATE_CHANGED");
  if (row.state === "open" || row.assigneeId !== operatorId) throw new Refusal("DESK_CLAIM_NEEDED");
  return row;
}

const record = (
  context: Context,
  tx: Tx,
  row: Pick<TicketRow, "memberId" | "id" | "state">,
  step: { name: string; to?: string; operatorId: string; reason?: string; data?: object },
): Promise<void> =>
  writeHistoryEntry(context, tx, {
    memberId: row.memberId,
    entity: "ticket",
    entityId: row.id,
    name: step.name,
    ...(step.to === undefined ? {} : { from: row.state, to: step.to }),
    actor: { kind: "operator", id: step.operatorId },
    ...(step.reason === undefined ? {} : { reason: step.reason }),
    ...(step.data === undefined ? {} : { data: { ...step.data } }),
  });

/**
 * Takes a ticket that no operator has; of several operators at once one succeeds. Refuses NOT_FOUND,
 * STATE_CHANGED when it is closed, DESK_TAKEN, and OWN_ACCOUNT for the operator's own question.
 */
export async function takeTicket(
  context: Context,
  db: Db,
  acting: Acting,
): Promise<OperatorTicketDetail> {
  const { ticketId, operatorId } = acting;
  await transaction(db, async (tx) => {
    const memberId = await memberOfTicket(tx, ticketId);
    if (memberId === undefined) throw new Refusal("NOT_FOUND");
    refuseOwnAccount(operatorId, memberId);
    const key = { memberId, id: ticketId };
    if (await takeRow(tx, key, operatorId, context.clock.sql())) {
      const step = { name: "taken", to: "taken", operatorId };
      return record(context, tx, { ...key, state: "open" }, step);
    }
    const row = await findTicket(tx, key);
    if (row?.state === "closed") throw new Refusal("STATE_CHANGED");
    if (row?.assigneeId !== operatorId) throw new Refusal("DESK_TAKEN");
  });
  return ticketForOperator(context, db, acting);
}

/**
 * Answers a ticket that the operator has, once for each key. The answer is a message to the member
 * in the same transaction, and an SMS when the ticket asks for it. Refuses NOT_FOUND,
 * STATE_CHANGED, DESK_CLAIM_NEEDED, INPUT_INVALID.
 */
export async function answerTicket(
  context: Context,
  db: Db,
  deps: TicketDeps,
  { text, key, ...acting }: Acting & { readonly text: string; readonly key: string },
): Promise<OperatorTicketDetail> {
  const { ticketId, operatorId } = acting;
  refuseInducement("text", text);
  const intent = {
    memberId: operatorId,
    route: "operatorTickets.answer",
    key,
    body: { ticketId, text },
  };
  const sent = await runIdempotently(context, db, intent, async (tx) => {
    const now = context.clock.sql();
    const row = await lockMine(tx, acting);
    const { memberId, id } = row;
    const entry = { memberId, id, author: "operator", authorId: operatorId, text } as const;
    const seq = await insertEntry(tx, { ...entry, files: [] }, now);
    const isFirst = await answerRow(tx, row, now);
    const step = { name: "answered", operatorId, data: { seq } };
    await record(context, tx, row, isFirst ? { ...step, to: "answered" } : step);
    const messageId = await createTicketMessage(context, tx, {
      memberId,
      kind: "ticket.answered",
      ticketId,
      title: titleOf(row.question),
      text,
      seq,
      isSmsWanted: row.smsWanted,
    });
    return { memberId, messageId };
  });
  await push(context, db, deps, sent);
  return ticketForOperator(context, db, acting);
}

async function push(
  context: Context,
  db: Db,
  deps: TicketDeps,
  { memberId, messageId }: { memberId: string; messageId?: string | undefined },
): Promise<void> {
  if (messageId !== undefined)
    await pushTicketMessage(context, db, deps, { memberId, id: messageId });
}

/**
 * Hands a ticket to another operator, to a role, or back to all operators. Any of them may
 * do it, so that a ticket of an absent colleague does not wait. Refuses NOT_FOUND, STATE_CHANGED
 * when it is closed, INPUT_INVALID for both an operator and a role and for a receiver who may not
 * answer tickets, OWN_ACCOUNT when it is the question of the operator or of the receiver.
 */
export async function handOverTicket(
  context: Context,
  db: Db,
  {
    toId,
    role,
    reason,
    mayAnswer,
    ...acting
  }: Acting & {
    readonly toId?: string | undefined;
    readonly role?: string | undefined;
    readonly reason: string;
    /** Returns whether an operator may answer tickets. */
    readonly mayAnswer: (tx: Tx, operatorId: string) => Promise<boolean>;
  },
): Promise<OperatorTicketDetail> {
  const { ticketId, operatorId } = acting;
  if (toId !== undefined && role !== undefined)
    throw new Refusal("INPUT_INVALID", { field: "toId" });
  await transaction(db, async (tx) => {
    const now = context.clock.sql();
    const row = await lock(tx, ticketId);
    if (row.state === "closed") throw new Refusal("STATE_CHANGED");
    refuseOwnAccount(operatorId, row.memberId);
    const step = { name: "handed_over", operatorId, reason, data: { toId, role } };
    const object = `ticket.${ticketId}`;
    await recordHandover(context, tx, { object, toId, toRole: role, by: operatorId, reason });
    if (toId !== undefined) {
      refuseOwnAccount(toId, row.memberId);
      if (!(await mayAnswer(tx, toId))) throw new Refusal("INPUT_INVALID", { field: "toId" });
      const isTaken = await takeRow(tx, row, toId, now);
      const isGiven = isTaken || (await reassignTicket(tx, row, toId, now));
      if (!isGiven) throw new Refusal("STATE_CHANGED");
      return record(context, tx, row, isTaken ? { ...step, to: "taken" } : step);
    }
    const dueAt = row.dueAt === null ? context.clock.now() : new Date(row.dueAt);
    const isReturned = await returnRow(tx, row, { role: role ?? null, dueAt }, now);
    if (!isReturned) await setRole(tx, row, role ?? null, now);
    return record(context, tx, row, isReturned ? { ...step, to: "open" } : step);
  });
  return ticketForOperator(context, db, acting);
}

/**
 * Closes a ticket that the operator has; the member reads the result as a message. Refuses
 * NOT_FOUND, STATE_CHANGED, DESK_CLAIM_NEEDED, INPUT_INVALID.
 */
export async function closeTicket(
  context: Context,
  db: Db,
  deps: TicketDeps,
  { result, key, ...acting }: Acting & { readonly result: string; readonly key: string },
): Promise<OperatorTicketDetail> {
  const { ticketId, operatorId } = acting;
  refuseInducement("result", result);
  const intent = {
    memberId: operatorId,
    route: "operatorTickets.close",
    key,
    body: { ticketId, result },
  };
  const sent = await runIdempotently(context, db, intent, async (tx) => {
    const row = await lockMine(tx, acting);
    const end = { by: "operator", result } as const;
    if (!(await closeRow(tx, row, end, context.clock.sql()))) throw new Refusal("STATE_CHANGED");
    await record(context, tx, row, { name: "closed", to: "closed", operatorId });
    const { memberId } = row;
    const messageId = await createTicketMessage(context, tx, {
      memberId,
      kind: "ticket.closed",
      ticketId,
      title: titleOf(row.question),
      text: result,
      seq: row.entries,
      isSmsWanted: row.smsWanted,
    });
    return { memberId, messageId };
  });
  await push(context, db, deps, sent);
  return ticketForOperator(context, db, acting);
}

export const preparedAnswers = async (db: Db): Promise<{ list: TicketAnswer[] }> => ({
  list: await listAnswers(db),
});

/** Refuses INPUT_INVALID for wording that members must not read, STATE_CHANGED for an old version. */
export async function setPreparedAnswer(
  context: Context,
  db: Db,
  {
    operatorId,
    ...change
  }: Input<"operatorTickets", "setAnswer"> & { readonly operatorId: string },
): Promise<TicketAnswer> {
  refuseInducement("text", change.text);
  const kept = await putAnswer(db, { ...change, operatorId }, context.clock.sql());
  if (!kept) throw new Refusal("STATE_CHANGED");
  return kept;
}
