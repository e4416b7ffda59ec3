/** How many refunds a tab of 售后退款 may load: only those of its own stage. */
import { useQueryClient } from "@tanstack/react-query";
import type { api, OutputOf } from "../../api/client.ts";

type Counts = OutputOf<typeof api.operatorRefunds.counts>;
export type CountedStage = keyof Counts["newest"];

/**
 * Returns how many refunds of a stage are not in its loaded rows. The counts end at a hundred, so a
 * longer queue shows a new one by its number.
 */
export function missingCount(
  stage: CountedStage,
  counts: Counts | undefined,
  loaded: readonly { readonly refundNo: string }[] | undefined,
): number {
  if (!counts || !loaded) return 0;
  const newest = counts.newest[stage];
  const isNewestLoaded = newest === undefined || loaded.some(({ refundNo }) => refundNo === newest);
  return Math.max(counts[stage] - loaded.length, isNewestLoaded ? 0 : 1);
}

/** Returns the loaded rows of one stage without a filter; undefined before they are loaded. */
export function useLoadedRefunds(stage: CountedStage) {
  type Page = OutputOf<typeof api.operatorRefunds.list>;
  const queries = useQueryClient().getQueriesData<Page>({
    queryKey: ["operatorRefunds", "list", { state: stage }],
  });
  const pages = queries.flatMap(([, data]) => (data ? [data.list] : []));
  return pages.length === 0 ? undefined : pages.flat();
}
