/**
 * Audiences: segments, lists of members, and bulk sends, which give a coupon or a message to each
 * member of one. Money in fen, instants in ms.
 */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorAudiences as routes } from "../../routes/operators/audiences.ts";
import { Fen, Instant, listOf, Nothing, Planned, RegionCode, Version } from "../../values.ts";
import { MemberName, Person } from "./people.ts";

const Id = Type.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" });
const TemplateId = Type.String({ pattern: "^[a-z0-9-]{3,40}$" });
const Code = Type.String({ pattern: "^[a-z0-9-]{3,40}$" });
const Reason = Type.String({ minLength: 2, maxLength: 200 });
const Name = Type.String({ minLength: 2, maxLength: 40 });
const Days = Type.Integer({ minimum: 1, maximum: 3_650 });
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 12 }), {
  minItems: 1,
  maxItems: 20,
});

/** At most this many members are in an audience, and are counted exactly. */
export const AUDIENCE_MAX = 100_000;
/** A list's file: at most this many lines, and this many characters. */
export const LIST_LINES_MAX = 20_000;
export const LIST_TEXT_MAX = 400_000;
/** The largest text in UTF-8 and JSON, and the fields beside it, in bytes. */
const LIST_BYTES_MAX = 1_300_000;
/**
 * Who is in a segment: members to whom every rule that is there applies. Spans of days end now.
 * Orders are paid orders of the shop.
 */
export const SegmentRules = Type.Object({
  grades: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 20 }), { minItems: 1, maxItems: 20 }),
  ),
  /** With one of these tags; and with none of those. */
  tags: Type.Optional(Tags),
  withoutTags: Type.Optional(Tags),
  /** Paid orders within the last days: how many, and what they cost together. */
  orders: Type.Optional(
    Type.Object({
      withinDays: Days,
      countMin: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      countMax: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
      amountMinFen: Type.Optional(Fen),
      amountMaxFen: Type.Optional(Fen),
    }),
  ),
  /** The last paid order: within these days, or longer ago than these (or never). */
  orderedWithinDays: Type.Optional(Days),
  notOrderedForDays: Type.Optional(Days),
  /** With a saved address in one of these cities. */
  cities: Type.Optional(Type.Array(RegionCode, { minItems: 1, maxItems: 50 })),
  seenWithinDays: Type.Optional(Days),
  notSeenForDays: Type.Optional(Days),
  registeredFrom: Type.Optional(Planned),
  registeredUntil: Type.Optional(Planned),
  channel: Type.Optional(Type.Union([Type.Literal("web"), Type.Literal("wechat")])),
});
export type SegmentRules = Static<typeof SegmentRules>;

const Segment = Type.Object({
  segmentId: Type.String(),
  name: Type.String(),
  rules: SegmentRules,
  version: Version,
  maker: Person,
  changedAt: Instant,
});

const MemberList = Type.Object({
  listId: Type.String(),
  name: Type.String(),
  members: Type.Integer(),
  maker: Person,
  createdAt: Instant,
});

/** One of the two. */
const audience = {
  segmentId: Type.Optional(Id),
  fileId: Type.Optional(Id),
};

/** The same reference gives no member a second coupon, and no second message. */
const Ref = Type.String({ pattern: "^[A-Za-z0-9_-]{3,60}$" });

const messageFields = {
  title: Type.String({ minLength: 1, maxLength: 40 }),
  text: Type.String({ minLength: 1, maxLength: 300 }),
  /** A path within the app. */
  link: Type.Optional(Type.String({ maxLength: 300, pattern: "^/([^/\\\\].*)?$" })),
};

const MessageTemplate = Type.Object({
  code: Type.String(),
  name: Type.String(),
  ...messageFields,
  version: Version,
  changedAt: Instant,
  changedBy: Person,
});

const SendState = Type.Union([
  /** For the second person. */
  Type.Literal("waiting"),
  /** No other person agreed within 24 hours. */
  Type.Literal("expired"),
  /** Before its instant. */
  Type.Literal("scheduled"),
  Type.Literal("running"),
  Type.Literal("paused"),
  Type.Literal("done"),
  Type.Literal("cancelled"),
]);
const SendKind = Type.Union([Type.Literal("coupon"), Type.Literal("message")]);
const Outcome = Type.Union([
  Type.Literal("given"),
  /** Had it from an earlier send with the same reference. */
  Type.Literal("already"),
  Type.Literal("barred"),
]);

const Send = Type.Object({
  sendId: Type.String(),
  kind: SendKind,
  /** The coupon's or the message's title. */
  title: Type.String(),
  templateId: Type.Optional(Type.String()),
  ref: Type.String(),
  state: SendState,
  /** The segment's or the list's name, as it was. */
  audience: Type.String(),
  members: Type.Integer(),
  given: Type.Integer(),
  already: Type.Integer(),
  barred: Type.Integer(),
  /** What it can cost at most; absent for a message, and where nothing limits it. */
  mostFen: Type.Optional(Fen),
  startAt: Instant,
  reason: Type.String(),
  /** Why it stands still, in Chinese. */
  pauseReason: Type.Optional(Type.String()),
  maker: Person,
  checker: Type.Optional(Person),
  /** The proposal while it waits for a second person. */
  approvalId: Type.Optional(Type.String()),
  createdAt: Instant,
  endedAt: Type.Optional(Instant),
});
export type Send = Static<typeof Send>;

const one = Type.Object({ sendId: Id });
const act = Type.Object({ sendId: Id, reason: Reason });
const page = {
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
};
const made = Type.Object({
  sendId: Type.String(),
  /** The proposal that a second person decides; absent when it needs none. */
  approvalId: Type.Optional(Type.String()),
});

