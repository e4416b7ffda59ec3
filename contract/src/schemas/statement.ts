/** A line of a statement, of points or of money: what changed, why, and the amount afterwards. */
import Type, { type Static } from "typebox";
import { Instant } from "../values.ts";

/** A month of Asia/Shanghai, YYYY-MM. */
export const Month = Type.String({ pattern: "^\\d{4}-(0[1-9]|1[0-2])$" });
export const MonthQuery = Type.Optional(Month);

/** The cause of a line, and so its link. */
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

/** `change` and `after` are points or fen, depending on the statement. */
export const StatementEntry = Type.Object({
  id: Type.String(),
  /**
   * The entry type of domain.md 13 and 14 in lower case: earn_order, spend_exchange, pay,
   * topup_bonus.
   */
  type: Type.String(),
  title: Type.String(),
  /** Which part of the money it was: 本金, 赠送, 可提现; absent for points. */
  part: Type.Optional(Type.String()),
  change: Type.Integer(),
  /** The amount available afterwards; absent while the line is pending. */
  after: Type.Optional(Type.Integer({ minimum: 0 })),
  state: Type.Union([Type.Literal("booked"), Type.Literal("pending"), Type.Literal("held")]),
  /** When a pending line becomes available. */
  dueAt: Type.Optional(Instant),
  month: Month,
  at: Instant,
  cause: Type.Optional(Cause),
});
export type StatementEntry = Static<typeof StatementEntry>;
