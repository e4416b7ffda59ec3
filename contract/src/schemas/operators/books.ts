/**
 * Reconciliation: whether the ledger agrees, its differences, and what is frozen because of them.
 * Money in fen, instants in ms.
 */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorBooks as routes } from "../../routes/operators/books.ts";
import { Instant, listOf, Nothing, pageOf, paging } from "../../values.ts";
import { MergeContents } from "../merging.ts";
import { Adjustable, NamedMember, Reason, Uuid } from "./adjustments.ts";
import { assigning } from "./assignments.ts";
import { MemberName, Person } from "./people.ts";

const Asset = Type.Union([Type.Literal("CNY"), Type.Literal("PTS")]);
const Signed = Type.Integer();

export const CaseState = Type.Union([
  Type.Literal("open"),
  Type.Literal("proposed"),
  Type.Literal("booked"),
  Type.Literal("dismissed"),
  Type.Literal("healed"),
]);

/** One difference; `class` is explained in operations.md. */
export const ReconciliationCase = Type.Object({
  caseId: Type.String(),
  class: Type.String(),
  title: Type.String(),
  subject: Type.String(),
  memberId: Type.Optional(Type.String()),
  memberNo: Type.Optional(Type.String()),
  state: CaseState,
  expected: Type.Record(Type.String(), Type.Unknown()),
  actual: Type.Record(Type.String(), Type.Unknown()),
  /** The correcting entry, where the ledger itself determines it. */
  proposal: Type.Optional(
    Type.Object({ memberId: Type.String(), account: Type.String(), amount: Signed }),
  ),
  frozen: Type.Array(Asset),
  approvalId: Type.Optional(Type.String()),
  openedAt: Instant,
  seenAt: Instant,
  closedAt: Type.Optional(Instant),
  closedBy: Type.Optional(Type.String()),
  closing: Type.Optional(Type.String()),
  /** Who is to settle it; absent: no operator yet. */
  assignee: Type.Optional(Person),
});
export type ReconciliationCase = Static<typeof ReconciliationCase>;

/** A line of a case's timeline: what an operator said, or whom the case was given to. */
const CaseNote = Type.Object({
  at: Instant,
  kind: Type.Union([Type.Literal("comment"), Type.Literal("assigned"), Type.Literal("released")]),
  by: Person,
  to: Type.Optional(Person),
  text: Type.String(),
});
export type CaseNote = Static<typeof CaseNote>;

export const ReconciliationRun = Type.Object({
  runId: Type.String(),
  kind: Type.String(),
  state: Type.Union([Type.Literal("running"), Type.Literal("done"), Type.Literal("failed")]),
  found: Type.Integer(),
  checks: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  startedAt: Instant,
  endedAt: Type.Optional(Instant),
});
export type ReconciliationRun = Static<typeof ReconciliationRun>;

export const Freeze = Type.Object({
  memberId: Type.String(),
  member: MemberName,
  asset: Asset,
  reason: Type.String(),
  actor: Type.String(),
  actorName: Type.String(),
  changedAt: Instant,
});
export type Freeze = Static<typeof Freeze>;

const LiveCount = Type.Integer({ minimum: 0, maximum: 100 });

const caseInput = { caseId: Uuid };
const freezeInput = Type.Object({ ...NamedMember, asset: Asset, reason: Reason });

export const operatorBooks = shapesOf<typeof routes>()({
  balance: {
    summary: "The trial balance of this instant: members against what stands opposite, by asset",
    input: Type.Object({}),
    output: Type.Object({
      totals: Type.Array(
        Type.Object({
          asset: Asset,
          members: Signed,
          /** The part of `members` that orders and withdrawals reserve. */
          held: Signed,
          contra: Signed,
          difference: Signed,
        }),
      ),
      contra: Type.Array(Type.Object({ asset: Asset, purpose: Type.String(), balance: Signed })),
    }),
    refusals: [],
  },
  runs: {
    summary: "The latest runs over the books and over bills, newest first",
    input: Type.Object({ kind: Type.Optional(Type.String({ maxLength: 20 })) }),
    output: listOf(ReconciliationRun),
    refusals: [],
  },
  cases: {
    summary: "Cases, newest first; those that are live when no state is asked for",
    input: Type.Object({
      ...paging,
      state: Type.Optional(CaseState),
      class: Type.Optional(Type.String({ maxLength: 40 })),
      /** A member by id or by number. */
      memberId: Type.Optional(Uuid),
      memberNo: NamedMember.memberNo,
      /** This operator's own cases, or those without an operator. */
      assignee: Type.Optional(Type.Union([Type.Literal("mine"), Type.Literal("none")])),
    }),
    output: pageOf(ReconciliationCase),
    refusals: ["NOT_FOUND"],
  },
  counts: {
    summary: "How many cases are live, up to a hundred each",
    input: Type.Object({}),
    output: Type.Object({ open: LiveCount, proposed: LiveCount }),
    refusals: [],
  },
  case: {
    summary: "One case with everything known of it",
    input: Type.Object(caseInput),
    output: Type.Object({
      ...ReconciliationCase.properties,
      /** The latest 200, oldest first. */
      notes: Type.Array(CaseNote),
    }),
    refusals: ["NOT_FOUND"],
  },
  propose: {
    summary: "Propose the entry that sets a case right; another person decides it",
    input: Type.Object({
      ...caseInput,
      ...NamedMember,
      account: Adjustable,
      amount: Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 }),
      reason: Reason,
    }),
    output: Type.Object({ approvalId: Type.String() }),
    refusals: ["NOT_FOUND", "INPUT_INVALID", "STATE_CHANGED", "ADJUST_LIMIT", "OWN_ACCOUNT"],
  },
  dismiss: {
    summary: "Close a case without an entry, with the reason; what it froze is thawed",
    input: Type.Object({ ...caseInput, reason: Reason }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "OWN_ACCOUNT"],
  },
  colleagues: {
    summary: "The operators who may settle a case",
    input: Type.Object({}),
    output: listOf(Person),
    refusals: [],
  },
  assign: {
    summary: "Give a live case to an operator, oneself included, or to none",
    input: Type.Object({ ...caseInput, ...assigning, reason: Reason }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "OWN_ACCOUNT", "INPUT_INVALID"],
  },
  comment: {
    summary: "Say something about a case; operators read it in its timeline",
    input: Type.Object({ ...caseInput, text: Type.String({ minLength: 2, maxLength: 500 }) }),
    output: Nothing,
    refusals: ["NOT_FOUND"],
  },
  merges: {
    summary: "Members that ended in another, newest first: what each step carried, and by whom",
    input: Type.Object({ memberId: Type.Optional(Uuid) }),
    output: listOf(
      Type.Object({
        fromId: Type.String(),
        fromNo: Type.String(),
        intoId: Type.String(),
        intoNo: Type.String(),
        actor: Type.String(),
        actorName: Type.String(),
        createdAt: Instant,
        steps: Type.Array(Type.Object({ seq: Type.Integer(), at: Instant, moved: MergeContents })),
      }),
    ),
    refusals: [],
  },
  freezes: {
    summary: "Which members' assets cannot be spent now, and why",
    input: Type.Object({}),
    output: listOf(Freeze),
    refusals: [],
  },
  freeze: {
    summary: "Keep a member's asset from being spent; credits, refunds and ends of holds go on",
    input: freezeInput,
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "INPUT_INVALID"],
  },
  thaw: {
    summary: "Let a member's asset be spent again",
    input: freezeInput,
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "OWN_ACCOUNT", "INPUT_INVALID"],
  },
});
