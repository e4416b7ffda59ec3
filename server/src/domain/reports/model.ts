/**
 * Reports of the console.
 *
 * - basis: what decides that a row belongs to the span. Bills, margins and dealers count the orders
 *   that were paid in the span with everything that followed (refunds, costs), whenever it was
 *   posted; flows, suppliers and withdrawals count by the time of the effect.
 * - comparison: an amount of the report beside the sum of the ledger's postings, which is computed
 *   by other statements from other tables.
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { ReportColumn } from "@yunjing/contract/schemas/operators/reports";

/** Instants in ms: from the first, before the second. */
export type Span = { readonly from: number; readonly to: number };

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
