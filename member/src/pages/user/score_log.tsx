/** 积分明细: every change of the member's points by month, with pending points on top. */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, operationKey } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PullRefresh } from "../../components/pull-refresh.tsx";
import { MonthPicker } from "../../components/statement/month-picker.tsx";
import { monthText } from "../../components/statement/statement-text.ts";
import { Statement } from "../../components/statement/statement.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { navigateTo } from "../../shell/navigate.ts";
import { sumsOf, type Tab } from "./score_log/month-sums.ts";
import styles from "./score_log/score_log.module.css";

const tabs = [
  { id: "all", text: "全部" },
  { id: "earned", text: "获得" },
  { id: "spent", text: "使用" },
  { id: "expired", text: "过期" },
] as const;
const tabOf = (id: string): Tab => tabs.find((tab) => tab.id === id)?.id ?? "all";

function useRecords(tab: Tab, month: string | undefined) {
  const input = { ...(tab === "all" ? {} : { tab }), ...(month === undefined ? {} : { month }) };
  return useInfiniteQuery({
    queryKey: [...operationKey(api.points.records), input],
    queryFn: ({ pageParam, signal }) =>
      api.points.records({ ...input, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

const nothing = {
  all: "还没有积分记录",
  earned: "还没有得到过积分",
  spent: "还没有用过积分",
  expired: "没有积分过期",
} as const;

interface EmptyProps {
  readonly tab: Tab;
  readonly month: string | undefined;
  readonly onAll: () => void;
}

function Empty({ tab, month, onAll }: EmptyProps) {
  if (month !== undefined) {
    return (
      <EmptyState scene="search" title={`${monthText(month)}没有记录`}>
        <Button appearance="sea" onPress={onAll}>
          看全部月份
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={nothing[tab]} note="签到一下，第一笔积分就有了">
      <Button appearance="sea" onPress={() => navigateTo("/pages/user/score")}>
        去签到
      </Button>
    </EmptyState>
  );
}

export default function ScoreLogPage() {
  const [tab, setTab] = useState<Tab>("all");
  const [month, setMonth] = useState<string>();
  const records = useRecords(tab, month);
  return (
    <PullRefresh onRefresh={records.refetch}>
      <div className={styles.page}>
        <div className={styles.line}>
          <Tabs
            label="积分明细"
            appearance="lined"
            items={tabs}
            value={tab}
            onChoose={(id) => setTab(tabOf(id))}
          />
          <MonthPicker value={month} onChoose={setMonth} />
        </div>
        <div className="min-width-0" data-stale={records.isPlaceholderData ? "" : undefined}>
          <Statement
            unit="points"
            label="积分明细"
            query={records}
            sumsOf={(sums) => sumsOf(sums, tab)}
            empty={<Empty tab={tab} month={month} onAll={() => setMonth(undefined)} />}
            errorNote="没能读到积分明细，你的积分没有变化"
          />
        </div>
      </div>
    </PullRefresh>
  );
}
