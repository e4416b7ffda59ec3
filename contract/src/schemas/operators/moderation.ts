/** What members wrote and uploaded as operators review it, and the list of words. Instants in ms. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorModeration as routes } from "../../routes/operators/moderation.ts";
import { Instant, listOf, Version } from "../../values.ts";
import { Reason, Uuid } from "./adjustments.ts";
import { MemberName, Person } from "./people.ts";

export const ModerationKind = Type.Union([
  Type.Literal("nickname"),
  Type.Literal("avatar"),
  Type.Literal("ticket"),
]);
export type ModerationKind = Static<typeof ModerationKind>;

export const ModerationState = Type.Union([
  Type.Literal("SCREENING"),
  Type.Literal("REVIEW"),
  Type.Literal("PASSED"),
  Type.Literal("REJECTED"),
]);

export const ModerationCase = Type.Object({
  caseId: Type.String(),
  kind: ModerationKind,
  state: ModerationState,
  member: MemberName,
  text: Type.Optional(Type.String({ description: "a nickname" })),
  pictureUrl: Type.Optional(Type.String({ description: "a picture, good for ten minutes" })),
  note: Type.Optional(Type.String({ description: "why it waits, or what was found" })),
  decidedBy: Type.Optional(Person),
  createdAt: Instant,
  endedAt: Type.Optional(Instant),
});
export type ModerationCase = Static<typeof ModerationCase>;

/** `deny`: refused while it is typed; `review`: a person decides. */
export const WordLevel = Type.Union([Type.Literal("deny"), Type.Literal("review")]);
export const ModerationWord = Type.Object({
  word: Type.String(),
  level: WordLevel,
  isOn: Type.Boolean(),
  version: Type.Integer(),
  changedAt: Instant,
});
export type ModerationWord = Static<typeof ModerationWord>;

const decision = Type.Object({ caseId: Uuid, reason: Reason });
const decided = ["NOT_FOUND", "STATE_CHANGED", "OWN_ACCOUNT"] as const;

export const operatorModeration = shapesOf<typeof routes>()({
  list: {
    summary: "Nicknames and pictures: those that wait oldest first, all others newest first",
    input: Type.Object({
      state: Type.Optional(ModerationState),
      kind: Type.Optional(ModerationKind),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    output: Type.Object({
      list: Type.Array(ModerationCase),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: ["BAD_REQUEST"],
  },
  approve: {
    summary: "Let a nickname or picture stand",
    input: decision,
    output: ModerationCase,
    refusals: decided,
  },
  reject: {
    summary: "Take a nickname or picture away; the member reads the reason",
    input: decision,
    output: ModerationCase,
    refusals: [...decided, "INPUT_INVALID"],
  },
  words: {
    summary: "The list of words",
    input: Type.Object({}),
    output: listOf(ModerationWord),
    refusals: [],
  },
  setWord: {
    summary: "Change a word, or add one (`sinceVersion` 0)",
    input: Type.Object({
      word: Type.String({ minLength: 2, maxLength: 30 }),
      level: WordLevel,
      isOn: Type.Boolean(),
      sinceVersion: Version,
      reason: Reason,
    }),
    output: ModerationWord,
    refusals: ["STATE_CHANGED", "INPUT_INVALID"],
  },
});
