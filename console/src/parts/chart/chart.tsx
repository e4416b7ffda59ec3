/**
 * Charts over visx: a line with a comparison, or bars; always with a title, a unit, a table of the
 * same figures, and the definition.
 */
import { AxisBottom, AxisLeft } from "@visx/axis";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar, LinePath } from "@visx/shape";
import { Table2 } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../button.tsx";
import { Definition } from "../definition.tsx";
import styles from "./chart.module.css";
import { useOwnWidth } from "./use-own-width.ts";

export type Point = {
  /** On the axis: `09:00`, `11-22`. */
  readonly label: string;
  /** Absent where it is not over yet, or where there is nothing to divide by. */
  readonly value?: number;
  /** The same of the time before. */
  readonly before?: number;
};

type ChartProps = {
  readonly title: string;
  /** 「元」「笔」「%」. */
  readonly unit: string;
  readonly kind: "line" | "bar";
  readonly points: readonly Point[];
  /** The names of the two series: 「今天」「昨天」. */
  readonly names?: readonly [now: string, before: string];
  /** Above it a bar is drawn as wrong, and a line is drawn across. */
  readonly threshold?: number;
  /** What the figure means and how it is counted. */
  readonly definition: string;
  readonly format?: (value: number) => string;
  /** A shorter text of a value, for the axis. */
  readonly axis?: (value: number) => string;
};

/** The width before the place of the drawing is measured. */
const WIDTH_AT_FIRST = 640;
const HEIGHT = 220;
const LEFT = 52;
const BOTTOM = 26;
const TOP = 10;
/** px; a chart of a few bars is not filled by them. */
const BAR_MAX = 44;
const TICKS_MAX = 8;
/** A label needs this width, px. */
const LABEL_WIDTH = 72;

function Drawing(props: ChartProps & { readonly text: (value: number) => string }) {
  const { kind, points, threshold, text } = props;
  const [width, place] = useOwnWidth(WIDTH_AT_FIRST);
  const [at, setAt] = useState<number | undefined>(undefined);
  const labels = points.map(({ label }) => label);
  const highest = Math.max(
    threshold ?? 0,
    ...points.flatMap(({ value = 0, before = 0 }) => [value, before]),
  );
  const isFlat = highest === 0;
  const top = Math.max(1, highest);
  const x = scaleBand({
    domain: labels,
    range: [LEFT, width - 8],
    padding: kind === "bar" ? 0.35 : 0,
  });
  const y = scaleLinear({ domain: [0, top * 1.1], range: [HEIGHT - BOTTOM, TOP], nice: true });
  const axisText = props.axis ?? text;
  // Small values round to the same text; each text stands once, and alone when all values are 0.
  const ticks = y
    .ticks(4)
    .filter((tick, place, all) => place === 0 || axisText(tick) !== axisText(all[place - 1] ?? 0))
    .slice(0, isFlat ? 1 : undefined);
  const middle = (label: string) => (x(label) ?? 0) + x.bandwidth() / 2;
  const barWidth = Math.min(x.bandwidth(), BAR_MAX);
  const ticksMax = Math.min(TICKS_MAX, Math.max(2, Math.floor((width - LEFT) / LABEL_WIDTH)));
  const step = Math.ceil(labels.length / ticksMax);
  const before = points.filter((point) => point.before !== undefined);
  const shown = at === undefined ? undefined : points[at];
  const known = points.flatMap(({ label, value }) =>
    value === undefined ? [] : [{ label, value }],
  );
  const last = known.at(-1);
  return (
    <svg
      ref={place}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      height={HEIGHT}
      className={styles.drawing}
      aria-hidden="true"
    >
      {ticks.map((tick) => (
        <line
          key={tick}
          x1={LEFT}
          x2={width - 8}
          y1={y(tick)}
          y2={y(tick)}
          className={styles.grid}
        />
      ))}
      <AxisLeft
        scale={y}
        left={LEFT}
        tickValues={ticks}
        hideAxisLine
        hideTicks
        tickFormat={(value) => axisText(Number(value))}
        tickLabelProps={{ className: styles.tick ?? "", textAnchor: "end", dx: -4, dy: 4 }}
      />
      <AxisBottom
        scale={x}
        top={HEIGHT - BOTTOM}
        hideTicks
        stroke="#ebe6dd"
        tickValues={labels.filter((_, place) => place % step === 0)}
        tickLabelProps={{ className: styles.tick ?? "", textAnchor: "middle", dy: 4 }}
      />
      {kind === "bar" &&
        known.map(({ label, value }) => (
          <Bar
            key={label}
            x={middle(label) - barWidth / 2}
            y={y(value)}
            width={barWidth}
            height={HEIGHT - BOTTOM - y(value)}
            rx={2}
            className={
              (threshold !== undefined && value > threshold ? styles.over : styles.bar) ?? ""
            }
          />
        ))}
      {kind === "line" && before.length > 0 && (
        <LinePath
          data={before}
          x={({ label }) => middle(label)}
          y={(point) => y(point.before ?? 0)}
          className={styles.before ?? ""}
        />
      )}
      {kind === "line" && (
        <LinePath
          data={known}
          x={({ label }) => middle(label)}
          y={({ value }) => y(value)}
          className={styles.now ?? ""}
        />
      )}
      {kind === "line" && last && (
        <circle cx={middle(last.label)} cy={y(last.value)} r={3.5} className={styles.last} />
      )}
      {threshold !== undefined && (
        <line
          x1={LEFT}
          x2={width - 8}
          y1={y(threshold)}
          y2={y(threshold)}
          className={styles.limit}
        />
      )}
      {points.map(({ label }, index) => (
        <rect
          key={label}
          x={x(label) ?? 0}
          y={TOP}
          width={x.bandwidth()}
          height={HEIGHT - BOTTOM - TOP}
          fill="transparent"
          onPointerEnter={() => setAt(index)}
          onPointerLeave={() => setAt(undefined)}
        />
      ))}
      {shown && (
        <g transform={`translate(${Math.min(middle(shown.label), width - 150)} ${TOP})`}>
          <rect
            width={142}
            height={shown.before === undefined ? 26 : 44}
            rx={6}
            className={styles.tip}
          />
          <text x={10} y={17} className={styles.tipText}>
            {shown.label} {shown.value === undefined ? "—" : text(shown.value)}
          </text>
          {shown.before !== undefined && (
            <text x={10} y={35} className={styles.tipText}>
              {props.names?.[1] ?? "之前"} {text(shown.before)}
            </text>
          )}
        </g>
      )}
    </svg>
  );
}

