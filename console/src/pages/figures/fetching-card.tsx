/** 取码用时: how long members waited from the payment to the code, by kind of order. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { countText } from "../../parts/format.ts";
import { Card } from "../../parts/page-head.tsx";
import { Empty, Failed, Skeleton } from "../../parts/state.tsx";
import { kindWords } from "../orders/order-texts.ts";
import styles from "./figures.module.css";
import { type Period, spanOf } from "./periods.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const words = new Map<string, string>(kindWords);

/** `3.2 秒`, `4 分 10 秒`. */
function waitText(ms: number): string {
  if (ms < MINUTE_MS) return `${(ms / SECOND_MS).toFixed(1)} 秒`;
  return `${Math.floor(ms / MINUTE_MS)} 分 ${Math.round((ms % MINUTE_MS) / SECOND_MS)} 秒`;
}

export function FetchingCard({ period }: { readonly period: Period }) {
  const query = useQuery(apiQuery(api.operatorFigures.fetching, spanOf(period)));
  const list = query.data?.list;
  return (
    <Card title="取码用时" aside="从支付到发放，按供应商发放的订单；误差 5% 以内">
      {query.isError && <Failed failure={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton rows={3} />}
      {list?.length === 0 && <Empty title="这个时段没有发放" />}
      {list !== undefined && list.length > 0 && (
        <table className={styles.table}>
          <caption className="visually-hidden">各类订单的取码用时</caption>
          <thead>
            <tr>
              <th scope="col">类型</th>
              <th scope="col">发放</th>
              <th scope="col">P50</th>
              <th scope="col">P95</th>
            </tr>
          </thead>
          <tbody>
            {list.map(({ kind, count, p50Ms, p95Ms }) => (
              <tr key={kind}>
                <th scope="row">{words.get(kind) ?? kind}</th>
                <td>{countText(count)}</td>
                <td>{waitText(p50Ms)}</td>
                <td>{waitText(p95Ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
