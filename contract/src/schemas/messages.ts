/** Messages: in-app messages to members, and their notification settings for SMS and WeChat. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { messages as routes } from "../routes/messages.ts";
import { Instant } from "../values.ts";

export const MessageTopic = Type.Union([
  Type.Literal("order"),
  Type.Literal("asset"),
  Type.Literal("invite"),
  Type.Literal("campaign"),
  Type.Literal("security"),
]);
export type MessageTopic = Static<typeof MessageTopic>;

const MessageId = Type.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" });
/** The most ids in one call: more than one page of messages. */
const MessageIds = Type.Array(MessageId, { minItems: 1, maxItems: 100 });

export const Message = Type.Object({
  messageId: Type.String(),
  topic: MessageTopic,
  title: Type.String(),
  text: Type.String(),
  link: Type.Optional(Type.String({ description: "a path within the app" })),
  isRead: Type.Boolean(),
  createdAt: Instant,
});
export type Message = Static<typeof Message>;

/** Each count is capped at 999. */
const Count = Type.Integer({ minimum: 0, maximum: 999 });
export const Unread = Type.Object({
  total: Type.Integer({ minimum: 0, maximum: 4_995 }),
  byTopic: Type.Object({
    order: Count,
    asset: Count,
    invite: Count,
    campaign: Count,
    security: Count,
  }),
});
export type Unread = Static<typeof Unread>;

export const ConsentChannel = Type.Union([Type.Literal("sms"), Type.Literal("wechat")]);
export type ConsentChannel = Static<typeof ConsentChannel>;
export const ConsentSubject = Type.Union([
  Type.Literal("pickup"),
  Type.Literal("refund"),
  Type.Literal("withdrawal"),
  Type.Literal("expiring"),
]);
export type ConsentSubject = Static<typeof ConsentSubject>;
/** `none`: never asked. `asked`: asked, and closed without an answer. */
export const ConsentState = Type.Union([
  Type.Literal("none"),
  Type.Literal("asked"),
  Type.Literal("accepted"),
  Type.Literal("refused"),
]);
export type ConsentState = Static<typeof ConsentState>;

export const Consent = Type.Object({
  channel: ConsentChannel,
  subject: ConsentSubject,
  name: Type.String(),
  text: Type.String(),
  state: ConsentState,
  /**
   * Whether a page may ask on its own: the member was never asked, and can be reached on that
   * channel.
   */
  mayAsk: Type.Boolean(),
  /** The template of WeChat's own subscription dialog. */
  templateId: Type.Optional(Type.String()),
  /** Only of the simulated WeChat: where the member's answer is also stored. */
  answerUrl: Type.Optional(Type.String()),
});
export type Consent = Static<typeof Consent>;
const Consents = Type.Object({ list: Type.Array(Consent) });

export const messages = shapesOf<typeof routes>()({
  list: {
    summary: "The caller's messages and what is announced to all, the latest first",
    input: Type.Object({
      topic: Type.Optional(MessageTopic),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    output: Type.Object({
      list: Type.Array(Message),
      hasMore: Type.Boolean(),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: [],
  },
  unread: {
    summary: "How much is unread, by topic",
    input: Type.Object({}),
    output: Unread,
    refusals: [],
  },
  read: {
    summary: "Marks some as read, or all (of one topic); answers what is left",
    input: Type.Object({
      ids: Type.Optional(MessageIds),
      all: Type.Optional(Type.Literal(true)),
      topic: Type.Optional(MessageTopic),
    }),
    output: Unread,
    refusals: [],
  },
  hide: {
    summary: "Hides messages from the list, or brings them back",
    input: Type.Object({ ids: MessageIds, isHidden: Type.Boolean() }),
    output: Unread,
    refusals: [],
  },
  consents: {
    summary: "What the caller hears by SMS and in WeChat",
    input: Type.Object({}),
    output: Consents,
    refusals: [],
  },
  consent: {
    summary: "Keeps the caller's answer; one acceptance of a one-time subscription is one message",
    input: Type.Object({
      channel: ConsentChannel,
      subject: ConsentSubject,
      answer: Type.Union([
        Type.Literal("asked"),
        Type.Literal("accepted"),
        Type.Literal("refused"),
      ]),
    }),
    output: Consents,
    refusals: [],
  },
});
