/**
 * Members as operators see them. Money in fen, points in points, instants in ms; phones are masked.
 * Lists are newest first; `nextCursor` is absent on the last page.
 */
import Type, { type Static, type TSchema } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorMembers as routes } from "../../routes/operators/members.ts";
import { Fen, Instant, Nothing, Phone, Planned, Points } from "../../values.ts";
import { TermsOf } from "../agreements.ts";
import { Reason, Uuid } from "./adjustments.ts";

const Count = Type.Integer({ minimum: 0 });
const Signed = Type.Integer();
const MemberNo = Type.String({ pattern: "^[1-9]\\d{8}$" });
const Optional = Type.Optional;
const text = Type.String();

const page = {
  cursor: Optional(Type.String({ maxLength: 80 })),
  pageSize: Optional(Type.Integer({ minimum: 1, maximum: 100 })),
};
const keysetOf = <T extends TSchema>(row: T) =>
  Type.Object({ list: Type.Array(row), nextCursor: Optional(text) });

export const MemberStatus = Type.Union([
  Type.Literal("ACTIVE"),
  Type.Literal("RESTRICTED"),
  Type.Literal("FROZEN"),
  Type.Literal("CANCELLING"),
  Type.Literal("CANCELLED"),
]);
export type MemberStatus = Static<typeof MemberStatus>;

const Tag = Type.String({ minLength: 1, maxLength: 12, pattern: "^[^\\s,，]+$" });

export const OperatorMemberRow = Type.Object({
  memberNo: text,
  nickname: text,
  phoneMask: text,
  status: MemberStatus,
  grade: Count,
  levelName: text,
  tags: Type.Array(text),
  points: Points,
  balanceFen: Fen,
  /** The number of orders, at most 100. */
  orders: Count,
  createdAt: Instant,
  lastSeenAt: Optional(Instant),
});
export type OperatorMemberRow = Static<typeof OperatorMemberRow>;

const MemberAction = Type.Union([
  Type.Literal("reveal"),
  Type.Literal("restrict"),
  Type.Literal("lift"),
  Type.Literal("endSessions"),
  Type.Literal("tags"),
  Type.Literal("note"),
  Type.Literal("rebind"),
  Type.Literal("giveCoupon"),
  Type.Literal("changeCoupon"),
  Type.Literal("adjust"),
  Type.Literal("giveLevel"),
  Type.Literal("freeze"),
]);
export type MemberAction = Static<typeof MemberAction>;

const Asset = Type.Union([Type.Literal("CNY"), Type.Literal("PTS")]);

const RecentOrder = Type.Object({
  orderNo: text,
  title: text,
  artwork: text,
  kind: text,
  source: text,
  amountFen: Fen,
  points: Points,
  state: text,
  stateText: text,
  createdAt: Instant,
});

export const OperatorMemberDetail = Type.Object({
  /** For the operations that take the member's id. */
  memberId: text,
  memberNo: text,
  nickname: text,
  phoneMask: text,
  status: MemberStatus,
  statusReason: Optional(text),
  grade: Count,
  levelName: text,
  growth: Count,
  nextLevel: Optional(Type.Object({ name: text, growthFrom: Count })),
  tags: Type.Array(text),
  hasWechat: Type.Boolean(),
  channel: text,
  createdAt: Instant,
  lastSeenAt: Optional(Instant),
  phoneChangedAt: Optional(Instant),
  mergedInto: Optional(text),
  assets: Type.Object({
    principalFen: Fen,
    bonusFen: Fen,
    rewardFen: Fen,
    rewardFrozenFen: Fen,
    heldFen: Fen,
    points: Points,
    pointsPending: Points,
    pointsHeld: Points,
    pointsDebt: Points,
    expiringPoints: Points,
    expiringAt: Optional(Instant),
    coupons: Count,
    couponsLocked: Count,
    couponsUsed: Count,
    couponsExpired: Count,
    cards: Count,
  }),
  /** Over all orders of the member: how many, what was paid in money, and what went back. */
  life: Type.Object({ orders: Count, paidFen: Fen, refundedFen: Fen }),
  /** Wrong codes tried within a day, and the newest score of an invitation's risk check. */
  risk: Type.Object({ wrongCodes: Count, inviteScore: Optional(Count) }),
  counts: Type.Object({
    orders: Count,
    coupons: Count,
    cards: Count,
    codes: Count,
    invitations: Count,
    messages: Count,
  }),
  inviter: Optional(Type.Object({ memberNo: text, nickname: text, state: text })),
  invited: Type.Object({ all: Count, effective: Count }),
  freezes: Type.Array(Type.Object({ asset: Asset, reason: text, actor: text, changedAt: Instant })),
  /** The agreements that the member accepted, the newest first. */
  consents: Type.Array(Type.Object({ of: TermsOf, termsVersion: text, at: Instant })),
  notes: Type.Array(Type.Object({ text, by: text, at: Instant })),
  recentOrders: Type.Array(RecentOrder),
  waitingRebind: Optional(
    Type.Object({ approvalId: text, phoneMask: text, by: text, reason: text, expiresAt: Instant }),
  ),
  /** How many phones this operator has revealed today, and how many are allowed. */
  reveals: Type.Object({ used: Count, most: Count }),
  /** What this operator may do with the member now. */
  may: Type.Array(MemberAction),
});
export type OperatorMemberDetail = Static<typeof OperatorMemberDetail>;

