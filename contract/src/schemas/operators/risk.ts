/** Risk rules, lists and cases as operators read and change them. Instants in ms. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorRisk as routes } from "../../routes/operators/risk.ts";
import { Instant, Nothing, Planned, Version } from "../../values.ts";
import { Reason, Uuid } from "./adjustments.ts";
import { MemberName, Person } from "./people.ts";

/** Where an act of a member is judged. */
export const RiskPlace = Type.Union([
  Type.Literal("registration"),
  Type.Literal("coupon"),
  Type.Literal("code"),
  Type.Literal("payment"),
  Type.Literal("withdrawal"),
]);
export type RiskPlace = Static<typeof RiskPlace>;

/** `dry` only records what the rule would have done. */
const Mode = Type.Union([Type.Literal("off"), Type.Literal("dry"), Type.Literal("on")]);
/** `watch` opens a case, `review` also lets a withdrawal wait for review, `refuse` refuses. */
const Verdict = Type.Union([Type.Literal("watch"), Type.Literal("review"), Type.Literal("refuse")]);
const ListKind = Type.Union([Type.Literal("allow"), Type.Literal("watch"), Type.Literal("block")]);
const SubjectKind = Type.Union([
  Type.Literal("member"),
  Type.Literal("phone"),
  Type.Literal("device"),
  Type.Literal("network"),
]);
const CaseState = Type.Union([
  Type.Literal("open"),
  Type.Literal("released"),
  Type.Literal("listed"),
]);

const FigureName = Type.Union([Type.Literal("limit"), Type.Literal("withinHours")]);
const Code = Type.String({ minLength: 1, maxLength: 40, pattern: "^[a-z_]+$" });

export const RiskRuleLine = Type.Object({
  code: Type.String(),
  label: Type.String(),
  place: RiskPlace,
  mode: Mode,
  verdict: Verdict,
  /** The verdicts that the rule can have. */
  verdicts: Type.Array(Verdict),
  figures: Type.Array(
    Type.Object({
      name: FigureName,
      label: Type.String(),
      unit: Type.String(),
      min: Type.Integer(),
      max: Type.Integer(),
      value: Type.Integer(),
    }),
  ),
  /** Within seven days: how often the rule acted, or would have acted in its dry run, and on whom. */
  week: Type.Object({
    acted: Type.Integer({ minimum: 0 }),
    dry: Type.Integer({ minimum: 0 }),
    subjects: Type.Integer({ minimum: 0 }),
  }),
  version: Version,
  reason: Type.Optional(Type.String()),
  changedAt: Type.Optional(Instant),
  changedBy: Type.Optional(Person),
});
export type RiskRuleLine = Static<typeof RiskRuleLine>;

/** A subject; `label` is a masked phone, a name of a device or network, or a member number. */
const subject = {
  subjectKind: SubjectKind,
  label: Type.String(),
  member: Type.Optional(MemberName),
};

export const RiskEntryLine = Type.Object({
  entryId: Type.String(),
  kind: ListKind,
  ...subject,
  reason: Type.String(),
  createdAt: Instant,
  createdBy: Person,
  /** The end that was set; absent for an entry without one. */
  endsAt: Type.Optional(Instant),
  isInForce: Type.Boolean(),
  /** When an operator ended it. */
  endedAt: Type.Optional(Instant),
  endedBy: Type.Optional(Person),
  endReason: Type.Optional(Type.String()),
});
export type RiskEntryLine = Static<typeof RiskEntryLine>;

const caseLine = {
  caseId: Type.String(),
  state: CaseState,
  rule: Type.String(),
  ruleLabel: Type.String(),
  ...subject,
  hits: Type.Integer({ minimum: 1 }),
  openedAt: Instant,
  lastHitAt: Instant,
  decidedAt: Type.Optional(Instant),
  decidedBy: Type.Optional(Person),
  decision: Type.Optional(Type.Union([Type.Literal("release"), ListKind])),
  reason: Type.Optional(Type.String()),
};
export const RiskCaseLine = Type.Object(caseLine);
export type RiskCaseLine = Static<typeof RiskCaseLine>;

export const RiskHit = Type.Object({
  at: Instant,
  place: RiskPlace,
  verdict: Verdict,
  /** What the rule found, and the figure that it compared. */
  found: Type.Optional(Type.Integer()),
  figure: Type.Optional(Type.Integer()),
  member: Type.Optional(MemberName),
  /** Names that nothing can be read from; a list takes them. */
  device: Type.Optional(Type.String()),
  network: Type.Optional(Type.String()),
});
export type RiskHit = Static<typeof RiskHit>;

const page = {
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
};
const nextCursor = Type.Optional(Type.String());

export const operatorRisk = shapesOf<typeof routes>()({
  rules: {
    summary: "Every rule with its figures and what it did, or would have done, within seven days",
    input: Type.Object({}),
    output: Type.Object({ list: Type.Array(RiskRuleLine) }),
    refusals: [],
  },
  setRule: {
    summary: "Switch a rule off, to its dry run, or on, with its verdict and figures",
    input: Type.Object({
      code: Code,
      mode: Mode,
      verdict: Verdict,
      limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      withinHours: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      sinceVersion: Version,
      reason: Reason,
    }),
    output: Type.Object({ version: Version }),
    refusals: ["INPUT_INVALID", "STATE_CHANGED"],
  },
  lists: {
    summary: "The entries of the lists, the newest first",
    input: Type.Object({
      kind: Type.Optional(ListKind),
      subjectKind: Type.Optional(SubjectKind),
      /** `ended`: those that an operator ended or replaced; without it, the others. */
      state: Type.Optional(Type.Literal("ended")),
      ...page,
    }),
    output: Type.Object({ list: Type.Array(RiskEntryLine), nextCursor }),
    refusals: [],
  },
  list: {
    summary: "Put a subject on a list; an entry that it has already is replaced",
    input: Type.Object({
      kind: ListKind,
      subjectKind: SubjectKind,
      /** A member number, a phone, the name of a device, or an address or name of a network. */
      subject: Type.String({ minLength: 1, maxLength: 60 }),
      endsAt: Type.Optional(Planned),
      reason: Reason,
    }),
    output: Type.Object({ entryId: Type.String() }),
    refusals: ["INPUT_INVALID", "STATE_CHANGED", "OWN_ACCOUNT"],
  },
  endEntry: {
    summary: "End an entry now",
    input: Type.Object({ entryId: Uuid, reason: Reason }),
    output: Nothing,
    refusals: ["STATE_CHANGED", "OWN_ACCOUNT"],
  },
  cases: {
    summary: "Cases, the latest hit first",
    input: Type.Object({ state: Type.Optional(CaseState), ...page }),
    output: Type.Object({ list: Type.Array(RiskCaseLine), nextCursor }),
    refusals: [],
  },
  caseDetail: {
    summary: "One case with its latest hits as evidence",
    input: Type.Object({ caseId: Uuid }),
    output: Type.Object({ ...caseLine, evidence: Type.Array(RiskHit) }),
    refusals: [],
  },
  decide: {
    summary: "Release the subject of a case, which begins its counts anew, or put it on a list",
    input: Type.Object({
      caseId: Uuid,
      decision: Type.Union([Type.Literal("release"), ListKind]),
      endsAt: Type.Optional(Planned),
      reason: Reason,
    }),
    output: Nothing,
    refusals: ["INPUT_INVALID", "STATE_CHANGED", "OWN_ACCOUNT"],
  },
});
