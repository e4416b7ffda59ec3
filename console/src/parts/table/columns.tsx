/**
 * The cells of lists. `columnsOf<Row>()` names columns by keys of the row, so a renamed field of the
 * contract fails the build.
 */
import { Copy } from "lucide-react";
import { createContext, type MouseEvent, type ReactNode, useContext } from "react";
import {
  dayText,
  durationText,
  EMPTY,
  fullTime,
  groupedNumber,
  pointsText,
  timeText,
  yuanOf,
} from "../format.ts";
import { GoodsPicture } from "../goods-picture.tsx";
import { Initial, StateTag, type Tone } from "../tag.tsx";
import { copyText } from "../copy.ts";
import { useNow } from "../use-now.ts";
import styles from "./cells.module.css";

export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "right";
  /** Drawn from this window width in px; narrower windows leave the column out. */
  readonly from?: number;
  /** A column that cannot be hidden: the first one, usually. */
  readonly isFixed?: boolean;
  /** The operation's orders by this column: the first press sorts downwards. */
  readonly sorts?: { readonly down: string; readonly up: string };
};
type Options = { readonly from?: number; readonly id?: string };

/** Keys of a row whose value is `V`, or missing. */
type KeyOf<Row, V> = {
  [K in keyof Row & string]-?: Exclude<Row[K], undefined> extends V ? K : never;
}[keyof Row & string];

/** `¥` is smaller than the figures; a minus stands before it. */
export function Money(props: { readonly fen: number; readonly tone?: "ok" | "bad" | "plain" }) {
  const tone = props.tone === "ok" ? styles.income : props.tone === "bad" ? styles.wrong : "";
  return (
    <span className={`${styles.money} ${tone}`}>
      {props.fen < 0 && "−"}
      <small>¥</small>
      {yuanOf(props.fen)}
    </span>
  );
}

/** True inside the button that opens a row, which may hold no second button. */
export const InOpener = createContext(false);

/** A number that people read in groups and copy without spaces. */
export function No(props: { readonly value: string }) {
  const { value } = props;
  const isInOpener = useContext(InOpener);
  if (isInOpener) return <span className={styles.no}>{groupedNumber(value)}</span>;
  const copy = (event: MouseEvent) => {
    event.stopPropagation();
    void copyText(value, `已复制 ${value}`);
  };
  return (
    <span className={styles.no}>
      {groupedNumber(value)}
      <button type="button" onClick={copy} aria-label={`复制 ${value}`}>
        <Copy aria-hidden="true" />
      </button>
    </span>
  );
}

export function Instant(props: { readonly at: number }) {
  return (
    <time dateTime={new Date(props.at).toISOString()} title={fullTime(props.at)}>
      {timeText(props.at)}
    </time>
  );
}

/** How long something waits; red from `lateMs` on. */
export function Ago(props: { readonly at: number; readonly lateMs?: number }) {
  const age = useNow() - props.at;
  const isLate = props.lateMs !== undefined && age >= props.lateMs;
  return (
    <span className={isLate ? styles.late : undefined} title={fullTime(props.at)}>
      {durationText(age)}
    </span>
  );
}

/** A text that is read whole: it takes as many lines as it needs. */
export const Wrapped = (props: { readonly children: ReactNode }) => (
  <span className={styles.wrapped}>{props.children}</span>
);

/** Two lines: what it is, and what belongs to it. */
export function TwoLines(props: {
  readonly first: ReactNode;
  readonly second?: ReactNode;
  readonly picture?: ReactNode;
}) {
  return (
    <span className={styles.two}>
      {props.picture}
      <span>
        <span className={styles.first}>{props.first}</span>
        {props.second && <span className={styles.second}>{props.second}</span>}
      </span>
    </span>
  );
}

/** A bar of `used` out of `total`. */
export function Progress(props: {
  readonly used: number;
  readonly total: number;
  readonly label: string;
}) {
  const percent = props.total === 0 ? 0 : Math.min(100, (props.used / props.total) * 100);
  return (
    <span className={styles.progress} role="img" aria-label={props.label} title={props.label}>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="6" rx="3" className={styles.track} />
        <rect
          width={percent}
          height="6"
          rx="3"
          className={percent >= 90 ? styles.nearlyFull : styles.used}
        />
      </svg>
    </span>
  );
}

const orEmpty = <V,>(value: V | undefined | null, draw: (value: V) => ReactNode): ReactNode =>
  value === undefined || value === null || value === "" ? EMPTY : draw(value);

