/** The suppliers at a glance: success rate, usual time, prepaid money, circuit. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { api, Item, OutputOf } from "../../api/client.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { EMPTY } from "../../parts/format.ts";
import { Card } from "../../parts/page-head.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import styles from "./home.module.css";

type Supplier = Item<typeof api.operatorSupply.suppliers>;
const LOW_DAYS = 3;
const LOW_RATE = 0.9;
/** Fewer calls say nothing about a supplier's rate. */
const SAMPLES_MIN = 5;
const DAYS_SHOWN_MAX = 99;

const rateOf = ({ good, bad }: Supplier) => (good + bad === 0 ? undefined : good / (good + bad));
const secondsText = (ms: number | undefined) =>
  ms === undefined ? EMPTY : `${(ms / 1000).toFixed(1)} s`;

function daysText(days: number | undefined): string {
  if (days === undefined || days > DAYS_SHOWN_MAX) return "充足";
  return days < 10 ? `${days.toFixed(1)} 天` : `${Math.floor(days)} 天`;
}

function stateOf({ isOn, circuit, isAiling }: Supplier): readonly [string, string] {
  if (!isOn) return ["off", "停新单"];
  if (circuit !== "closed") return ["bad", "熔断"];
  return isAiling ? ["warn", "降级"] : ["ok", "正常"];
}

function Row({ supplier }: { readonly supplier: Supplier }) {
  const rate = rateOf(supplier);
  const [tone, word] = stateOf(supplier);
  const days = supplier.prepaid?.daysLeft;
  const isLow =
    rate !== undefined && rate < LOW_RATE && supplier.good + supplier.bad >= SAMPLES_MIN;
  return (
    <tr>
      <th scope="row">
        <i data-tone={tone} aria-hidden="true" />
        {supplier.name}
      </th>
      <td>{word}</td>
      <td data-bad={isLow || undefined}>
        {rate === undefined ? EMPTY : `${(rate * 100).toFixed(1)}%`}
      </td>
      <td>{secondsText(supplier.usualMs)}</td>
      <td data-low={(days !== undefined && days < LOW_DAYS) || undefined}>
        {supplier.prepaid ? daysText(days) : "后付"}
      </td>
    </tr>
  );
}

type Query = UseQueryResult<OutputOf<typeof api.operatorSupply.suppliers>>;

export function Suppliers({ query }: { readonly query: Query }) {
  const list = query.data?.list;
  return (
    <Card title="供应商" aside="近 30 分钟">
      {list ? (
        <DataTable className={styles.table} caption="供应商">
          <thead>
            <tr>
              <th scope="col">名称</th>
              <th scope="col">状态</th>
              <th scope="col">成功率</th>
              <th scope="col">常用时</th>
              <th scope="col">预付还够</th>
            </tr>
          </thead>
          <tbody>
            {list.map((supplier) => (
              <Row key={supplier.supplierId} supplier={supplier} />
            ))}
          </tbody>
        </DataTable>
      ) : query.isError ? (
        <Failed failure={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton rows={4} />
      )}
    </Card>
  );
}
