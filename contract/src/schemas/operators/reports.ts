/**
 * Reports of a span, computed from orders, payments and deliveries, and compared with the ledger's
 * postings. Money in fen, instants in ms; days are days of Shanghai.
 */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import {
  type ReportGroup,
  reportGroups,
  type ReportKind,
  reportKinds,
} from "../../report-kinds.ts";
import type { operatorReports as routes } from "../../routes/operators/reports.ts";
import { Instant } from "../../values.ts";

const Kind = Type.Unsafe<ReportKind>(Type.Union(reportKinds.map((kind) => Type.Literal(kind))));
const Group = Type.Unsafe<ReportGroup>(Type.Union(reportGroups.map((by) => Type.Literal(by))));

export const ReportColumn = Type.Object({
  key: Type.String(),
  title: Type.String(),
  unit: Type.Union([Type.Literal("text"), Type.Literal("fen"), Type.Literal("count")]),
});
export type ReportColumn = Static<typeof ReportColumn>;

const Cell = Type.Union([Type.String(), Type.Integer(), Type.Null()]);

export const ReportRow = Type.Object({
  /** One for each column, in their order. */
  cells: Type.Array(Cell),
  /** The list of the same figures, below `/console`. */
  to: Type.Optional(Type.String()),
});
export type ReportRow = Static<typeof ReportRow>;

export const Report = Type.Object({
  kind: Kind,
  by: Group,
  from: Instant,
  to: Instant,
  columns: Type.Array(ReportColumn),
  rows: Type.Array(ReportRow),
  /** Of all rows, also of those that `isCut` leaves out; null under a text. */
  totals: Type.Array(Cell),
  /** True when there are more rows than listed. */
  isCut: Type.Boolean(),
  /** Each amount that the ledger has too: the report's total, and the sum of the postings. */
  comparisons: Type.Array(
    Type.Object({ title: Type.String(), reportFen: Type.Integer(), ledgerFen: Type.Integer() }),
  ),
  /** The sum of all differences, each without its sign: 0 when every total equals the ledger. */
  ledgerDifference: Type.Integer({ minimum: 0 }),
});
export type Report = Static<typeof Report>;

export const operatorReports = shapesOf<typeof routes>()({
  read: {
    summary:
      "A report of at most 366 days (31 by order), whose totals are compared with the ledger's postings",
    input: Type.Object({
      kind: Kind,
      /** The default is the first group of the kind. */
      by: Type.Optional(Group),
      from: Instant,
      /** Before this instant. */
      to: Instant,
    }),
    output: Report,
    refusals: ["INPUT_INVALID"],
  },
});
