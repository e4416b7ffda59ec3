/** The trial balance of this instant, and when the ledger was checked last. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { moneyText, pointsText, timeText } from "../../parts/format.ts";
import { Card } from "../../parts/page-head.tsx";
import { PageLink } from "../../parts/record/record-links.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { StateTag } from "../../parts/tag.tsx";
import styles from "./books.module.css";

/** The last finished check of the ledger itself, in words. */
function LastRun() {
  const runs = useQuery(apiQuery(api.operatorBooks.runs, {})).data?.list ?? [];
  const last = runs.find(({ kind, state }) => kind !== "bills" && state !== "running");
  if (!last) return null;
  const at = timeText(last.endedAt ?? last.startedAt).slice(0, -":00".length);
  if (last.state === "failed") return <StateTag tone="bad">{`${at} 自查失败`}</StateTag>;
  return last.found === 0 ? (
    <StateTag tone="ok">{`${at} 自查一致`}</StateTag>
  ) : (
    <StateTag tone="bad">{`${at} 自查 ${last.found} 条不符`}</StateTag>
  );
}

export function TrialBalance() {
  const query = useQuery(apiQuery(api.operatorBooks.balance, {}));
  if (query.isPending) return <Skeleton rows={4} />;
  if (query.isError) return <Failed failure={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Card title="试算平衡" aside={<LastRun />}>
      <div className={styles.balance}>
        {query.data.totals.map(({ asset, members, held, contra, difference }) => {
          const shown = asset === "CNY" ? moneyText : pointsText;
          return (
            <dl key={asset}>
              <div>
                <dt>{asset === "CNY" ? "资金" : "积分"}</dt>
                <dd data-wrong={difference !== 0 || undefined}>
                  {difference === 0 ? "平衡" : `差 ${shown(difference)}`}
                </dd>
              </div>
              <div>
                <dt>会员合计</dt>
                <dd>{shown(members)}</dd>
              </div>
              <div className={styles.part}>
                <dt>其中冻结</dt>
                <dd>{shown(held)}</dd>
              </div>
              <div>
                <dt>对方科目</dt>
                <dd>{shown(contra)}</dd>
              </div>
            </dl>
          );
        })}
      </div>
      <p className={styles.more}>
        <PageLink to="/ledger?tab=balance">各账户和任一时点的余额</PageLink>
      </p>
    </Card>
  );
}
