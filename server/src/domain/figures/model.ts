/**
 * Figures of the operators' console.
 *
 * - measure: one thing that is summed by the hour, such as money paid through the channel.
 * - figure: what operators read; a sum of measures, or a rate of two sums (`formulas`).
 * - hour: a whole hour; days are days of Shanghai, whose hours begin with those of UTC.
 * - open hour: an hour that may still receive events; it is summed again at every run.
 */
import type { FigureName } from "@yunjing/contract/figures";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The measures of the dimension `total`. Money in fen, else counts. */
export type Measure =
  /** Paid for orders, by tender; a code at its face. */
  | "channelFen"
  | "balanceFen"
  | "couponFen"
  | "pointsFen"
  | "codeFen"
  /** Returned, in the hour of the return. */
  | "channelBackFen"
  | "balanceBackFen"
  | "codeBackFen"
  /** Cash and balance returned, in the hour of the order's payment. */
  | "paidBackFen"
  | "topupFen"
  /** The accounts cost and fee, debits less credits. */
  | "costFen"
  | "feeFen"
  | "orders"
  | "redeemed"
  | "givenBack"
  /** Items by the hour in which they were submitted, once their end is known. */
  | "delivered"
  | "failed"
  | "newMembers"
  | "registered";

export type Sums = Partial<Readonly<Record<string, number>>>;

type Sum = { readonly add: readonly Measure[]; readonly less?: readonly Measure[] };
/** `by` makes it a rate in basis points. */
type Formula = Sum & { readonly by?: readonly Measure[] };

const tenders: readonly Measure[] = [
  "channelFen",
  "balanceFen",
  "couponFen",
  "pointsFen",
  "codeFen",
];

/** How each figure follows from measures; its meaning is in `contract/src/figures.ts`. */
const formulas: Readonly<Record<FigureName, Formula>> = {
  gmv: { add: tenders },
  cash: { add: ["channelFen"] },
  orders: { add: ["orders"] },
  redeemed: { add: ["redeemed"], less: ["givenBack"] },
  successRate: { add: ["delivered"], by: ["delivered", "failed"] },
  newMembers: { add: ["newMembers"] },
  registered: { add: ["registered"] },
  topups: { add: ["topupFen"] },
  refunds: { add: ["channelBackFen", "balanceBackFen"] },
  refundRate: { add: ["paidBackFen"], by: ["channelFen", "balanceFen"] },
  discounts: { add: ["couponFen", "pointsFen"] },
  cost: { add: ["costFen"] },
  margin: {
    add: ["channelFen", "balanceFen", "codeFen"],
    less: ["channelBackFen", "balanceBackFen", "codeBackFen", "costFen", "feeFen"],
  },
};

const BASIS = 10_000;

const sumOf = (sums: Sums, measures: readonly Measure[]): number =>
  measures.reduce((sum, measure) => sum + (sums[measure] ?? 0), 0);

/** Returns a rate in basis points; null where there is nothing to divide by. */
export const rateOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part * BASIS) / whole);

/** Returns a figure of these sums: fen, a count, or basis points. */
export function figureOf(name: FigureName, sums: Sums): number | null {
  const { add, less = [], by } = formulas[name];
  const value = sumOf(sums, add) - sumOf(sums, less);
  return by === undefined ? value : rateOf(value, sumOf(sums, by));
}

export const hourOf = (at: number): number => at - (at % HOUR_MS);

/** Durations are counted in buckets, each a tenth longer than the one before. */
export const BUCKET_FIRST_MS = 100;
export const BUCKET_FACTOR = 1.1;

/**
 * Returns the duration in ms that a share of the counted ones does not exceed, from the counts of
 * each bucket; undefined without one. It is the middle of its bucket.
 */
export function percentileOf(
  counts: ReadonlyMap<number, number>,
  share: number,
): number | undefined {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of [...counts].toSorted(([a], [b]) => a - b)) {
    seen += count;
    if (seen >= total * share && count > 0) {
      return Math.round(BUCKET_FIRST_MS * BUCKET_FACTOR ** (bucket - 0.5));
    }
  }
  return undefined;
}