export const operatorAudiences = shapesOf<typeof routes>()({
  segments: {
    summary: "Segments, the last changed first",
    input: Type.Object({}),
    output: listOf(Segment),
    refusals: [],
  },
  createSegment: {
    summary: "Keep rules under a name",
    input: Type.Object({ name: Name, rules: SegmentRules }),
    output: Segment,
    refusals: ["INPUT_INVALID"],
  },
  countSegment: {
    summary: "How many members rules apply to, exactly up to 100,000, and ten of them",
    input: Type.Object({ rules: SegmentRules }),
    output: Type.Object({
      count: Type.Integer(),
      /** There are more than `count`. */
      isMore: Type.Boolean(),
      sample: Type.Array(MemberName),
    }),
    refusals: ["INPUT_INVALID"],
  },
  changeSegment: {
    summary: "Change a segment; sends that exist keep their members",
    input: Type.Object({ segmentId: Id, name: Name, rules: SegmentRules, sinceVersion: Version }),
    output: Segment,
    refusals: ["NOT_FOUND", "INPUT_INVALID", "STATE_CHANGED"],
  },
  deleteSegment: {
    summary: "Delete a segment; sends that exist keep their members",
    input: Type.Object({ segmentId: Id }),
    output: Nothing,
    refusals: ["NOT_FOUND"],
  },
  lists: {
    summary: "Lists of members of the last 30 days, the newest first",
    input: Type.Object({}),
    output: listOf(MemberList),
    refusals: [],
  },
  createList: {
    summary:
      "Keep the members of a file: a member number or a phone in the first column of each line; " +
      "with one wrong line nothing is kept, and the refusal lists the lines",
    input: Type.Object({
      name: Name,
      text: Type.String({ minLength: 1, maxLength: LIST_TEXT_MAX }),
    }),
    output: Type.Object({
      listId: Type.String(),
      members: Type.Integer(),
      /** Lines that name a member a second time. */
      repeated: Type.Integer(),
    }),
    bodyBytesMax: LIST_BYTES_MAX,
    refusals: ["INPUT_INVALID", "RATE_LIMITED"],
  },
  forecast: {
    summary: "What giving a coupon to an audience would take: members, coupons left, money at most",
    input: Type.Object({ templateId: TemplateId, ...audience }),
    output: Type.Object({
      members: Type.Integer(),
      /** Of one coupon; absent where nothing limits it. */
      /** Each member gets a pack of coupons; then the figures are of whole packs. */
      isPack: Type.Boolean(),
      offFen: Type.Optional(Fen),
      mostFen: Type.Optional(Fen),
      couponsLeft: Type.Optional(Type.Integer()),
      budgetLeftFen: Type.Optional(Fen),
      /** Another person must agree. */
      needsTwo: Type.Boolean(),
    }),
    refusals: ["NOT_FOUND", "INPUT_INVALID"],
  },
  giveSegment: {
    summary:
      "Give each member of an audience, as it is now, a coupon; above a limit when another " +
      "person agrees",
    input: Type.Object({
      templateId: TemplateId,
      ...audience,
      at: Type.Optional(Planned),
      ref: Ref,
      reason: Reason,
    }),
    output: made,
    refusals: ["NOT_FOUND", "INPUT_INVALID"],
  },
  sendMessage: {
    summary: "Write a message to each member of an audience, as it is now; by day only",
    input: Type.Object({
      ...audience,
      ...messageFields,
      at: Type.Optional(Planned),
      ref: Ref,
      reason: Reason,
    }),
    output: made,
    refusals: ["NOT_FOUND", "INPUT_INVALID"],
  },
  sends: {
    summary: "Bulk sends, newest first",
    input: Type.Object({
      kind: Type.Optional(SendKind),
      templateId: Type.Optional(TemplateId),
      ...page,
    }),
    output: Type.Object({ list: Type.Array(Send), nextCursor: Type.Optional(Type.String()) }),
    refusals: [],
  },
  send: {
    summary: "One bulk send with its progress, and why members got nothing",
    input: one,
    output: Type.Object({
      send: Send,
      message: Type.Optional(Type.Object(messageFields)),
      reasons: Type.Array(Type.Object({ text: Type.String(), members: Type.Integer() })),
    }),
    refusals: ["NOT_FOUND"],
  },
  sendMembers: {
    summary: "The members of a bulk send with what each got",
    input: Type.Object({ sendId: Id, outcome: Type.Optional(Outcome), ...page }),
    output: Type.Object({
      list: Type.Array(
        Type.Object({
          member: MemberName,
          outcome: Type.Optional(Outcome),
          /** Why the member got nothing, in Chinese. */
          text: Type.Optional(Type.String()),
          at: Type.Optional(Instant),
        }),
      ),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: ["NOT_FOUND"],
  },
  pause: {
    summary: "Stop a bulk send for now; nothing that was given is taken back",
    input: act,
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  resume: {
    summary: "Go on with the members who got nothing yet",
    input: act,
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  cancel: {
    summary: "End a bulk send for good; nothing that was given is taken back",
    input: act,
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  templates: {
    summary: "Texts that messages begin with, the last changed first",
    input: Type.Object({}),
    output: listOf(MessageTemplate),
    refusals: [],
  },
  setTemplate: {
    summary: "Keep a text under a code; version 0 for a new one",
    input: Type.Object({ code: Code, name: Name, ...messageFields, sinceVersion: Version }),
    output: MessageTemplate,
    refusals: ["INPUT_INVALID", "STATE_CHANGED"],
  },
});
