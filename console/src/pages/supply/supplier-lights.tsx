/** One card for each supplier outside: its light, success rate with the last hours, time and money. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { Spark } from "../../parts/chart/chart.tsx";
import { EMPTY, moneyText } from "../../parts/format.ts";
import { outsideSuppliers } from "../../parts/supplier-choices.ts";
import { daysLeftText, lightOf, payWord, rateOf, type SupplierRow } from "./supplier-words.tsx";
import styles from "./supplier-lights.module.css";

const HOUR_MS = 3_600_000;
const SPARK_HOURS = 24;
const outside: ReadonlySet<string> = new Set(outsideSuppliers.map(([id]) => id));

/** Whole hours, so that the same page has the same key for a while; ms. */
const sparkFrom = (): number => (Math.floor(Date.now() / HOUR_MS) - SPARK_HOURS) * HOUR_MS;

const secondsText = (ms: number | undefined): string =>
  ms === undefined ? EMPTY : `${(ms / 1_000).toFixed(1)} 秒`;

function Light(props: {
  readonly row: SupplierRow;
  readonly rates: readonly number[];
  readonly isOpened: boolean;
  readonly onOpen: () => void;
}) {
  const { row, rates } = props;
  const [tone, word] = lightOf(row);
  const left = daysLeftText(row.prepaid?.daysLeft);
  return (
    <button
      type="button"
      className={styles.card}
      data-tone={tone}
      aria-pressed={props.isOpened}
      onClick={props.onOpen}
    >
      <span className={styles.head}>
        <b>{row.name}</b>
        <span className={styles.state}>
          <i aria-hidden="true" />
          {word}
        </span>
      </span>
      <span className={styles.rate}>
        <span>
          <strong>{rateOf(row)}</strong>
          <small>近期成功率</small>
        </span>
        {rates.length > 1 && <Spark values={rates} />}
      </span>
      <span className={styles.facts}>
        <span>
          <small>常用时长</small>
          {secondsText(row.usualMs)}
        </span>
        <span>
          <small>预付余额</small>
          {row.prepaid ? moneyText(row.prepaid.leftFen) : payWord(row)}
        </span>
        <span data-low={left?.isLow || undefined}>
          <small>还够</small>
          {left?.text ?? EMPTY}
        </span>
      </span>
    </button>
  );
}

/** `opened` is the supplier whose panel is open. */
export function SupplierLights(props: {
  readonly opened: string | undefined;
  readonly onOpen: (supplierId: string) => void;
}) {
  const { opened, onOpen } = props;
  const { data } = useQuery(apiQuery(api.operatorSupply.suppliers, {}));
  const rows = (data?.list ?? []).filter(({ supplierId }) => outside.has(supplierId));
  const series = useQueries({
    queries: rows.map(({ supplierId }) =>
      apiQuery(api.operatorSuppliers.series, {
        supplierId,
        metric: "success",
        grain: "hour",
        from: sparkFrom(),
      }),
    ),
  });
  return (
    <section className={styles.lights} aria-label="供应商状态">
      {rows.map((row, at) => (
        <Light
          key={row.supplierId}
          row={row}
          rates={(series[at]?.data?.points ?? []).flatMap(({ value }) => value ?? [])}
          isOpened={row.supplierId === opened}
          onOpen={() => onOpen(row.supplierId)}
        />
      ))}
    </section>
  );
}
