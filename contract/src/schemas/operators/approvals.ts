/** Two-person approvals of every kind. Money in fen, instants in ms. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorApprovals as routes } from "../../routes/operators/approvals.ts";
import { Instant, listOf } from "../../values.ts";
import { Reason, Uuid } from "./adjustments.ts";
import { MemberName, Person } from "./people.ts";

/** `<kind>.<number>`, as the list shows it. */
const ApprovalId = Type.String({ pattern: "^[a-z_]{3,24}\\.[A-Za-z0-9_-]{3,64}$" });

export const ApprovalKind = Type.Union([
  Type.Literal("adjust"),
  Type.Literal("benefit_loss"),
  Type.Literal("invite_reward"),
  Type.Literal("invite_appeal"),
  Type.Literal("member_rebind"),
  Type.Literal("operator_grant"),
  Type.Literal("partner_host"),
  Type.Literal("withdrawal_settle"),
  Type.Literal("code_void"),
  Type.Literal("member_rebind"),
  Type.Literal("setting"),
  Type.Literal("refund"),
  Type.Literal("withdrawal"),
  Type.Literal("campaign"),
  Type.Literal("code_batch"),
  Type.Literal("code_export"),
  Type.Literal("export_clear"),
  Type.Literal("bulk_give"),
  Type.Literal("campaign_budget"),
]);
export type ApprovalKind = Static<typeof ApprovalKind>;

const State = Type.Union([
  Type.Literal("waiting"),
  Type.Literal("approved"),
  Type.Literal("rejected"),
  Type.Literal("withdrawn"),
  Type.Literal("expired"),
]);

const Action = Type.Union([
  Type.Literal("approve"),
  Type.Literal("reject"),
  Type.Literal("withdraw"),
]);

/** One line of the inbox. */
export const ApprovalLine = Type.Object({
  approvalId: Type.String(),
  kind: ApprovalKind,
  /** What happens on approval. */
  title: Type.String(),
  /** What it concerns: a member, an order, a batch. */
  subject: Type.String(),
  /** Below zero where money is taken. */
  amountFen: Type.Optional(Type.Integer()),
  maker: Person,
  reason: Type.String(),
  state: State,
  checker: Type.Optional(Person),
  /** The colleague to whom a waiting one was passed on. */
  assignee: Type.Optional(Person),
  decision: Type.Optional(Type.String()),
  createdAt: Instant,
  expiresAt: Instant,
  decidedAt: Type.Optional(Instant),
});
export type ApprovalLine = Static<typeof ApprovalLine>;

export const ApprovalDetail = Type.Object({
  ...ApprovalLine.properties,
  /** The member whose account it affects. */
  member: Type.Optional(MemberName),
  changes: Type.Array(
    Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() }),
  ),
  /** The ledger's entries; an amount is fen, or points where the asset is PTS. */
  postings: Type.Array(
    Type.Object({
      debit: Type.String(),
      credit: Type.String(),
      amount: Type.Integer(),
      asset: Type.Union([Type.Literal("CNY"), Type.Literal("PTS")]),
    }),
  ),
  checks: Type.Array(Type.Object({ text: Type.String(), isGood: Type.Boolean() })),
  /** URLs of pictures, valid for ten minutes. */
  evidence: Type.Array(Type.String()),
  /** The fingerprint of what the checker agrees to; sent along with the decision. */
  etag: Type.String(),
  /** What this operator may do now. */
  may: Type.Array(Action),
  /** Why this operator may not decide it. */
  why: Type.Optional(Type.String()),
});
export type ApprovalDetail = Static<typeof ApprovalDetail>;

const decision = Type.Object({
  approvalId: ApprovalId,
  etag: Type.String({ pattern: "^[0-9a-f]{32}$" }),
  reason: Reason,
});

export const operatorApprovals = shapesOf<typeof routes>()({
  list: {
    summary: "What waits for this operator, what the operator proposed, or what was decided",
    input: Type.Object({
      box: Type.Union([Type.Literal("mine"), Type.Literal("made"), Type.Literal("decided")]),
      kind: Type.Optional(ApprovalKind),
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    output: Type.Object({
      list: Type.Array(ApprovalLine),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: [],
  },
  detail: {
    summary: "One proposal with its comparison, its checks and the fingerprint to agree to",
    input: Type.Object({ approvalId: ApprovalId }),
    output: ApprovalDetail,
    refusals: ["NOT_FOUND"],
  },
  approve: {
    summary: "Another person agrees to exactly what the fingerprint says; it is done at once",
    input: decision,
    output: Type.Object({
      state: State,
      /** The key of an exported file, which only this operator receives. */
      revealed: Type.Optional(Type.String()),
    }),
    refusals: [
      "NOT_FOUND",
      "STATE_CHANGED",
      "TWO_PERSONS",
      "APPROVAL_EXPIRED",
      "OWN_ACCOUNT",
      "ADJUST_LIMIT",
      "BALANCE_SHORT",
      "POINTS_SHORT",
      "INVITE_DENIED",
      "PHONE_TAKEN",
      "PHONE_SAME",
    ],
  },
  reject: {
    summary: "Another person does not agree",
    input: decision,
    output: Type.Object({ state: State }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "TWO_PERSONS", "APPROVAL_EXPIRED", "OWN_ACCOUNT"],
  },
  colleagues: {
    summary: "The colleagues who may decide it, to whom it may be passed on",
    input: Type.Object({ approvalId: ApprovalId }),
    output: listOf(Person),
    refusals: ["NOT_FOUND"],
  },
  passOn: {
    summary: "Pass a waiting one on to a colleague who may decide it; the others still may",
    input: Type.Object({ ...decision.properties, toId: Uuid }),
    output: Type.Object({ assignee: Person }),
    refusals: [
      "NOT_FOUND",
      "STATE_CHANGED",
      "TWO_PERSONS",
      "APPROVAL_EXPIRED",
      "OWN_ACCOUNT",
      "INPUT_INVALID",
    ],
  },
  withdraw: {
    summary: "The maker takes the own proposal back",
    input: decision,
    output: Type.Object({ state: State }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "APPROVAL_EXPIRED"],
  },
});
