/** Reads a supplier's success rate, latency and orders of unknown result by hour or day. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import { percentileOf, rateOf } from "../model.ts";
import {
  countLatencies,
  countOpenUnknown,
  countSupplied,
  type SupplierCount,
} from "../store/supplier-series.ts";
import { bucketsOf } from "./read.ts";

type Point = Omit<Output<"operatorSuppliers", "series">["points"][number], "at">;
type Metric = Input<"operatorSuppliers", "series">["metric"];

const MEDIAN = 0.5;
const SLOWEST_TWENTIETH = 0.95;

const sumOf = (counts: readonly SupplierCount[], wanted: string): number =>
  counts.reduce((sum, { name, count }) => sum + (name === wanted ? count : 0), 0);

/** Of counts of one hour or day. */
const pointOf: Readonly<Record<Metric, (counts: readonly SupplierCount[]) => Point>> = {
  success: (counts) => {
    const delivered = sumOf(counts, "delivered");
    return withoutNulls({ value: rateOf(delivered, delivered + sumOf(counts, "failed")) });
  },
  latency: (counts) => {
    const byBucket = new Map(counts.map(({ name, count }) => [Number(name), count]));
    return withoutNulls({
      value: percentileOf(byBucket, SLOWEST_TWENTIETH) ?? null,
      median: percentileOf(byBucket, MEDIAN) ?? null,
    });
  },
  unknown: (counts) => ({ value: sumOf(counts, "manual") }),
};

/**
 * Returns every hour of a span of at most 31 days, or every day of one of at most 400; refuses
 * INPUT_INVALID. Unknown are the orders that came into the manual queue, those that still wait
 * included.
 */
export async function supplierSeries(
  context: Context,
  db: Db,
  { supplierId, metric, grain, ...span }: Input<"operatorSuppliers", "series">,
): Promise<Output<"operatorSuppliers", "series">> {
  const { starts, from, to } = bucketsOf(context.clock.now().getTime(), span, grain);
  const wanted = { supplierId, grain, from, to };
  const counts =
    metric === "latency"
      ? await countLatencies(db, wanted)
      : [
          ...(await countSupplied(db, wanted)),
          ...(metric === "unknown" ? await countOpenUnknown(db, wanted) : []),
        ];
  return {
    points: starts.map((at) => ({ at, ...pointOf[metric](counts.filter((one) => one.at === at)) })),
  };
}
