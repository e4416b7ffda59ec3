/** How rows of report parts are written in SQL: their columns, and the time of what they sum. */
import { type SQL, sql } from "drizzle-orm";
import type { FigureRow, Part, Span } from "../model.ts";

/** The columns of figures in rows of parts and in `report_sum`: a count, and sums in fen. */
const figureColumns = {
  times: "times",
  cash: "cash_fen",
  balance: "balance_fen",
  coupon: "coupon_fen",
  points: "points_fen",
  code: "code_fen",
  cashBack: "cash_back_fen",
  balanceBack: "balance_back_fen",
  cost: "cost_fen",
  in: "in_fen",
  out: "out_fen",
} as const;
type Figure = keyof typeof figureColumns;

/** The columns of rows of parts. */
export const partColumns = sql.raw(
  ["part", "key", "label", ...Object.values(figureColumns)].join(", "),
);
/** The figures of rows of parts, added up. */
export const addedColumns = sql.raw(
  Object.values(figureColumns)
    .map((column) => `sum(${column})::bigint AS ${column}`)
    .join(", "),
);

/** Selects rows of a part: SQL of its key and figures; figures that are left out are 0. */
export const selectPart = (
  part: Part,
  figures: Readonly<Partial<Record<Figure, string>>>,
  { key = "''", label = "''" }: { readonly key?: string; readonly label?: string } = {},
): SQL =>
  sql.raw(
    `SELECT '${part}' AS part, ${key} AS key, ${label} AS label, ${Object.entries(figureColumns)
      .map(([name, column]) => `coalesce(${figures[name as Figure] ?? 0}, 0)::bigint AS ${column}`)
      .join(", ")}`,
  );

/** SQL: an instant is in one of the spans. */
export const within = (column: string, spans: readonly Span[]): SQL => {
  const at = sql.raw(column);
  const one = ({ from, to }: Span) => sql`(${at} >= ${new Date(from)} AND ${at} < ${new Date(to)})`;
  return spans.length === 0 ? sql`false` : sql`(${sql.join(spans.map(one), sql` OR `)})`;
};

/** SQL text: the day of Shanghai of an instant, YYYY-MM-DD. */
export const dayOf = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD')`;

/** A row of a part as the database returns it. */
export type FoundPart = {
  readonly part: Part;
  readonly key: string;
  readonly label: string;
} & Readonly<Record<string, number | string>>;

export const figuresOfPart = (row: FoundPart): FigureRow => ({
  key: row.key,
  label: row.label,
  figures: Object.fromEntries(
    Object.entries(figureColumns).map(([name, column]) => [name, Number(row[column])]),
  ),
});
