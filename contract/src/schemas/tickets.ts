/** Service tickets of a member: the question, the answers, and when an answer can be expected. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { tickets as routes } from "../routes/tickets.ts";
import { TICKET_PICTURES_MAX, TICKET_TEXT_MAX } from "../limits.ts";
import { Instant, Token, UploadId } from "../values.ts";
import { OrderNo } from "./orders.ts";

export const TicketTopic = Type.Union([
  Type.Literal("order"),
  Type.Literal("refund"),
  Type.Literal("code"),
  Type.Literal("money"),
  Type.Literal("account"),
  Type.Literal("other"),
]);
export type TicketTopic = Static<typeof TicketTopic>;

export const TicketState = Type.Union([
  Type.Literal("open"),
  Type.Literal("taken"),
  Type.Literal("answered"),
  Type.Literal("closed"),
]);
export type TicketState = Static<typeof TicketState>;

/** What a member or an operator writes. */
export const TicketText = Type.String({ minLength: 2, maxLength: TICKET_TEXT_MAX });
export const TicketId = Type.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" });
const Pictures = Type.Array(UploadId, { maxItems: TICKET_PICTURES_MAX });

const head = {
  ticketId: Type.String(),
  topic: TicketTopic,
  topicText: Type.String(),
  state: TicketState,
  stateText: Type.String(),
  /** The beginning of the question. */
  title: Type.String(),
  orderNo: Type.Optional(Type.String()),
  orderTitle: Type.Optional(Type.String()),
  openedAt: Instant,
  updatedAt: Instant,
};
export const TicketCard = Type.Object(head);
export type TicketCard = Static<typeof TicketCard>;

export const TicketEntry = Type.Object({
  seq: Type.Integer(),
  author: Type.Union([Type.Literal("member"), Type.Literal("operator")]),
  text: Type.String(),
  pictures: Type.Array(Type.String(), {
    description: "addresses of the pictures, good for ten minutes",
  }),
  at: Instant,
});
export type TicketEntry = Static<typeof TicketEntry>;

export const Ticket = Type.Object({
  ...head,
  entries: Type.Array(TicketEntry),
  smsWanted: Type.Boolean(),
  /** When an answer can be expected; absent while no answer is due. */
  answerBy: Type.Optional(Instant),
  nextStep: Type.String({ description: "what happens next, in one sentence" }),
  result: Type.Optional(Type.String({ description: "how it was closed" })),
  canAdd: Type.Boolean(),
});
export type Ticket = Static<typeof Ticket>;

export const TicketHours = Type.Object({
  isOpen: Type.Boolean(),
  text: Type.String({ description: "每天 9:00–21:00" }),
  /** When a question asked now is answered at the latest. */
  answerBy: Instant,
});
export type TicketHours = Static<typeof TicketHours>;

const path = { ticketId: TicketId };

export const tickets = shapesOf<typeof routes>()({
  hours: {
    summary: "The hours of the service, and when a question asked now is answered",
    input: Type.Object({}),
    output: TicketHours,
    refusals: [],
  },
  open: {
    summary: "Ask the service; about an order of one's own, about a receipt, or about neither",
    input: Type.Object({
      topic: TicketTopic,
      text: TicketText,
      orderNo: Type.Optional(OrderNo),
      receipt: Type.Optional(Token),
      fileIds: Type.Optional(Pictures),
      smsWanted: Type.Boolean({ description: "each answer also comes by SMS" }),
    }),
    output: Ticket,
    refusals: ["NOT_FOUND", "FILE_GONE", "RATE_LIMITED"],
  },
  list: {
    summary: "The caller's tickets, the latest change first",
    input: Type.Object({
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    output: Type.Object({
      list: Type.Array(TicketCard),
      hasMore: Type.Boolean(),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: ["BAD_REQUEST"],
  },
  detail: {
    summary: "One ticket of the caller with everything that was written",
    input: Type.Object(path),
    output: Ticket,
    refusals: ["NOT_FOUND"],
  },
  add: {
    summary: "Add a text and pictures to a ticket that is not closed",
    input: Type.Object({ ...path, text: TicketText, fileIds: Type.Optional(Pictures) }),
    output: Ticket,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "FILE_GONE", "RATE_LIMITED"],
  },
  close: {
    summary: "Close a ticket: the question is answered",
    input: Type.Object(path),
    output: Ticket,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
});
