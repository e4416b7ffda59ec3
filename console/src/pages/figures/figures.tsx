/** 经营数据: every figure of a period beside the time before, one as a chart, and the rankings. */
import { Link } from "@tanstack/react-router";
import { figureNames, type FigureName, figures, topKinds } from "@yunjing/contract/figures";
import { may } from "../../api/operator.ts";
import { DateInput } from "../../parts/date-input.tsx";
import { DataTable } from "../../parts/data-table.tsx";
import { fullTime } from "../../parts/format.ts";
import { Card, PageHead } from "../../parts/page-head.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Segments } from "../../parts/tabs.tsx";
import { useNow } from "../../parts/use-now.ts";
import { FetchingCard } from "./fetching-card.tsx";
import { FigureDefinition } from "./figure-card.tsx";
import { FigureChart } from "./figure-row.tsx";
import { changeOf, listOf, valueText } from "./figure-texts.ts";
import styles from "./figures.module.css";
import { LiabilitiesCard } from "./liabilities-card.tsx";
import { ownPeriod, type Period, periodOf, periods } from "./periods.ts";
import { TopCard } from "./top-card.tsx";
import { type FigureOfSpan, type Overview, useOverview } from "./use-figures.ts";

const names = periods.map(([name]) => name);
const SPEC = {
  span: oneOf(...names, "own"),
  first: text(10),
  last: text(10),
  figure: oneOf(...figureNames),
  by: oneOf(...topKinds),
};
const choices = [
  ...periods.map(([name, label]) => [name, label] as const),
  ["own", "自选"] as const,
];

function Comparison(props: {
  readonly name: FigureName;
  readonly now: number | undefined;
  readonly before: number | undefined;
}) {
  const { name, now, before } = props;
  const change = changeOf(name, now, before);
  const sign = change && { up: "+", down: "−", same: "" }[change.direction];
  return (
    <>
      <td>{valueText(figures[name].unit, before)}</td>
      <td data-good={change && change.direction !== "same" ? change.isGood : undefined}>
        {change ? `${sign}${change.text}` : "—"}
      </td>
    </>
  );
}

function FigureTableRow(props: {
  readonly figure: FigureOfSpan;
  readonly period: Period;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  const { figure, period, isChosen, onChoose } = props;
  const name = figure.figure;
  const list = listOf(name, period);
  return (
    <tr data-chosen={isChosen}>
      <th scope="row">
        <span>
          <button type="button" aria-pressed={isChosen} onClick={onChoose}>
            {figures[name].title}
          </button>
          <FigureDefinition name={name} />
        </span>
      </th>
      <td>{valueText(figures[name].unit, figure.value)}</td>
      <Comparison name={name} now={figure.compared} before={figure.before} />
      {period.days === 1 && (
        <Comparison name={name} now={figure.compared} before={figure.weekBefore} />
      )}
      <td>
        {list && may(...list.permissions) ? (
          <Link
            to={list.to}
            search={list.search}
            aria-label={`${figures[name].title}：看${list.label}`}
          >
            {list.label}
          </Link>
        ) : (
          "—"
        )}
      </td>
    </tr>
  );
}

function FigureTable(props: {
  readonly data: Overview;
  readonly period: Period;
  readonly chosen: FigureName;
  readonly onChoose: (name: FigureName) => void;
}) {
  const { data, period, chosen, onChoose } = props;
  return (
    <DataTable className={styles.table} caption="时段内的各项数据，和之前的对比">
      <thead>
        <tr>
          <th scope="col">指标</th>
          <th scope="col">本时段</th>
          <th scope="col">前一时段</th>
          <th scope="col">变化</th>
          {period.days === 1 && (
            <>
              <th scope="col">上周同一天</th>
              <th scope="col">变化</th>
            </>
          )}
          <th scope="col">明细</th>
        </tr>
      </thead>
      <tbody>
        {data.list.map((figure) => (
          <FigureTableRow
            key={figure.figure}
            figure={figure}
            period={period}
            isChosen={figure.figure === chosen}
            onChoose={() => onChoose(figure.figure)}
          />
        ))}
      </tbody>
    </DataTable>
  );
}

const dayText = (at: number): string => fullTime(at).slice(0, 10);

export default function FiguresPage() {
  const now = useNow();
  const [values, setSearch] = useSearchState(SPEC);
  const { span = "today", figure = "gmv", by = "benefit" } = values;
  const today = dayText(now);
  const { first = today, last = today } = values;
  const own = span === "own" ? ownPeriod(first, last, now) : undefined;
  const period = own ?? periodOf(span === "own" ? "today" : span, now);
  const overview = useOverview(period);
  const { data } = overview;
  return (
    <>
      <PageHead
        title="经营数据"
        text={
          data &&
          `${fullTime(data.from).slice(0, 16)} 至 ${fullTime(data.to).slice(0, 16)}，变化比较到 ${fullTime(data.comparedUntil).slice(5, 16)}；现在结果未知 ${data.unknown} 单${data.isWhole ? "" : "；历史数据还在汇总"}`
        }
        actions={
          <>
            {span === "own" && (
              <div className={styles.days}>
                <DateInput
                  label="从哪天"
                  value={first}
                  max={today}
                  onChange={(day) => setSearch({ first: day })}
                />
                至
                <DateInput
                  label="到哪天"
                  value={last}
                  max={today}
                  onChange={(day) => setSearch({ last: day })}
                />
              </div>
            )}
            <Segments
              label="时段"
              choices={choices}
              value={span}
              onChange={(next) => setSearch({ span: next === "today" ? undefined : next })}
            />
          </>
        }
      />
      {span === "own" && !own && (
        <p role="alert" className={styles.bar}>
          请选先后两天，最多 400 天；现在显示今天。
        </p>
      )}
      <div className={styles.stack}>
        <div className={styles.columns}>
          <FigureChart key={figure} name={figure} period={period} names={["本时段", "前一时段"]} />
          <LiabilitiesCard />
        </div>
        <Card title="各项数据" aside="点名称看它的走势">
          {overview.isError && (
            <Failed failure={overview.error} onRetry={() => void overview.refetch()} />
          )}
          {overview.isPending && <Skeleton rows={8} />}
          {data && (
            <FigureTable
              data={data}
              period={period}
              chosen={figure}
              onChoose={(name) => setSearch({ figure: name })}
            />
          )}
        </Card>
        <FetchingCard period={period} />
        <TopCard by={by} period={period} onChange={(next) => setSearch({ by: next })} />
      </div>
    </>
  );
}
