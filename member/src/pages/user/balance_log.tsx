/** 余额明细: income and spending by month, with the balance after each entry. */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { Input } from "@yunjing/contract/operations";
import { useState } from "react";
import { api, operationKey } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Chips } from "../../components/chip.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PullRefresh } from "../../components/pull-refresh.tsx";
import { MonthPicker } from "../../components/statement/month-picker.tsx";
import { Statement } from "../../components/statement/statement.tsx";
import { navigateTo } from "../../shell/navigate.ts";
import styles from "./balance_log/balance_log.module.css";

type RecordType = NonNullable<Input<"wallet", "records">["type"]>;

const types: readonly { readonly id: RecordType; readonly text: string }[] = [
  { id: "all", text: "全部" },
  { id: "in", text: "收入" },
  { id: "out", text: "支出" },
  { id: "topup", text: "充值" },
  { id: "pay", text: "消费" },
  { id: "refund", text: "退款" },
  { id: "reward", text: "奖励" },
  { id: "withdrawal", text: "提现" },
];

interface Filter {
  readonly type: RecordType;
  readonly month?: string | undefined;
}

function useRecords({ type, month }: Filter) {
  const input = { type, ...(month === undefined ? {} : { month }) };
  return useInfiniteQuery({
    queryKey: [...operationKey(api.wallet.records), input],
    queryFn: ({ pageParam, signal }) =>
      api.wallet.records({ ...input, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

const Empty = ({
  isFiltered,
  onAll,
}: {
  readonly isFiltered: boolean;
  readonly onAll: () => void;
}) =>
  isFiltered ? (
    <EmptyState scene="search" title="没有符合的记录" note="换个类型或月份看看">
      <Button appearance="line" onPress={onAll}>
        看全部记录
      </Button>
    </EmptyState>
  ) : (
    <EmptyState scene="box" title="还没有余额记录" note="充值、消费和退款都会记在这里">
      <Button appearance="sea" onPress={() => navigateTo("/pages/user/topup")}>
        去充值
      </Button>
    </EmptyState>
  );

export default function UserBalanceLogPage() {
  const [filter, setFilter] = useState<Filter>({ type: "all" });
  const records = useRecords(filter);
  const { type, month } = filter;
  return (
    <PullRefresh onRefresh={records.refetch}>
      <div className={styles.page}>
        <div className={styles.filters}>
          <Chips
            label="类型"
            items={types}
            value={type}
            onChoose={(id) =>
              setFilter({ ...filter, type: types.find((one) => one.id === id)?.id ?? "all" })
            }
          />
          <div className={styles.month}>
            <MonthPicker value={month} onChoose={(next) => setFilter({ type, month: next })} />
          </div>
        </div>
        <div className="min-width-0" data-stale={records.isPlaceholderData ? "" : undefined}>
          <Statement
            unit="fen"
            label="余额明细"
            query={records}
            sumsOf={({ inFen, outFen }) => [
              { name: "收入", amount: inFen },
              { name: "支出", amount: outFen },
            ]}
            afterName="余额"
            empty={
              <Empty
                isFiltered={type !== "all" || month !== undefined}
                onAll={() => setFilter({ type: "all" })}
              />
            }
            errorNote="没能读到余额明细，你的余额没有变化"
          />
        </div>
      </div>
    </PullRefresh>
  );
}
