/** Uploaded pictures as operators look after them. Instants in ms. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorFiles as routes } from "../../routes/operators/files.ts";
import { Instant, Nothing } from "../../values.ts";
import { Reason, Uuid } from "./adjustments.ts";
import { MemberName, Person } from "./people.ts";

export const FileUse = Type.Union([
  Type.Literal("avatar"),
  Type.Literal("refund"),
  Type.Literal("ticket"),
]);
export type FileUse = Static<typeof FileUse>;
const State = Type.Union([
  Type.Literal("served"),
  Type.Literal("blocked"),
  Type.Literal("removed"),
]);

const line = {
  fileId: Type.String(),
  use: FileUse,
  state: State,
  /** A media type. */
  type: Type.String(),
  bytes: Type.Integer({ minimum: 0 }),
  createdAt: Instant,
  member: Type.Optional(MemberName),
  /** Of a member's own picture, which others see; all other pictures are revealed with a reason. */
  thumbnailUrl: Type.Optional(Type.String()),
};
export const FileLine = Type.Object(line);
export type FileLine = Static<typeof FileLine>;

const change = Type.Object({ fileId: Uuid, reason: Reason });

export const operatorFiles = shapesOf<typeof routes>()({
  list: {
    summary: "Pictures in use, the newest first; without a member those of one use or of all",
    input: Type.Object({
      use: Type.Optional(FileUse),
      state: Type.Optional(Type.Literal("blocked")),
      memberNo: Type.Optional(Type.String({ pattern: "^\\d{9}$" })),
      from: Type.Optional(Instant),
      to: Type.Optional(Instant),
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    output: Type.Object({
      list: Type.Array(FileLine),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: [],
  },
  detail: {
    summary: "One picture, and what names it",
    input: Type.Object({ fileId: Uuid }),
    output: Type.Object({
      ...line,
      /** A refund number, a ticket's id, or a member number. */
      usedIn: Type.Array(Type.Object({ kind: FileUse, ref: Type.String() })),
      blockedAt: Type.Optional(Instant),
      blockedBy: Type.Optional(Person),
      blockReason: Type.Optional(Type.String()),
      removedAt: Type.Optional(Instant),
    }),
    refusals: [],
  },
  reveal: {
    summary: "A link of ten minutes to a picture; each is audited and counted as a reveal",
    input: change,
    output: Type.Object({ url: Type.String() }),
    refusals: ["STATE_CHANGED"],
  },
  block: {
    summary: "Serve a picture no more; what names it stays",
    input: change,
    output: Nothing,
    refusals: ["STATE_CHANGED"],
  },
  unblock: {
    summary: "Serve a blocked picture again",
    input: change,
    output: Nothing,
    refusals: ["STATE_CHANGED"],
  },
  remove: {
    summary: "Delete the bytes of a picture for good; its row stays",
    input: change,
    output: Nothing,
    refusals: ["STATE_CHANGED"],
  },
});
