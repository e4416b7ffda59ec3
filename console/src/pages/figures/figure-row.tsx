/** The five figures over the home page, of a period in the address; and the sales by hour below. */
import type { FigureName } from "@yunjing/contract/figures";
import { figures } from "@yunjing/contract/figures";
import { may } from "../../api/operator.ts";
import { Chart } from "../../parts/chart/chart.tsx";
import { fullTime } from "../../parts/format.ts";
import { Card } from "../../parts/page-head.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { oneOf, useSearchState } from "../../parts/table/search-state.ts";
import { Segments } from "../../parts/tabs.tsx";
import { useNow } from "../../parts/use-now.ts";
import { FigureCard } from "./figure-card.tsx";
import { axisText, unitWords, valueText } from "./figure-texts.ts";
import styles from "./figures.module.css";
import { DAY_MS, HOUR_MS, type PeriodName, periodOf, periods } from "./periods.ts";
import { useOverview, usePoints, useSeries } from "./use-figures.ts";

const SHOWN: readonly FigureName[] = ["gmv", "cash", "redeemed", "successRate", "newMembers"];
const SPEC = { span: oneOf(...periods.map(([name]) => name)) };
const choices = periods.map(([name, label]) => [name, label] as const);

/** The period of the address; today without one. */
function usePeriod() {
  const now = useNow();
  const [{ span = "today" }, setSearch] = useSearchState(SPEC);
  return {
    name: span,
    period: periodOf(span, now),
    choose: (name: PeriodName) => setSearch({ span: name === "today" ? undefined : name }),
  };
}

function Figures() {
  const { name, period, choose } = usePeriod();
  const overview = useOverview(period);
  const series = useSeries(period, SHOWN);
  const { data } = overview;
  const size = period.grain === "hour" ? HOUR_MS : DAY_MS;
  const isOver = (at: number) => data !== undefined && at + size <= data.comparedUntil;
  const courseOf = (wanted: FigureName) =>
    series.data?.list
      .find(({ figure }) => figure === wanted)
      ?.points.flatMap(({ at, value }) => (value !== undefined && isOver(at) ? [value] : []));
  return (
    <section className={styles.row} aria-label="经营数据">
      <div className={styles.bar}>
        <p role="status">
          {data &&
            (data.isWhole
              ? `变化按整点比较，截至 ${fullTime(data.comparedUntil).slice(11, 16)}；结果未知 ${data.unknown} 单`
              : "历史数据还在汇总，较早的数字会陆续补齐")}
        </p>
        <Segments label="时段" choices={choices} value={name} onChange={choose} />
      </div>
      {overview.isError && (
        <Failed failure={overview.error} onRetry={() => void overview.refetch()} />
      )}
      {overview.isPending && (
        <Card>
          <Skeleton rows={2} />
        </Card>
      )}
      {data && (
        <div className={styles.cards}>
          {SHOWN.map((wanted) => {
            const figure = data.list.find((one) => one.figure === wanted);
            return (
              figure && (
                <FigureCard
                  key={wanted}
                  name={wanted}
                  figure={figure}
                  period={period}
                  course={courseOf(wanted)}
                />
              )
            );
          })}
        </div>
      )}
    </section>
  );
}

/** A chart of one figure along a period, beside the days before. */
export function FigureChart(props: {
  readonly name: FigureName;
  readonly period: ReturnType<typeof periodOf>;
  readonly names: readonly [now: string, before: string];
}) {
  const { name, period, names } = props;
  const { title, unit, definition } = figures[name];
  const { points, now } = usePoints(period, name);
  return (
    <Card>
      {now.isError && <Failed failure={now.error} onRetry={() => void now.refetch()} />}
      {now.isPending && <Skeleton rows={6} />}
      {points && (
        <Chart
          title={`${title}，按${period.grain === "hour" ? "小时" : "天"}`}
          unit={unitWords[unit]}
          kind="line"
          points={points}
          names={names}
          definition={`${definition}图中只画已结束的${period.grain === "hour" ? "小时" : "天"}。`}
          format={(value) => valueText(unit, value)}
          axis={(value) => axisText(unit, value)}
        />
      )}
    </Card>
  );
}

const seriesNames: Readonly<Record<PeriodName, readonly [string, string]>> = {
  today: ["今天", "昨天"],
  yesterday: ["昨天", "前天"],
  week: ["近 7 天", "之前 7 天"],
  month: ["近 30 天", "之前 30 天"],
};

function Sales() {
  const { name, period } = usePeriod();
  return <FigureChart name="gmv" period={period} names={seriesNames[name]} />;
}

/** The five figures; nothing for an operator who may not read them. */
export const FigureRow = () => (may("stats:read") ? <Figures /> : null);

/** The sales along the period; nothing for an operator who may not read figures. */
export const SalesChart = () => (may("stats:read") ? <Sales /> : null);
