/** Code batches: their target, their progress, and the report of an import. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { batches as routes } from "../routes/batches.ts";
import { Fen, Instant, listOf, pageOf, paging, Planned, Points, Text } from "../values.ts";
import { Month, OwnDealer, OwnStatement } from "./dealers.ts";
import { Target } from "./exchange.ts";

/**
 * What the codes of a batch are exchanged for: a set meal of a brand, a value voucher, points or
 * balance.
 */
export const BatchTarget = Type.Object({
  target: Target,
  title: Type.String({ minLength: 1, maxLength: 40 }),
  brand: Type.Optional(Type.String({ maxLength: 32 })),
  setMealId: Type.Optional(Type.String({ maxLength: 64 })),
  valueFen: Type.Optional(Fen),
  points: Type.Optional(Points),
  templateId: Type.Optional(Type.String({ maxLength: 64 })),
  /** Of a benefit target: the options, of which the holder chooses one. */
  choices: Type.Optional(
    Type.Array(
      Type.Object({
        skuId: Type.String({ minLength: 1, maxLength: 64 }),
        title: Type.String({ minLength: 1, maxLength: 40 }),
      }),
      { minItems: 1, maxItems: 8 },
    ),
  ),
  /** Of a level target: the level, and its duration. */
  grade: Type.Optional(Type.Integer({ minimum: 2, maximum: 9 })),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_660 })),
  faceFen: Type.Optional(Fen),
  validFrom: Type.Optional(Planned),
  validUntil: Planned,
});
export type BatchTarget = Static<typeof BatchTarget>;

export const BatchState = Type.Union([
  Type.Literal("draft"),
  Type.Literal("generating"),
  Type.Literal("failed"),
  Type.Literal("ready"),
  Type.Literal("active"),
  Type.Literal("paused"),
  Type.Literal("ended"),
  Type.Literal("void"),
  Type.Literal("rejected"),
]);

export const Batch = Type.Object({
  batchId: Type.String(),
  name: Type.String(),
  target: BatchTarget,
  origin: Type.Union([Type.Literal("own"), Type.Literal("imported")]),
  state: BatchState,
  activation: Type.Union([Type.Literal("now"), Type.Literal("on_sale")], {
    description: "on_sale: approved codes sleep until a range of serials is activated",
  }),
  count: Type.Integer(),
  made: Type.Integer(),
  asleep: Type.Integer({ description: "made, not yet live" }),
  live: Type.Integer({ description: "to be redeemed, or being redeemed now" }),
  frozen: Type.Integer(),
  void: Type.Integer(),
  expired: Type.Integer({ description: "of asleep, live and frozen: those whose time is over" }),
  /** Who claimed the export key, and when; it can be claimed only once. */
  exportKey: Type.Optional(Type.Object({ takenBy: Type.String(), at: Instant })),
  /** Until when the export key may be claimed; absent until the maker has downloaded the file. */
  exportExpiresAt: Type.Optional(Instant),
  isExportExpired: Type.Boolean({ description: "the maker must take the file anew" }),
  /** What one code costs the dealer of this batch, and what the dealer owes by now. */
  dealer: Type.Optional(Type.Object({ priceFen: Fen, owedFen: Fen })),
  redeemed: Type.Integer({ description: "codes used up" }),
  uses: Type.Integer({ description: "redemptions in all" }),
  usesPerCode: Type.Integer(),
  perMember: Type.Integer({ description: "how many uses of one code a member may have" }),
  /** The decisions that wait for another person. */
  waiting: Type.Array(
    Type.Object({
      approvalId: Type.String(),
      kind: Type.Literal("void"),
      from: Type.Integer(),
      to: Type.Integer(),
      reason: Type.String(),
      makerId: Type.String(),
      at: Instant,
      expiresAt: Instant,
      /** The time to decide is over; the request may be submitted again. */
      isExpired: Type.Boolean(),
    }),
  ),
  /** While waiting for approval: the deadline. */
  expiresAt: Type.Optional(Instant),
  isExpired: Type.Boolean({
    description: "nobody approved it in time; its maker may submit it anew",
  }),
  reason: Type.Optional(Type.String({ description: "why it was turned down" })),
  note: Type.String(),
  makerId: Type.String(),
  checkerId: Type.Optional(Type.String()),
  createdAt: Instant,
});
export type Batch = Static<typeof Batch>;

/** Redemptions on days of Shanghai, the oldest first; each day by its first instant. */
export const RedemptionsByDay = Type.Object({
  list: Type.Array(Type.Object({ at: Instant, value: Type.Integer({ minimum: 0 }) })),
  /** Until when redemptions are counted; absent before the first sum. */
  updatedAt: Type.Optional(Instant),
});
export type RedemptionsByDay = Static<typeof RedemptionsByDay>;

export const BatchPath = { batchId: Type.String({ minLength: 8, maxLength: 64 }) };
/** Serial numbers of a batch, both inclusive; absent: the whole batch. */
const range = {
  from: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  to: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
};
export const Reason = Type.String({ minLength: 1, maxLength: 140 });
const changing = ["NOT_FOUND", "BATCH_STATE", "INPUT_INVALID"] as const;
const ImportRow = Type.Object({
  row: Type.Integer(),
  result: Type.Union([
    Type.Literal("ok"),
    Type.Literal("bad_form"),
    Type.Literal("twice_in_file"),
    Type.Literal("known"),
  ]),
  last4: Type.String(),
});

