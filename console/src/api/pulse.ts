/**
 * The pulse of the console: badges, open alerts, who has the same thing open, and whether a queue has
 * rows that a loaded list lacks.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, apiQuery, type OutputOf } from "./client.ts";

export type Pulse = OutputOf<typeof api.operatorQueues.pulse>;
export type Queue = keyof Pulse["newest"];

const EVERY_MS = 15_000;

/**
 * Returns the latest pulse; a hidden tab stops it. With `place`, such as `refund.RF…`, others see that
 * this operator has it open, and `others` names who else has.
 */
export function usePulse(place?: string): Pulse | undefined {
  const query = apiQuery(api.operatorQueues.pulse, place === undefined ? {} : { place });
  return useQuery({ ...query, refetchInterval: EVERY_MS, staleTime: EVERY_MS }).data;
}

/** The key of the pulse's queries: a write of this operator may end a notice or change a badge. */
export const pulseKey = [
  api.operatorQueues.pulse.topic,
  api.operatorQueues.pulse.operation,
] as const;

type Loaded = { readonly list?: readonly object[] };

/**
 * Returns how many rows a list may load, for `ResourceTable fresh`; undefined when the loaded pages
 * of the operation hold the newest one.
 */
export function useFresh(
  queue: Queue,
  { topic, operation, unit }: { topic: string; operation: string; unit: string },
): { readonly count: number; readonly unit: string } | undefined {
  const pulse = usePulse();
  const loaded = useQueryClient().getQueriesData<Loaded>({ queryKey: [topic, operation] });
  const pages = loaded.flatMap(([, data]) => (data?.list ? [data.list] : []));
  const newest = pulse?.newest[queue];
  if (newest === undefined || pages.length === 0) return undefined;
  const rows = pages.flat();
  if (rows.some((row) => Object.values(row).includes(newest))) return undefined;
  return {
    count: Math.max(
      1,
      ((queue === "alerts" ? pulse?.alerts : pulse?.counts[queue]) ?? 0) - rows.length,
    ),
    unit,
  };
}
