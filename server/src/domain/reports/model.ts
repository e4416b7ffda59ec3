/**
 * Reports of the console.
 *
 * - basis: what decides that a row belongs to the span. Bills, margins and dealers count the orders
 *   that were paid in the span with everything that followed (refunds, costs), whenever it was
 *   posted; flows, suppliers and withdrawals count by the time of the effect.
 * - comparison: an amount of the report beside the sum of the ledger's postings, which is computed
 *   by other statements from other tables.
 * - part: sums of one kind and group, as `sku`, and those of the ledger that they must equal. Most
 *   of a span is stored by hour and day, the rest is counted (decision 0260).
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { ReportColumn } from "@yunjing/contract/schemas/operators/reports";
import { shanghaiDayStart } from "../../platform/shanghai.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The beginning of the hour of an instant; both in ms. */
export const hourOf = (at: number): number => at - (at % HOUR_MS);

/** Instants in ms: from the first, before the second. */
export type Span = { readonly from: number; readonly to: number };

/** Parts of the orders that were paid in a span, and of the ledger's postings for them. */
export const orderParts = [
  "order",
  "sku",
  "supplier",
  "batch",
  "orderLedger",
  "batchLedger",
] as const;
/** Parts of what happened in a span, and of what the ledger posted in it. */
export const effectParts = [
  "channel",
  "delivery",
  "topUp",
  "channelLedger",
  "deliveryLedger",
  "topUpLedger",
] as const;
export type OrderPart = (typeof orderParts)[number];
export type EffectPart = (typeof effectParts)[number];
export type Part = OrderPart | EffectPart;

/** The hours from `since` are stored up to `until`; in ms. The first is the beginning of an hour. */
export type StoredSpan = { readonly since: number; readonly until: number };

/** Whole hours or days that are stored: those that begin in the span. */
export type StoredPiece = Span & { readonly grain: "hour" | "day" };

/**
 * Divides a span into what is stored, in days as far as possible, and into what must be counted. The
 * present hour and day are stored up to `until`, so they are read only with a span that ends after it.
 */
export function divide(
  span: Span,
  { since, until }: StoredSpan,
): { readonly stored: readonly StoredPiece[]; readonly counted: readonly Span[] } {
  const from = Math.max(hourOf(span.from + HOUR_MS - 1), since);
  const to = span.to < until ? hourOf(span.to) : until;
  if (from >= to) return { stored: [], counted: [span] };
  const firstDay = Math.min(to, shanghaiDayStart(from + DAY_MS - 1));
  const lastDay = span.to < until ? Math.max(firstDay, shanghaiDayStart(to)) : to;
  const pieces: StoredPiece[] = [
    { grain: "hour", from, to: firstDay },
    { grain: "day", from: firstDay, to: lastDay },
    { grain: "hour", from: lastDay, to },
  ];
  const edges = [
    { from: span.from, to: from },
    { from: to, to: span.to },
  ];
  return {
    stored: pieces.filter((piece) => piece.from < piece.to),
    counted: edges.filter((edge) => edge.from < edge.to),
  };
}

/** Sums by name, in fen. */
export type Sums = Readonly<Record<string, number>>;

/** A row of amounts and counts by column, with its label. */
export type FigureRow = {
  readonly key: string;
  readonly label: string;
  readonly figures: Sums;
};

export type Column = Omit<ReportColumn, "unit"> & {
  readonly unit: "fen" | "count";
  /** What the ledger posted for it; the report's total must equal it. */
  readonly isCompared?: true;
};

export const fen = (key: string, title: string): Column => ({ key, title, unit: "fen" });
export const compared = (key: string, title: string): Column => ({
  ...fen(key, title),
  isCompared: true,
});
export const count = (key: string, title: string): Column => ({ key, title, unit: "count" });

/** A sum by its name; 0 where there is none. */
export const of = (sums: Sums, name: string): number => ownValue(sums, name) ?? 0;

/** What the shop got for orders, less what went back and what it cost. */
export const marginOf = (sums: Sums): number =>
  ["cash", "balance", "code"].reduce((sum, name) => sum + of(sums, name), 0) -
  ["cashBack", "balanceBack", "cost"].reduce((sum, name) => sum + of(sums, name), 0);

/** Adds rows by `keyOf`, in the order of the keys; a row's label is the last of its texts. */
export function addRows(
  rows: readonly FigureRow[],
  keyOf: (row: FigureRow) => string = ({ key }) => key,
): FigureRow[] {
  const added = new Map<string, { label: string; figures: Map<string, number> }>();
  for (const row of rows) {
    const key = keyOf(row);
    const sum = added.get(key) ?? { label: "", figures: new Map<string, number>() };
    added.set(key, sum);
    if (row.label > sum.label) sum.label = row.label;
    for (const [name, value] of Object.entries(row.figures))
      sum.figures.set(name, (sum.figures.get(name) ?? 0) + value);
  }
  return [...added]
    .map(([key, { label, figures }]) => ({ key, label, figures: Object.fromEntries(figures) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/** The figures of all rows together. */
export const sumsOf = (rows: readonly FigureRow[]): Sums =>
  addRows(rows, () => "")[0]?.figures ?? {};