/** Returns the makers of columns for a row type: `const columns = columnsOf<Item<typeof …>>()`. */
export function columnsOf<Row extends object>() {
  type Value<V> = KeyOf<Row, V>;
  function read<V>(row: Row, key: Value<V>): V | undefined {
    return row[key as keyof Row] as V | undefined;
  }
  return {
    /** Any content. */
    custom: (
      id: string,
      header: string,
      cell: (row: Row) => ReactNode,
      options: Options & Pick<Column<Row>, "align" | "sorts"> = {},
    ): Column<Row> => ({ ...options, id, header, cell }),
    text: (key: Value<string | number>, header: string, options: Options = {}): Column<Row> => ({
      id: key,
      header,
      cell: (row) =>
        orEmpty(read<string | number>(row, key), (value) => (
          <span className={styles.text} title={String(value)}>
            {value}
          </span>
        )),
      ...options,
    }),
    money: (key: Value<number>, header: string, options: Options = {}): Column<Row> => ({
      id: key,
      header,
      align: "right",
      cell: (row) => orEmpty(read<number>(row, key), (fen) => <Money fen={fen} />),
      ...options,
    }),
    points: (key: Value<number>, header: string, options: Options = {}): Column<Row> => ({
      id: key,
      header,
      align: "right",
      cell: (row) => orEmpty(read<number>(row, key), pointsText),
      ...options,
    }),
    count: (key: Value<number>, header: string, options: Options = {}): Column<Row> => ({
      id: key,
      header,
      align: "right",
      cell: (row) => orEmpty(read<number>(row, key), (value) => value.toLocaleString("en-US")),
      ...options,
    }),
    instant: (key: Value<number>, header: string, options: Options = {}): Column<Row> => ({
      id: key,
      header,
      align: "right",
      cell: (row) => orEmpty(read<number>(row, key), (at) => <Instant at={at} />),
      ...options,
    }),
    day: (key: Value<number>, header: string, options: Options = {}): Column<Row> => ({
      id: key,
      header,
      cell: (row) => orEmpty(read<number>(row, key), dayText),
      ...options,
    }),
    /** How long it waits; red from `lateMs` on. */
    ago: (
      key: Value<number>,
      header: string,
      options: Options & { readonly lateMs?: number } = {},
    ): Column<Row> => ({
      id: key,
      header,
      cell: (row) =>
        orEmpty(read<number>(row, key), (at) => (
          <Ago at={at} {...(options.lateMs === undefined ? {} : { lateMs: options.lateMs })} />
        )),
      ...options,
    }),
    no: (key: Value<string>, header: string, options: Options = {}): Column<Row> => ({
      id: key,
      header,
      cell: (row) => orEmpty(read<string>(row, key), (value) => <No value={value} />),
      ...options,
    }),
    /** `words` says the tone and the word of each state. */
    state: (
      key: Value<string>,
      header: string,
      words: Readonly<Record<string, readonly [Tone, string]>>,
      options: Options = {},
    ): Column<Row> => ({
      id: key,
      header,
      cell: (row) =>
        orEmpty(read<string>(row, key), (value) => {
          const [tone, word] = new Map(Object.entries(words)).get(value) ?? ["outline", value];
          return <StateTag tone={tone}>{word}</StateTag>;
        }),
      ...options,
    }),
    /** A name with its initial, and a number or a phone below. */
    person: (
      id: string,
      header: string,
      of: (row: Row) => { readonly name: string; readonly second?: string } | undefined,
      options: Options = {},
    ): Column<Row> => ({
      ...options,
      id,
      header,
      cell: (row) =>
        orEmpty(of(row), ({ name, second }) => (
          <TwoLines
            first={name}
            picture={<Initial name={name} />}
            {...(second === undefined ? {} : { second })}
          />
        )),
    }),
    goods: (
      id: string,
      header: string,
      of: (row: Row) => {
        readonly title: string;
        readonly second?: ReactNode;
        /** The name of the drawing of the goods. */
        readonly artwork?: string;
      },
      options: Options = {},
    ): Column<Row> => ({
      ...options,
      id,
      header,
      cell: (row) => {
        const { title, second, artwork } = of(row);
        const picture = artwork !== undefined && <GoodsPicture artwork={artwork} size="small" />;
        return <TwoLines first={title} second={second} picture={picture} />;
      },
    }),
    progress: (
      id: string,
      header: string,
      of: (row: Row) => { readonly used: number; readonly total: number; readonly label: string },
      options: Options = {},
    ): Column<Row> => ({ ...options, id, header, cell: (row) => <Progress {...of(row)} /> }),
  };
}
