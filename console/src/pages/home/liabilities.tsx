/** 会员负债: what the shop owes its members now, and whether the ledger agrees. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { api, OutputOf } from "../../api/client.ts";
import { moneyText, pointsText } from "../../parts/format.ts";
import { Card } from "../../parts/page-head.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { StateTag } from "../../parts/tag.tsx";
import styles from "./home.module.css";

type Balance = OutputOf<typeof api.operatorBooks.balance>;

export function Liabilities({ query }: { readonly query: UseQueryResult<Balance> }) {
  if (!query.data)
    return (
      <Card title="会员负债">
        {query.isError ? (
          <Failed failure={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton rows={4} />
        )}
      </Card>
    );
  const { totals, contra } = query.data;
  const owed = (asset: "CNY" | "PTS") => totals.find((one) => one.asset === asset)?.members ?? 0;
  const isSound = totals.every(({ difference }) => difference === 0);
  const codes = contra.find(({ purpose }) => purpose === "codes_sold")?.balance;
  return (
    <Card
      title="会员负债"
      aside={<StateTag tone={isSound ? "ok" : "bad"}>{isSound ? "账本平" : "账本有差异"}</StateTag>}
    >
      <dl className={styles.facts}>
        <div>
          <dt>余额与佣金</dt>
          <dd>{moneyText(owed("CNY"))}</dd>
        </div>
        <div>
          <dt>积分</dt>
          <dd>{pointsText(owed("PTS"))}</dd>
        </div>
        {codes !== undefined && (
          <div>
            <dt>已兑换的码（累计）</dt>
            <dd>{moneyText(Math.abs(codes))}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
