/** 每日兑换: how often codes of a batch were redeemed on each of the last thirty days. */
import { useQuery } from "@tanstack/react-query";
import type { RedemptionsByDay } from "@yunjing/contract/schemas/batches";
import { apiQuery } from "../../../api.ts";
import { dealerApi } from "../../../dealer-api.ts";
import { formatDate, formatTime } from "../../../device/time.ts";
import { ErrorBlock } from "../../../components/empty-state.tsx";
import { countText } from "../../../components/money.ts";
import { Skeleton } from "../../../components/skeleton.tsx";
import styles from "./redemption-curve.module.css";

/** The drawing in its own units; a day has a column of equal width. */
const WIDTH = 300;
const HEIGHT = 72;
/** The part of a column that is drawn. */
const FILLED = 0.68;
/** A day with any redemption is visible beside the largest one. */
const LEAST = 2;

const dayText = (at: number): string => formatDate(at).slice(5);

type Days = RedemptionsByDay["list"];

const Bars = ({ days, most }: { readonly days: Days; readonly most: number }) => (
  <svg
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    preserveAspectRatio="none"
    className={styles.drawing}
    aria-hidden="true"
  >
    {days.map(({ at, value }, place) => {
      const column = WIDTH / days.length;
      const height = value === 0 ? 1 : Math.max(LEAST, (value / most) * HEIGHT);
      return (
        <rect
          key={at}
          x={place * column + (column * (1 - FILLED)) / 2}
          y={HEIGHT - height}
          width={column * FILLED}
          height={height}
          rx={1.5}
          className={value === 0 ? styles.none : styles.bar}
        />
      );
    })}
  </svg>
);

/** The same figures for those who do not see the drawing; days without any are left out. */
const Table = ({ days }: { readonly days: Days }) => (
  <table className="sr-only">
    <caption>每日兑换</caption>
    <thead>
      <tr>
        <th scope="col">日期</th>
        <th scope="col">次数</th>
      </tr>
    </thead>
    <tbody>
      {days
        .filter(({ value }) => value > 0)
        .map(({ at, value }) => (
          <tr key={at}>
            <th scope="row">{dayText(at)}</th>
            <td>{countText(value)}</td>
          </tr>
        ))}
    </tbody>
  </table>
);

function Curve({ list, updatedAt }: RedemptionsByDay) {
  const sum = list.reduce((all, { value }) => all + value, 0);
  const top = list.reduce((most, day) => (day.value > most.value ? day : most), {
    at: 0,
    value: 0,
  });
  const [first, last] = [list[0], list.at(-1)];
  const until = updatedAt === undefined ? "" : `，统计到 ${formatTime(updatedAt).slice(11, 16)}`;
  return (
    <>
      <p className="row between gap-2 text-14 ink-900">
        <span className="strong">每日兑换</span>
        <span className="caption">{`近 30 天共 ${countText(sum)} 次`}</span>
      </p>
      {sum > 0 && <Bars days={list} most={top.value} />}
      {sum > 0 && <Table days={list} />}
      {sum > 0 && first && last && (
        <p className="row between text-12 ink-500 figure" aria-hidden="true">
          <span>{dayText(first.at)}</span>
          <span>{dayText(last.at)}</span>
        </p>
      )}
      <p className="caption">
        {sum === 0
          ? `近 30 天还没有兑换${until}`
          : `最多的一天 ${dayText(top.at)}，${countText(top.value)} 次${until}`}
      </p>
    </>
  );
}

export function RedemptionCurve({ batchId }: { readonly batchId: string }) {
  const { data, isError, refetch } = useQuery(apiQuery(dealerApi.batches.redemptions, { batchId }));
  return (
    <section className={styles.curve} aria-label="每日兑换">
      {isError && <ErrorBlock onRetry={refetch} />}
      {!data && !isError && <Skeleton count={1} />}
      {data && <Curve {...data} />}
    </section>
  );
}
