/** Code batches of all makers as operators see them. The inputs are those of the dealers. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorBatches as routes } from "../../routes/operators/batches.ts";
import { Instant } from "../../values.ts";
import { Batch, BatchState, batches } from "../batches.ts";
import { Target } from "../exchange.ts";
import { Person } from "./people.ts";

export const OperatorBatch = Type.Object({
  ...Batch.properties,
  maker: Person,
  checker: Type.Optional(Person),
  isMine: Type.Boolean({ description: "the caller made it, so another person approves it" }),
});
export type OperatorBatch = Static<typeof OperatorBatch>;

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
  detail: { ...batches.detail, ...changed },
  codes: batches.codes,
  create: { ...batches.create, ...changed },
  submit: { ...batches.submit, ...changed },
  import: batches.import,
  approve: {
    ...batches.approve,
    ...changed,
    input: Type.Object({ ...batches.approve.input.properties, ...why }),
  },
  reject: {
    ...batches.reject,
    ...changed,
    input: Type.Object({ ...batches.reject.input.properties, ...why }),
  },
  export: batches.export,
  exportKey: {
    ...batches.exportKey,
    input: Type.Object({ ...batches.exportKey.input.properties, ...why }),
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
  decide: { ...batches.decide, ...changed },
});
