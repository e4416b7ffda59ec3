/** 提现审核: what waits for a decision, what has an unknown result, and ends that two persons decide. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { durationText } from "../../parts/format.ts";
import { CardRow, Figure, PageHead } from "../../parts/page-head.tsx";
import { Money } from "../../parts/table/columns.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { HistoryList } from "./history-list.tsx";
import { SettlementList } from "./settlement-list.tsx";
import { UnknownList } from "./unknown-list.tsx";
import { WaitingList } from "./waiting-list.tsx";
import type { WithdrawalRow } from "./withdrawal-words.ts";

const SPEC = {
  tab: oneOf("waiting", "second", "sent", "unknown", "settlements", "done", "rejected"),
  open: text(),
};

const PAGE_MAX = 100;
const NO_ROWS: readonly WithdrawalRow[] = [];

const oldest = (instants: readonly number[]): string | undefined =>
  instants.length === 0 ? undefined : `最久 ${durationText(Date.now() - Math.min(...instants))}`;

export default function WithdrawalsPage() {
  const [{ tab = "waiting" }, setSearch] = useSearchState(SPEC);
  const queue = useQuery(apiQuery(api.operatorWithdrawals.list, { pageSize: PAGE_MAX })).data;
  const all = queue?.list ?? NO_ROWS;
  const unknown = useQuery(apiQuery(api.operatorWithdrawals.unknown, {})).data?.list ?? [];
  const settlements = useQuery(apiQuery(api.operatorWithdrawals.settlements, {})).data?.list ?? [];
  const seconds = all.filter(({ stage }) => stage === "second");
  const waiting = all.filter(({ stage }) => stage === "waiting");
  const more = queue?.nextCursor === undefined ? "" : "+";
  const sum = (rows: readonly { readonly netFen: number }[]) =>
    rows.reduce((fen, row) => fen + row.netFen, 0);
  const tabs = (
    <Tabs
      label="提现"
      value={tab}
      onChange={(next) => setSearch({ tab: next, open: undefined })}
      tabs={[
        { id: "waiting", label: "待审", count: waiting.length },
        { id: "second", label: "待第二人", count: seconds.length },
        { id: "sent", label: "打款中" },
        { id: "unknown", label: "结果未知", count: unknown.length },
        { id: "settlements", label: "待定案", count: settlements.length },
        { id: "done", label: "已完成" },
        { id: "rejected", label: "已拒绝" },
      ]}
    />
  );
  return (
    <FixedPage>
      <PageHead
        title="提现审核"
        text="只有奖励金可提；小额自动放行，大额需两人；结果未知只问原单号，绝不再转一次"
      />
      <CardRow>
        <Figure
          asideAt="right"
          label="待审"
          value={`${waiting.length}${more} 笔`}
          aside={<Money fen={sum(waiting)} />}
        />
        <Figure
          asideAt="right"
          label="待第二人"
          value={`${seconds.length}${more} 笔`}
          aside={oldest(seconds.map(({ createdAt }) => createdAt))}
        />
        <Figure
          asideAt="right"
          label="结果未知"
          tone={unknown.length > 0 ? "warn" : "ink"}
          value={`${unknown.length} 笔`}
          aside={oldest(unknown.map(({ sentAt }) => sentAt))}
        />
        <Figure
          asideAt="right"
          label="待定案"
          value={`${settlements.length} 笔`}
          aside={oldest(settlements.map(({ createdAt }) => createdAt))}
        />
      </CardRow>
      {tab === "unknown" && <UnknownList tabs={tabs} />}
      {tab === "settlements" && <SettlementList tabs={tabs} />}
      {(tab === "sent" || tab === "done" || tab === "rejected") && (
        <HistoryList key={tab} tabs={tabs} stage={tab} />
      )}
      {(tab === "waiting" || tab === "second") && (
        <WaitingList key={tab} tabs={tabs} isSecond={tab === "second"} />
      )}
    </FixedPage>
  );
}
