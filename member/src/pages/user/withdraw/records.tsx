/** The withdrawals so far, latest first, each with its state and next step. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Withdrawal } from "@yunjing/contract/schemas/withdrawals";
import { api, operationKey } from "../../../api.ts";
import { formatTime } from "../../../device/time.ts";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { InfiniteList } from "../../../components/infinite-list.tsx";
import { Icon } from "../../../components/icon.tsx";
import { chevron } from "../../../components/icons.ts";
import { moneyText } from "../../../components/money.ts";
import { Price } from "../../../components/price.tsx";
import { PullRefresh } from "../../../components/pull-refresh.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { Tag } from "../../../components/tag.tsx";
import { tones } from "./withdrawal-text.ts";

function useWithdrawals() {
  return useInfiniteQuery({
    queryKey: operationKey(api.withdrawals.list),
    queryFn: ({ pageParam, signal }) =>
      api.withdrawals.list(pageParam ? { cursor: pageParam } : {}, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });
}

interface RecordProps {
  readonly withdrawal: Withdrawal;
  readonly onOpen: (withdrawal: Withdrawal) => void;
}

const Record = ({ withdrawal, onOpen }: RecordProps) => {
  const { amountFen, feeFen, state, stateText, createdAt, nextStep, reason } = withdrawal;
  return (
    <Card>
      <button
        type="button"
        className="touch grid gap-1 full-width"
        onClick={() => onOpen(withdrawal)}
      >
        <span className="row wrap between gap-1-2">
          <Price amountFen={amountFen} money="exact" tone="paid" />
          <Tag tone={tones[state]}>{stateText}</Tag>
        </span>
        <span className="caption">
          {formatTime(createdAt).slice(0, 16)}
          {feeFen > 0 && `，手续费 ${moneyText(feeFen)}`}
        </span>
        <span className="row between gap-2 text-12 ink-700">
          {reason ?? nextStep}
          <Icon of={chevron} size={16} className="ink-500" />
        </span>
      </button>
    </Card>
  );
};

interface RecordsProps {
  readonly onOpen: (withdrawal: Withdrawal) => void;
  readonly onWithdraw: () => void;
}

export function Records({ onOpen, onWithdraw }: RecordsProps) {
  const withdrawals = useWithdrawals();
  return (
    <PullRefresh onRefresh={withdrawals.refetch}>
      <div className="page-body">
        <InfiniteList
          label="提现记录"
          query={withdrawals}
          keyOf={({ withdrawalNo }) => withdrawalNo}
          skeleton={<Skeleton count={4} />}
          renderItem={(withdrawal) => <Record withdrawal={withdrawal} onOpen={onOpen} />}
          empty={
            <EmptyState scene="box" title="还没有提现记录" note="奖励结算后可以提现到微信零钱">
              <Button appearance="sea" onPress={onWithdraw}>
                去提现
              </Button>
            </EmptyState>
          }
          errorNote="没能读到提现记录，你的余额没有变化"
        />
      </div>
    </PullRefresh>
  );
}
