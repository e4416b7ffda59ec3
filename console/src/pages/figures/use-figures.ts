/** The queries of figures: a period with its comparison, and the series of a chart. */
import { useQuery } from "@tanstack/react-query";
import type { FigureName } from "@yunjing/contract/figures";
import { api, apiQuery, type OutputOf } from "../../api/client.ts";
import type { Point } from "../../parts/chart/chart.tsx";
import { fullTime } from "../../parts/format.ts";
import { useNow } from "../../parts/use-now.ts";
import { DAY_MS, HOUR_MS, type Period, spanBefore, spanOf } from "./periods.ts";

/** The server sums the open hour once a minute. */
const REFRESH_MS = 60_000;
const live = { refetchInterval: REFRESH_MS } as const;

export type Overview = OutputOf<typeof api.operatorFigures.overview>;
export type FigureOfSpan = Overview["list"][number];

export const useOverview = (period: Period) =>
  useQuery({ ...apiQuery(api.operatorFigures.overview, spanOf(period)), ...live });

/** The values of some figures along a period. */
export const useSeries = (period: Period, names: readonly FigureName[]) =>
  useQuery({
    ...apiQuery(api.operatorFigures.series, {
      figures: names.join(","),
      grain: period.grain,
      ...spanOf(period),
    }),
    ...live,
  });

const labelOf = (at: number, { grain, days }: Period): string => {
  const text = fullTime(at);
  if (grain === "day") return text.slice(5, 10);
  return days > 1 ? text.slice(8, 16) : text.slice(11, 16);
};

/**
 * The points of a chart: the figure of each hour or day that is over, beside the one of the days
 * before. The days before are whole, so a day that goes on has their labels.
 */
export function usePoints(period: Period, name: FigureName) {
  const now = useSeries(period, [name]);
  const before = useQuery(
    apiQuery(api.operatorFigures.series, {
      figures: name,
      grain: period.grain,
      ...spanBefore(period),
    }),
  );
  const values = now.data?.list[0]?.points;
  const earlier = before.data?.list[0]?.points ?? [];
  const size = period.grain === "hour" ? HOUR_MS : DAY_MS;
  const until = useNow();
  const points =
    values &&
    Array.from({ length: Math.max(values.length, earlier.length) }, (_, place) => {
      const at = period.from + place * size;
      const value = at + size > until ? undefined : values[place]?.value;
      const other = earlier[place]?.value;
      const point: Point = {
        label: labelOf(at, period),
        ...(value === undefined ? {} : { value }),
        ...(other === undefined ? {} : { before: other }),
      };
      return point;
    });
  return { points, now };
}
