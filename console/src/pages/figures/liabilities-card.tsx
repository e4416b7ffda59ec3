/** 会员负债: what members are owed by the sums of the ledger's hours. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { moneyText, pointsText } from "../../parts/format.ts";
import { Card } from "../../parts/page-head.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import styles from "./figures.module.css";

export function LiabilitiesCard() {
  const query = useQuery(apiQuery(api.operatorFigures.liabilities, {}));
  const { data } = query;
  const rows: readonly (readonly [string, string])[] = data
    ? [
        ["余额本金", moneyText(data.principalFen)],
        ["赠送余额", moneyText(data.bonusFen)],
        ["佣金", moneyText(data.rewardFen)],
        [`积分 ${pointsText(data.points)}（100 分折 1 元）`, moneyText(data.points)],
        ["合计", moneyText(data.totalFen)],
        ...(data.codesFen === undefined
          ? []
          : ([["另：未兑换的有效码（面值）", moneyText(data.codesFen)]] as const)),
      ]
    : [];
  return (
    <Card title="会员负债" aside={data && !data.isWhole ? "历史数据还在汇总" : "截至现在，按账本"}>
      {query.isError && <Failed failure={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton rows={4} />}
      {data && (
        <dl className={styles.facts}>
          {rows.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
