/** Members' tickets as operators handle them, prepared answers, and requests to close an account. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorTickets as routes } from "../../routes/operators/tickets.ts";
import { TICKET_TEXT_MAX } from "../../limits.ts";
import { Instant, listOf, Version, Nothing } from "../../values.ts";
import { Obstacle } from "../closing.ts";
import { Uuid } from "./adjustments.ts";
import { Person } from "./people.ts";
import { TicketCard, TicketEntry, TicketId, TicketText, TicketTopic } from "../tickets.ts";

const Reason = Type.String({ minLength: 2, maxLength: 200 });

const row = {
  ...TicketCard.properties,
  member: Type.Object({ memberNo: Type.String(), nickname: Type.String() }),
  assignee: Type.Optional(Person),
  role: Type.Optional(Type.String({ description: "the role it was handed to" })),
  isMine: Type.Boolean(),
  /** The deadline of the next answer; absent while no answer is due. */
  dueAt: Type.Optional(Instant),
  isLate: Type.Boolean(),
};
export const OperatorTicket = Type.Object(row);
export type OperatorTicket = Static<typeof OperatorTicket>;

/** The order beside a ticket, as its member sees it. */
const TicketOrder = Type.Object({
  orderNo: Type.String(),
  title: Type.String(),
  displayText: Type.String(),
  itemsText: Type.String(),
  paidFen: Type.Integer(),
  nextStep: Type.String(),
  createdAt: Instant,
  codeLast4: Type.Optional(Type.String()),
});

export const OperatorTicketDetail = Type.Object({
  ...row,
  entries: Type.Array(
    Type.Object({ ...TicketEntry.properties, authorName: Type.Optional(Type.String()) }),
  ),
  smsWanted: Type.Boolean(),
  isFromReceipt: Type.Boolean(),
  result: Type.Optional(Type.String()),
  closedAt: Type.Optional(Instant),
  order: Type.Optional(TicketOrder),
});
export type OperatorTicketDetail = Static<typeof OperatorTicketDetail>;

export const TicketAnswer = Type.Object({
  answerId: Type.String(),
  title: Type.String(),
  text: Type.String(),
  isOn: Type.Boolean(),
  version: Type.Integer(),
  changedAt: Instant,
});
export type TicketAnswer = Static<typeof TicketAnswer>;

const path = { ticketId: TicketId };
const page = {
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
};

export const operatorTickets = shapesOf<typeof routes>()({
  list: {
    summary: "Tickets: those that wait by their deadline, all others by their latest change",
    input: Type.Object({
      state: Type.Optional(
        Type.Union([
          Type.Literal("waiting"),
          Type.Literal("answered"),
          Type.Literal("closed"),
          Type.Literal("all"),
        ]),
      ),
      box: Type.Optional(Type.Union([Type.Literal("mine"), Type.Literal("free")])),
      topic: Type.Optional(TicketTopic),
      memberNo: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
      ...page,
    }),
    output: Type.Object({
      list: Type.Array(OperatorTicket),
      hasMore: Type.Boolean(),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: ["BAD_REQUEST"],
  },
  detail: {
    summary: "One ticket with everything that was written, and the order it is about",
    input: Type.Object(path),
    output: OperatorTicketDetail,
    refusals: ["NOT_FOUND"],
  },
  take: {
    summary: "Take a ticket that no operator has",
    input: Type.Object(path),
    output: OperatorTicketDetail,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "DESK_TAKEN", "OWN_ACCOUNT"],
  },
  answer: {
    summary: "Answer a ticket one has; the member reads it as a message, and by SMS when asked",
    input: Type.Object({ ...path, text: TicketText }),
    output: OperatorTicketDetail,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "DESK_CLAIM_NEEDED", "INPUT_INVALID"],
  },
  colleagues: {
    summary: "The operators who may answer tickets, by name; at most two hundred",
    input: Type.Object({}),
    output: listOf(Person),
    refusals: [],
  },
  handOver: {
    summary: "Hand a ticket to an operator who may answer it, to a role, or back to all operators",
    input: Type.Object({
      ...path,
      toId: Type.Optional(Uuid),
      role: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
      reason: Reason,
    }),
    output: OperatorTicketDetail,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "INPUT_INVALID", "OWN_ACCOUNT"],
  },
  close: {
    summary: "Close a ticket one has with its result, which the member reads",
    input: Type.Object({ ...path, result: TicketText, reason: Type.Optional(Reason) }),
    output: OperatorTicketDetail,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "DESK_CLAIM_NEEDED", "INPUT_INVALID"],
  },
  answers: {
    summary: "The prepared answers",
    input: Type.Object({}),
    output: listOf(TicketAnswer),
    refusals: [],
  },
  setAnswer: {
    summary: "Change a prepared answer, or make one (`sinceVersion` 0)",
    input: Type.Object({
      answerId: Type.String({ pattern: "^[a-z][a-z0-9_]{1,31}$" }),
      title: Type.String({ minLength: 1, maxLength: 30 }),
      text: Type.String({ minLength: 2, maxLength: TICKET_TEXT_MAX }),
      isOn: Type.Boolean(),
      sinceVersion: Version,
      reason: Reason,
    }),
    output: TicketAnswer,
    refusals: ["STATE_CHANGED", "INPUT_INVALID"],
  },
  stopClosing: {
    summary: "Stop a member's open request to close the account; the member is told",
    input: Type.Object({
      memberNo: Type.String({ pattern: "^[0-9]{6,12}$" }),
      /** The request that the operator saw. */
      closingId: Uuid,
      reason: Reason,
    }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "OWN_ACCOUNT"],
  },
  closings: {
    summary: "Accounts that are to be closed, the earliest first, and what is in the way",
    input: Type.Object({}),
    output: listOf(
      Type.Object({
        closingId: Type.String(),
        member: Type.Object({ memberNo: Type.String(), nickname: Type.String() }),
        state: Type.Union([Type.Literal("cooling"), Type.Literal("waiting")]),
        requestedAt: Instant,
        dueAt: Instant,
        obstacles: Type.Array(Obstacle),
      }),
    ),
    refusals: [],
  },
});
