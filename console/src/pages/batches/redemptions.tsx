/** 每日兑换: the redemptions of a batch on each of the last thirty days. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { Chart } from "../../parts/chart/chart.tsx";
import { countText } from "../../parts/format.ts";
import { Failed, Skeleton } from "../../parts/state.tsx";

const DEFINITION =
  "这一批的码每天被兑换的次数，按上海时间；退回的次数不减。每小时汇总一次，最近 30 天。";
const dayLabel = (at: number): string =>
  new Date(at).toLocaleDateString("sv-SE", { timeZone: "Asia/Shanghai" }).slice(5);

export function Redemptions({ batchId }: { readonly batchId: string }) {
  const query = useQuery(apiQuery(api.operatorFigures.batch, { batchId }));
  if (query.isError) return <Failed failure={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton rows={5} />;
  return (
    <Chart
      title="每日兑换"
      unit="次"
      kind="bar"
      points={query.data.list.map(({ at, value }) => ({ label: dayLabel(at), value }))}
      definition={DEFINITION}
      format={countText}
    />
  );
}