export const MemberLedgerLine = Type.Object({
  at: Instant,
  kind: text,
  kindText: text,
  title: text,
  asset: Asset,
  account: text,
  accountText: text,
  change: Signed,
  after: Signed,
  ref: text,
  orderNo: Optional(text),
});
export type MemberLedgerLine = Static<typeof MemberLedgerLine>;

const MemberCoupon = Type.Object({
  couponId: text,
  title: text,
  source: text,
  state: text,
  validFrom: Instant,
  validUntil: Instant,
  createdAt: Instant,
  voidReason: Optional(text),
  orderNo: Optional(text),
});
const MemberCard = Type.Object({
  cardId: text,
  title: text,
  mask: text,
  state: text,
  reveals: Count,
  validUntil: Optional(Instant),
  createdAt: Instant,
  orderNo: Optional(text),
});
const MemberCode = Type.Object({
  codeId: text,
  last4: text,
  batchName: text,
  title: text,
  state: text,
  at: Instant,
  orderNo: Optional(text),
});
const MemberSession = Type.Object({
  sessionId: text,
  audience: text,
  device: text,
  createdAt: Instant,
  endsAt: Instant,
  endedAt: Optional(Instant),
  endedWhy: Optional(text),
});
const MemberEvent = Type.Object({
  at: Instant,
  entity: text,
  name: text,
  from: Optional(text),
  to: Optional(text),
  by: text,
  reason: Optional(text),
});
const MemberInvitation = Type.Object({
  friend: text,
  memberNo: Optional(text),
  state: text,
  boundAt: Instant,
  reason: Optional(text),
});
const MemberMessage = Type.Object({
  at: Instant,
  kind: text,
  title: text,
  body: text,
  isRead: Type.Boolean(),
  sends: Type.Array(Type.Object({ channel: text, state: text, word: Optional(text) })),
});

const one = { memberNo: MemberNo };
const reasoned = Type.Object({ ...one, reason: Reason });
const tab = <T extends TSchema>(summary: string, row: T) => ({
  summary,
  input: Type.Object({ ...one, ...page }),
  output: keysetOf(row),
  refusals: ["NOT_FOUND", "BAD_REQUEST"] as const,
});
const ofCoupon = { ...one, couponId: Uuid };

