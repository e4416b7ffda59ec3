/** The dealer's own batches, newest first. Polls while one of them is being generated. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Batch } from "@yunjing/contract/schemas/batches";
import { operationKey } from "../../../api.ts";
import { dealerApi } from "../../../dealer-api.ts";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { InfiniteList } from "../../../components/infinite-list.tsx";
import { PullRefresh } from "../../../components/pull-refresh.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { BatchCard } from "./batch-card.tsx";
import { pollDelayMs } from "./batch-text.ts";
import { DealerCard } from "./dealer-card.tsx";

function useBatches() {
  return useInfiniteQuery({
    queryKey: operationKey(dealerApi.batches.list),
    queryFn: ({ pageParam, signal }) =>
      dealerApi.batches.list(pageParam ? { cursor: pageParam } : {}, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) => {
      const shown = state.data?.pages.flatMap(({ list }) => list) ?? [];
      const isMaking = shown.some((batch) => batch.state === "generating");
      return isMaking && pollDelayMs(state.dataUpdateCount);
    },
  });
}

interface BatchListProps {
  readonly onOpen: (batch: Batch) => void;
  readonly onNew: () => void;
}

const Nothing = ({ onNew }: Pick<BatchListProps, "onNew">) => (
  <EmptyState scene="box" title="还没有批次" note="新建一批，另一人审核通过后就能发放">
    <Button appearance="sea" size={44} onPress={onNew}>
      新建批次
    </Button>
  </EmptyState>
);

export function BatchList({ onOpen, onNew }: BatchListProps) {
  const batches = useBatches();
  return (
    <PullRefresh onRefresh={batches.refetch}>
      <div className="page-body content-start grow">
        <DealerCard />
        <InfiniteList
          label="兑换码批次"
          query={batches}
          keyOf={({ batchId }) => batchId}
          skeleton={<Skeleton shape="card" count={4} />}
          renderItem={(batch) => <BatchCard batch={batch} onOpen={onOpen} />}
          empty={<Nothing onNew={onNew} />}
          errorNote="没能读到批次，兑换码没有变化"
        />
      </div>
    </PullRefresh>
  );
}
