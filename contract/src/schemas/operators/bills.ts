/**
 * Bills and statements by day, and their differences from our ledger. Money in fen, instants in ms.
 */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorBills as routes } from "../../routes/operators/bills.ts";
import { Instant, listOf, Nothing } from "../../values.ts";

const Source = Type.String({ pattern: "^[a-z]+(:[a-z0-9_-]+)?$", maxLength: 80 });
/** A day in China, such as 2026-11-20. */
const Day = Type.String({ pattern: "^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$" });
const Reason = Type.String({ minLength: 2, maxLength: 200 });
const Count = Type.Integer({ minimum: 0 });

/** One day of one source; `rows` and the following figures are of its newest edition. */
export const BillDay = Type.Object({
  /** `wechatpay`, or `supplier:` and the supplier's id. */
  source: Type.String(),
  day: Type.String(),
  /** `waiting` until its file has arrived. */
  state: Type.String(),
  /** Why it has not arrived yet, in the source's words. */
  reason: Type.Optional(Type.String()),
  tries: Count,
  editions: Count,
  rows: Count,
  /** Rows that agree. */
  matched: Count,
  /** The number of differences by class; their cases are part of reconciliation. */
  classes: Type.Record(Type.String(), Count),
  nextTryAt: Type.Optional(Instant),
  comparedAt: Type.Optional(Instant),
});
export type BillDay = Static<typeof BillDay>;

/** One difference; `row` is absent when the row is missing. */
export const BillDifference = Type.Object({
  class: Type.String(),
  subject: Type.String(),
  /** The row's number in the file, from 1. */
  rowNo: Type.Optional(Count),
  outNo: Type.Optional(Type.String()),
  channelNo: Type.Optional(Type.String()),
  amountFen: Type.Optional(Type.Integer()),
  feeFen: Type.Optional(Type.Integer()),
  state: Type.Optional(Type.String()),
  at: Type.Optional(Instant),
});
export type BillDifference = Static<typeof BillDifference>;

export const operatorBills = shapesOf<typeof routes>()({
  list: {
    summary: "Days before one, the newest first, a hundred at most",
    input: Type.Object({ source: Type.Optional(Source), before: Type.Optional(Day) }),
    output: listOf(BillDay),
    refusals: [],
  },
  differences: {
    summary: "What a day's newest edition and our books do not agree on, five hundred at most",
    input: Type.Object({
      source: Source,
      day: Day,
      class: Type.Optional(Type.String({ pattern: "^bill_[a-z_]+$", maxLength: 40 })),
    }),
    output: listOf(BillDifference),
    refusals: [],
  },
  ask: {
    summary:
      "Ask the channel about a payment of ours that a bill knows otherwise, and apply its word",
    input: Type.Object({
      outTradeNo: Type.String({ pattern: "^[0-9A-Za-z_-]{6,32}$" }),
      reason: Reason,
    }),
    /** `paid`, `open`, `closed`, or `unknown` when the channel gives no result. */
    output: Type.Object({ state: Type.String() }),
    refusals: ["NOT_FOUND"],
  },
  refetch: {
    summary: "Have a day asked for once more; what was imported stays",
    input: Type.Object({
      source: Source,
      day: Day,
      reason: Reason,
    }),
    output: Nothing,
    refusals: ["NOT_FOUND"],
  },
});