export const operatorMembers = shapesOf<typeof routes>()({
  list: {
    summary: "Members, newest first",
    input: Type.Object({
      ...page,
      memberNo: Optional(MemberNo),
      grade: Optional(Type.Integer({ minimum: 1, maximum: 20 })),
      tag: Optional(Tag),
      status: Optional(MemberStatus),
      /** Registered in this span. */
      from: Optional(Instant),
      to: Optional(Instant),
      has: Optional(
        Type.Union([
          Type.Literal("balance"),
          Type.Literal("debt"),
          Type.Literal("frozen"),
          Type.Literal("risk"),
        ]),
      ),
    }),
    output: keysetOf(OperatorMemberRow),
    refusals: ["BAD_REQUEST"],
  },
  find: {
    summary:
      "Finds at most 20 members by the whole phone or its last four digits; counted and limited " +
      "per operator and day",
    input: Type.Object({
      phone: Optional(Phone),
      last4: Optional(Type.String({ pattern: "^\\d{4}$" })),
    }),
    output: Type.Object({ list: Type.Array(OperatorMemberRow), used: Count, most: Count }),
    refusals: ["INPUT_INVALID", "RATE_LIMITED"],
  },
  detail: {
    summary: "One member: profile, assets, risk, bindings, notes, counts, and what may be done",
    input: Type.Object(one),
    output: OperatorMemberDetail,
    refusals: ["NOT_FOUND"],
  },
  ledger: {
    summary: "The lines of the member's accounts, newest first",
    input: Type.Object({
      ...one,
      ...page,
      asset: Optional(Asset),
      account: Optional(Type.String({ pattern: "^[a-z_]{4,20}$" })),
      from: Optional(Instant),
      to: Optional(Instant),
    }),
    output: keysetOf(MemberLedgerLine),
    refusals: ["NOT_FOUND", "BAD_REQUEST"],
  },
  orders: tab("The member's orders", RecentOrder),
  coupons: tab("The member's coupons", MemberCoupon),
  cards: tab("The member's cards; never what opens them", MemberCard),
  codes: tab("Codes that the member opened or redeemed", MemberCode),
  sessions: tab("The member's logins", MemberSession),
  events: tab("What happened to the member's account, and who did it", MemberEvent),
  invitations: tab("Whom the member invited", MemberInvitation),
  messages: tab("What the member was sent, and how far each sending is", MemberMessage),
  reveal: {
    summary: "The member's whole phone, once; counted and limited per operator and day",
    input: Type.Object({ ...one, field: Type.Literal("phone"), reason: Reason }),
    output: Type.Object({ value: text, used: Count, most: Count }),
    refusals: ["NOT_FOUND", "PHONE_NEEDED", "RATE_LIMITED"],
  },
  restrict: {
    summary: "RESTRICTED: no withdrawals. FROZEN: no login at all, and all sessions end",
    input: Type.Object({
      ...one,
      status: Type.Union([Type.Literal("RESTRICTED"), Type.Literal("FROZEN")]),
      reason: Reason,
    }),
    output: Type.Object({ status: MemberStatus }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "OWN_ACCOUNT"],
  },
  lift: {
    summary: "Makes a restricted or frozen member active again",
    input: reasoned,
    output: Type.Object({ status: MemberStatus }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "OWN_ACCOUNT"],
  },
  endSessions: {
    summary: "Logs the member out everywhere",
    input: reasoned,
    output: Type.Object({ ended: Count }),
    refusals: ["NOT_FOUND", "OWN_ACCOUNT"],
  },
  setTags: {
    summary: "Replaces the member's tags",
    input: Type.Object({ ...one, tags: Type.Array(Tag, { maxItems: 10, uniqueItems: true }) }),
    output: Type.Object({ tags: Type.Array(text) }),
    refusals: ["NOT_FOUND"],
  },
  note: {
    summary: "Adds a note that operators read; it cannot be changed later",
    input: Type.Object({ ...one, text: Type.String({ minLength: 2, maxLength: 300 }) }),
    output: Nothing,
    refusals: ["NOT_FOUND"],
  },
  rebind: {
    summary: "Proposes another phone for the member; another person decides within 24 hours",
    input: Type.Object({ ...one, phone: Phone, reason: Reason }),
    output: Type.Object({ approvalId: text }),
    refusals: [
      "NOT_FOUND",
      "OWN_ACCOUNT",
      "PHONE_NEEDED",
      "PHONE_SAME",
      "PHONE_TAKEN",
      "STATE_CHANGED",
    ],
  },
  revokeCoupon: {
    summary: "Takes one coupon back that is neither used nor held by an order",
    input: Type.Object({ ...ofCoupon, reason: Reason }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "OWN_ACCOUNT"],
  },
  extendCoupon: {
    summary: "Sets a later end for one coupon that is neither used nor void",
    input: Type.Object({ ...ofCoupon, validUntil: Planned, reason: Reason }),
    output: Type.Object({ validUntil: Instant }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "INPUT_INVALID", "OWN_ACCOUNT"],
  },
});