export const batches = shapesOf<typeof routes>()({
  create: {
    summary: "Describe a batch of codes; they are made when it is submitted",
    input: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 60 }),
      target: BatchTarget,
      count: Type.Integer({ minimum: 1, maximum: 100_000 }),
      usesPerCode: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      perMember: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      activation: Type.Optional(Type.Union([Type.Literal("now"), Type.Literal("on_sale")])),
      note: Type.Optional(Text),
    }),
    output: Batch,
    refusals: ["INPUT_INVALID"],
  },
  list: {
    summary: "The caller's own batches, newest first",
    input: Type.Object(paging),
    output: pageOf(Batch),
    refusals: [],
  },
  dealer: {
    summary:
      "The caller's own terms as a dealer and what this month took; empty for whoever is none",
    input: Type.Object({}),
    output: Type.Object({ dealer: Type.Optional(OwnDealer) }),
    refusals: [],
  },
  statement: {
    summary: "What the calling dealer made in a month, and what is owed for it by now",
    input: Type.Object({ month: Month }),
    output: OwnStatement,
    refusals: ["NOT_FOUND"],
  },
  statementPdf: {
    summary: "The same statement as a PDF to keep or to pass on",
    input: Type.Object({ month: Month }),
    output: Type.Unsafe<Uint8Array>(Type.String({ format: "binary" })),
    bytes: { type: "application/pdf", cacheSeconds: 0 },
    refusals: ["NOT_FOUND"],
  },
  statementCsv: {
    summary: "The same statement as CSV for a spreadsheet",
    input: Type.Object({ month: Month }),
    output: Type.Unsafe<Uint8Array>(Type.String({ format: "binary" })),
    bytes: { type: "text/csv", cacheSeconds: 0 },
    refusals: ["NOT_FOUND"],
  },
  detail: {
    summary: "One batch and how far it is",
    input: Type.Object(BatchPath),
    output: Batch,
    refusals: ["NOT_FOUND"],
  },
  redemptions: {
    summary:
      "How often codes of a batch were redeemed on each of the last thirty days; summed hourly",
    input: Type.Object(BatchPath),
    output: RedemptionsByDay,
    refusals: ["NOT_FOUND"],
  },
  submit: {
    summary:
      "Make the codes of a draft for a checker; again when the making failed or its time ran out",
    input: Type.Object(BatchPath),
    output: Batch,
    refusals: ["NOT_FOUND", "BATCH_STATE", "DEALER_QUOTA"],
  },
  codes: {
    summary: "Codes of a batch by their last four symbols, for support; never the whole code",
    input: Type.Object({ ...BatchPath, last4: Type.String({ minLength: 4, maxLength: 4 }) }),
    output: listOf(
      Type.Object({
        serial: Type.Integer(),
        last4: Type.String(),
        state: Type.String(),
        orderNo: Type.Optional(Type.String()),
        redeemedAt: Type.Optional(Instant),
      }),
    ),
    refusals: ["NOT_FOUND"],
  },
  import: {
    summary: "Take codes issued elsewhere, one a CSV row; a dry run reports and changes nothing",
    bodyBytesMax: 12_000_000,
    input: Type.Object({
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
      target: BatchTarget,
      dryRun: Type.Boolean(),
      file: Type.String({ minLength: 1, maxLength: 10_000_000, description: "CSV text" }),
    }),
    output: Type.Object({
      batchId: Type.Optional(Type.String()),
      total: Type.Integer(),
      accepted: Type.Integer(),
      rows: Type.Array(ImportRow, {
        description: "every refused row, and accepted ones up to 1,000",
      }),
    }),
    refusals: ["INPUT_INVALID", "TOO_LARGE", "DEALER_QUOTA"],
  },
  export: {
    summary:
      "The codes that can still be redeemed as a sealed file, to their maker only; repeatable",
    input: Type.Object(BatchPath),
    output: Type.Unsafe<AsyncIterable<Uint8Array>>(Type.String({ format: "binary" })),
    bytes: { type: "application/octet-stream", cacheSeconds: 0 },
    refusals: ["NOT_FOUND", "BATCH_STATE"],
  },
  freeze: {
    summary:
      "Stop codes at once: live ones, and those somebody is redeeming; the whole batch pauses",
    input: Type.Object({ ...BatchPath, ...range, reason: Reason }),
    output: Batch,
    refusals: [...changing],
  },
  resume: {
    summary: "Let frozen codes live again",
    input: Type.Object({ ...BatchPath, ...range, reason: Reason }),
    output: Batch,
    refusals: [...changing],
  },
  activate: {
    summary: "Let sold codes of a batch with activation on_sale live",
    input: Type.Object({ ...BatchPath, ...range }),
    output: Batch,
    refusals: [...changing],
  },
  extend: {
    summary: "A later end for every code that is not redeemed or void; never an earlier one",
    input: Type.Object({ ...BatchPath, validUntil: Planned, reason: Reason }),
    output: Batch,
    refusals: [...changing],
  },
  void: {
    summary: "Ask to end codes for good; another person decides, and nothing happens before",
    input: Type.Object({ ...BatchPath, ...range, reason: Reason }),
    output: Batch,
    refusals: [...changing],
  },
});
