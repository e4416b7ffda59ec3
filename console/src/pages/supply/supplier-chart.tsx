/** Success rate, latency and unknown results of a supplier by hour or day. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery, type OutputOf } from "../../api/client.ts";
import { Chart, type Point } from "../../parts/chart/chart.tsx";
import { countText, fullTime } from "../../parts/format.ts";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { oneOf, useSearchState } from "../../parts/table/search-state.ts";
import { Segments } from "../../parts/tabs.tsx";
import styles from "./supplier.module.css";

type SeriesPoint = OutputOf<typeof api.operatorSuppliers.series>["points"][number];
type Metric = "success" | "latency" | "unknown";

const metrics = {
  success: {
    title: "发放成功率",
    unit: "%",
    kind: "line",
    definition: "已发放 ÷ 已有结果的订单，按提交时间；结果未知的不计。",
    format: (value: number) => `${(value / 100).toFixed(1)}%`,
    axis: (value: number) => `${Math.round(value / 100)}%`,
  },
  latency: {
    title: "发放用时",
    unit: "秒",
    kind: "line",
    definition: "从提交到发放，按提交时间；误差 5% 以内。P95：95% 的订单不超过这个时间。",
    format: (value: number) => `${(value / 1_000).toFixed(1)} 秒`,
    axis: undefined,
  },
  unknown: {
    title: "结果未知",
    unit: "单",
    kind: "bar",
    definition: "超时没有结果、转人工处理的订单，按提交时间，含还没有结果的。",
    format: countText,
    axis: undefined,
  },
} as const;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const grains = {
  hour: { days: 2, labelOf: (at: number) => fullTime(at).slice(5, 16) },
  day: { days: 30, labelOf: (at: number) => fullTime(at).slice(5, 10) },
} as const;

const SPEC = { metric: oneOf("success", "latency", "unknown"), grain: oneOf("hour", "day") };

const shownPoint = (metric: Metric, label: string, { value, median }: SeriesPoint): Point => ({
  label,
  ...(value === undefined ? {} : { value }),
  ...(metric === "latency" && median !== undefined ? { before: median } : {}),
});

/** Whole hours, so that the same page has the same key for a while; ms. */
const hourNow = (): number => Math.floor(Date.now() / HOUR_MS) * HOUR_MS;

export function SupplierChart(props: {
  readonly supplierId: string;
  /** A panel has its own space around. */
  readonly isInPanel?: boolean;
}) {
  const { supplierId, isInPanel } = props;
  const [{ metric = "success", grain = "hour" }, setSearch] = useSearchState(SPEC);
  const { days, labelOf } = grains[grain];
  const from = hourNow() - days * DAY_MS;
  const query = useQuery(
    apiQuery(api.operatorSuppliers.series, { supplierId, metric, grain, from }),
  );
  const { title, unit, kind, definition, format, axis } = metrics[metric];
  return (
    <>
      <div className={styles.choices} data-panel={isInPanel || undefined}>
        <Segments
          label="指标"
          choices={[
            ["success", "成功率"],
            ["latency", "用时"],
            ["unknown", "结果未知"],
          ]}
          value={metric}
          onChange={(next) => setSearch({ metric: next })}
        />
        <Segments
          label="粒度"
          choices={[
            ["hour", "近 48 小时"],
            ["day", "近 30 天"],
          ]}
          value={grain}
          onChange={(next) => setSearch({ grain: next })}
        />
      </div>
      {query.isError && <Failed failure={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton rows={5} />}
      {query.data && (
        <Chart
          title={title}
          unit={unit}
          kind={kind}
          points={query.data.points.map((point) => shownPoint(metric, labelOf(point.at), point))}
          names={["P95", "P50"]}
          definition={definition}
          format={format}
          {...(axis && { axis })}
        />
      )}
    </>
  );
}
