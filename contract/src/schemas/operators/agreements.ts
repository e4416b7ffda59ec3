/** The agreements as operators write them: the draft, the versions, and who must accept again. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorAgreements as routes } from "../../routes/operators/agreements.ts";
import { Instant, Nothing, Planned, Version } from "../../values.ts";
import { Agreement, AgreementKind } from "../agreements.ts";
import { Person } from "./people.ts";

const one = { kind: AgreementKind };
const Reason = Type.String({ minLength: 2, maxLength: 200 });

export const AgreementVersion = Type.Object({
  version: Type.Integer(),
  state: Type.Union([
    Type.Literal("waiting"),
    Type.Literal("live"),
    Type.Literal("past"),
    Type.Literal("withdrawn"),
  ]),
  at: Instant,
  startsAt: Instant,
  by: Person,
  reason: Type.String(),
  /** From its start, members who have not accepted it are asked. */
  mustAgreeAgain: Type.Boolean(),
});
export type AgreementVersion = Static<typeof AgreementVersion>;

export const AgreementDetail = Type.Object({
  ...one,
  /** What members read; version 0 is the installed text. */
  live: Type.Object({
    version: Type.Integer(),
    startsAt: Type.Optional(Instant),
    text: Agreement,
    /** The oldest version whose acceptance is enough. */
    required: Type.Integer(),
  }),
  /** How many members accepted the version in force, counted up to `most`. */
  accepted: Type.Object({ count: Type.Integer(), most: Type.Integer() }),
  nextVersion: Type.Integer(),
  /** The version that waits for its instant. */
  waiting: Type.Optional(AgreementVersion),
  /** The version of the draft, which the next change names; it counts on after a publication. */
  sinceVersion: Type.Integer(),
  isDraftOpen: Type.Boolean(),
  /** The open draft; else what waits; else what members read. */
  text: Agreement,
  savedAt: Type.Optional(Instant),
  savedBy: Type.Optional(Person),
});
export type AgreementDetail = Static<typeof AgreementDetail>;

export const operatorAgreements = shapesOf<typeof routes>()({
  detail: {
    summary: "An agreement: its draft, what members read, what waits, and how many accepted it",
    input: Type.Object(one),
    output: AgreementDetail,
    refusals: [],
  },
  saveDraft: {
    summary:
      "Keep a draft; members see nothing of it. A stale version is refused with the stored draft",
    input: Type.Object({ ...one, sinceVersion: Version, text: Agreement }),
    output: Type.Object({ sinceVersion: Type.Integer(), savedAt: Instant }),
    refusals: ["STATE_CHANGED"],
  },
  versions: {
    summary: "The versions of an agreement, the newest first",
    input: Type.Object({
      ...one,
      /** The version at the end of the page before. */
      cursor: Type.Optional(Type.String({ pattern: "^\\d{1,9}$" })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    output: Type.Object({
      list: Type.Array(AgreementVersion),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: [],
  },
  version: {
    summary: "The text of a version; version 0 is the installed text",
    input: Type.Object({ ...one, version: Version }),
    output: Type.Object({ text: Agreement }),
    refusals: ["NOT_FOUND"],
  },
  publish: {
    summary: "Publish the draft, now or at an instant; a version that waits is withdrawn",
    input: Type.Object({
      ...one,
      sinceVersion: Version,
      /** False when absent. */
      mustAgreeAgain: Type.Optional(Type.Boolean()),
      at: Type.Optional(Planned),
      reason: Reason,
    }),
    output: Type.Object({ version: Type.Integer() }),
    refusals: ["STATE_CHANGED", "INPUT_INVALID"],
  },
  withdraw: {
    summary: "Withdraw a version before its instant",
    input: Type.Object({ ...one, version: Version, reason: Reason }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
});
