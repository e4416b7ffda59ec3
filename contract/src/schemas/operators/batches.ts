/** Code batches of all makers as operators see them. The inputs are those of the dealers. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorBatches as routes } from "../../routes/operators/batches.ts";
import { Instant } from "../../values.ts";
import { Batch, BatchPath, BatchState, batches } from "../batches.ts";
import { Target } from "../exchange.ts";
import { Person } from "./people.ts";

export const OperatorBatch = Type.Object({
  ...Batch.properties,
  maker: Person,
  checker: Type.Optional(Person),
  isMine: Type.Boolean({ description: "the caller made it, so another person approves it" }),
});
export type OperatorBatch = Static<typeof OperatorBatch>;

/** The kinds of target that are chosen from a list. */
const ChosenTarget = Type.Union([
  Type.Literal("meal"),
  Type.Literal("voucher"),
  Type.Literal("benefit"),
  Type.Literal("coupon"),
  Type.Literal("level"),
]);
export type ChosenTarget = Static<typeof ChosenTarget>;

/** A set meal, a brand, a SKU, a coupon template or a level. */
const TargetChoice = Type.Object({
  /** The value of `setMealId`, `brand`, `skuId`, `templateId` or `grade`. */
  id: Type.String(),
  title: Type.String(),
  /** Of a set meal. */
  brand: Type.Optional(Type.Object({ code: Type.String(), name: Type.String() })),
});
export type TargetChoice = Static<typeof TargetChoice>;

/** The dealers' input, and why the operator does it. */
const why = { reason: Type.String({ minLength: 2, maxLength: 140 }) };
const changed = { output: OperatorBatch } as const;

export const operatorBatches = shapesOf<typeof routes>()({
  list: {
    summary: "The batches of all makers, the newest first",
    input: Type.Object({
      state: Type.Optional(BatchState),
      target: Type.Optional(Target),
      /** A part of the name. */
      keyword: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
      makerNo: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
      /** Whether a dealer made it. */
      isDealer: Type.Optional(Type.Boolean()),
      endsBefore: Type.Optional(Instant),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    output: Type.Object({
      list: Type.Array(OperatorBatch),
      hasMore: Type.Boolean(),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: ["BAD_REQUEST"],
  },
  targets: {
    summary: "What the codes of a batch can be redeemed for; at most 2,000 of a kind",
    input: Type.Object({ target: ChosenTarget }),
    output: Type.Object({ list: Type.Array(TargetChoice), hasMore: Type.Boolean() }),
    refusals: [],
  },
  detail: { ...batches.detail, ...changed },
  codes: batches.codes,
  create: { ...batches.create, ...changed },
  submit: { ...batches.submit, ...changed },
  import: batches.import,
  reject: {
    summary: "Another person turns a batch down, with a reason",
    input: Type.Object({ ...BatchPath, ...why }),
    ...changed,
    refusals: ["NOT_FOUND", "BATCH_STATE", "NO_PERMISSION"],
  },
  export: batches.export,
  exportKey: {
    summary:
      "The key of that file, to one other person, once, within 24 hours of an export; the same call again is answered alike",
    input: Type.Object({ ...BatchPath, ...why }),
    output: Type.Object({ key: Type.String() }),
    refusals: ["NOT_FOUND", "BATCH_STATE", "NO_PERMISSION", "APPROVAL_EXPIRED", "EXPORT_KEY_TAKEN"],
  },
  freeze: { ...batches.freeze, ...changed },
  resume: { ...batches.resume, ...changed },
  activate: {
    ...batches.activate,
    ...changed,
    input: Type.Object({ ...batches.activate.input.properties, ...why }),
  },
  extend: { ...batches.extend, ...changed },
  void: { ...batches.void, ...changed },
});
