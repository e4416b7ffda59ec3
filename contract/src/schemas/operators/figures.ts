/**
 * The operators' figures. Money in fen, rates in basis points, instants in ms; hours are whole
 * hours and days are days of Shanghai.
 */
import Type, { type Static } from "typebox";
import { figureNames, type FigureName, type TopKind, topKinds } from "../../figures.ts";
import { shapesOf } from "../../operation.ts";
import type { operatorFigures as routes } from "../../routes/operators/figures.ts";
import { Instant } from "../../values.ts";
import { RedemptionsByDay } from "../batches.ts";

const Figure = Type.Unsafe<FigureName>(Type.Union(figureNames.map((name) => Type.Literal(name))));
const Value = Type.Integer();
/** Absent: today in Shanghai, until now. */
const span = { from: Type.Optional(Instant), to: Type.Optional(Instant) };

const FigureOfSpan = Type.Object({
  figure: Figure,
  /** Absent where a rate has nothing to divide by. */
  value: Type.Optional(Value),
  /** The same until `comparedUntil`, and the same stretch of the time before and a week before. */
  compared: Type.Optional(Value),
  before: Type.Optional(Value),
  weekBefore: Type.Optional(Value),
});
export type FigureOfSpan = Static<typeof FigureOfSpan>;

const Series = Type.Object({
  figure: Figure,
  points: Type.Array(Type.Object({ at: Instant, value: Type.Optional(Value) })),
});

export const operatorFigures = shapesOf<typeof routes>()({
  overview: {
    summary: "The figures of a span beside those of the time before; at most 400 days",
    input: Type.Object(span),
    output: Type.Object({
      from: Instant,
      to: Instant,
      /** The last full hour: up to here the spans are compared. */
      comparedUntil: Instant,
      list: Type.Array(FigureOfSpan),
      /** Supplier orders without a known result now, at most 1000. */
      unknown: Type.Integer({ minimum: 0 }),
      /** When the hours were last summed; absent before the first time. */
      updatedAt: Type.Optional(Instant),
      /** False while the hours of an older database are not all summed yet. */
      isWhole: Type.Boolean(),
    }),
    refusals: ["INPUT_INVALID"],
  },
  series: {
    summary: "Figures by hour (at most 31 days) or by day (at most 400 days)",
    input: Type.Object({
      /** Names of up to six figures, with commas between. */
      figures: Type.String({ pattern: "^[A-Za-z]{3,20}(,[A-Za-z]{3,20}){0,5}$", maxLength: 130 }),
      grain: Type.Union([Type.Literal("hour"), Type.Literal("day")]),
      ...span,
    }),
    output: Type.Object({ list: Type.Array(Series) }),
    refusals: ["INPUT_INVALID"],
  },
  top: {
    summary: "What brought most in a span, by benefit, supplier, tender, batch or coupon",
    input: Type.Object({
      by: Type.Unsafe<TopKind>(Type.Union(topKinds.map((kind) => Type.Literal(kind)))),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
      ...span,
    }),
    output: Type.Object({
      list: Type.Array(
        Type.Object({
          key: Type.String(),
          title: Type.String(),
          amountFen: Value,
          /** Units sold, items delivered, or codes redeemed; absent where none are counted. */
          count: Type.Optional(Value),
          /** Of a supplier: delivered of those whose end is known, in basis points. */
          successRate: Type.Optional(Value),
        }),
      ),
    }),
    refusals: ["INPUT_INVALID"],
  },
  fetching: {
    summary: "How long deliveries took from the payment, by kind of order, within five per cent",
    input: Type.Object(span),
    output: Type.Object({
      list: Type.Array(
        Type.Object({
          kind: Type.String(),
          count: Type.Integer({ minimum: 0 }),
          p50Ms: Type.Integer({ minimum: 0 }),
          p95Ms: Type.Integer({ minimum: 0 }),
        }),
      ),
    }),
    refusals: ["INPUT_INVALID"],
  },
  batch: {
    summary: "Redemptions of a batch of codes on each of the last thirty days",
    input: Type.Object({ batchId: Type.String({ minLength: 36, maxLength: 36 }) }),
    output: RedemptionsByDay,
    refusals: [],
  },
  liabilities: {
    summary: "What members were owed at the end of an hour, or are owed now, from the ledger",
    input: Type.Object({ at: Type.Optional(Instant) }),
    output: Type.Object({
      principalFen: Value,
      bonusFen: Value,
      rewardFen: Value,
      /** Points that members have, less those they owe. */
      points: Value,
      /** Codes that can be redeemed now, at their face; absent for a past instant. Not in the total. */
      codesFen: Type.Optional(Value),
      /** The three amounts and the points at 100 for one yuan. */
      totalFen: Value,
      isWhole: Type.Boolean(),
      updatedAt: Type.Optional(Instant),
    }),
    refusals: [],
  },
});