export function Chart(props: ChartProps) {
  const { title, unit, points, definition, names = ["现在", "之前"] } = props;
  const text = props.format ?? ((value: number) => value.toLocaleString("en-US"));
  const [isTable, setTable] = useState(false);
  const id = useId();
  const hasBefore = points.some(({ before }) => before !== undefined);
  const hasFigure = hasBefore || points.some(({ value }) => value !== undefined);
  const table = (
    <table className={styles.table}>
      <caption className="visually-hidden">
        {title}，单位 {unit}
      </caption>
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">{names[0]}</th>
          {hasBefore && <th scope="col">{names[1]}</th>}
        </tr>
      </thead>
      <tbody>
        {points.map(({ label, value, before }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{value === undefined ? "—" : text(value)}</td>
            {hasBefore && <td>{before === undefined ? "—" : text(before)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <figure className={styles.chart} aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>
          {title}
          <small>{unit}</small>
        </h2>
        <Definition title={title} text={definition} />
        {hasBefore && (
          <span className={styles.legend} aria-hidden="true">
            <i data-series="now" />
            {names[0]}
            <i data-series="before" />
            {names[1]}
          </span>
        )}
        <Button
          size="small"
          icon={<Table2 aria-hidden="true" />}
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          表格
        </Button>
      </figcaption>
      {isTable && table}
      {!isTable && !hasFigure && <p className={styles.none}>这段时间没有数据</p>}
      {!isTable && hasFigure && (
        <>
          <Drawing {...props} text={text} />
          <div className="visually-hidden">{table}</div>
        </>
      )}
    </figure>
  );
}

/** A small line without axes beside a figure; the figure itself is the text. */
export function Spark(props: { readonly values: readonly number[] }) {
  const { values } = props;
  const y = scaleLinear({ domain: [0, Math.max(1, ...values)], range: [26, 2] });
  return (
    <svg viewBox="0 0 96 28" width={96} height={28} aria-hidden="true">
      <LinePath
        data={[...values]}
        x={(_, place) => 2 + (place * 92) / Math.max(1, values.length - 1)}
        y={(value) => y(value)}
        className={styles.now ?? ""}
      />
    </svg>
  );
}
