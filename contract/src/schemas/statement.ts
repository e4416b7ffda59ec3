/** A line of a statement, of points or of money alike: what changed, why, and what was there afterwards. */
import Type, { type Static } from "typebox";
import { Instant } from "../values.ts";

/** A month of Asia/Shanghai, YYYY-MM. */
export const Month = Type.String({ pattern: "^\\d{4}-(0[1-9]|1[0-2])$" });
export const MonthQuery = Type.Optional(Month);

/** What a line came from, and so where it leads. */
const Cause = Type.Object({
  kind: Type.Union([
    Type.Literal("order"),
    Type.Literal("refund"),
    Type.Literal("topup"),
    Type.Literal("withdrawal"),
    Type.Literal("code"),
    Type.Literal("invite"),
    Type.Literal("sign_in"),
    Type.Literal("task"),
    Type.Literal("adjustment"),
    Type.Literal("time"),
  ]),
  /** The number of the order, top-up or withdrawal; absent where there is nothing to open. */
  no: Type.Optional(Type.String()),
});

/** `change` and `after` are points or fen, as the statement says. */
export const StatementEntry = Type.Object({
  id: Type.String(),
  /** The entry type of domain.md 13 and 14 in lower case: earn_order, spend_exchange, pay, topup_bonus. */
  type: Type.String(),
  title: Type.String(),
  /** Which part of the money it was: 本金, 赠送, 可提现; absent for points. */
  part: Type.Optional(Type.String()),
  change: Type.Integer(),
  /** What could be spent afterwards; absent while it is pending. */
  after: Type.Optional(Type.Integer({ minimum: 0 })),
  state: Type.Union([Type.Literal("booked"), Type.Literal("pending"), Type.Literal("held")]),
  /** When a pending line begins. */
  dueAt: Type.Optional(Instant),
  month: Month,
  at: Instant,
  cause: Type.Optional(Cause),
});
export type StatementEntry = Static<typeof StatementEntry>;
