/** The batches a person may see, newest first; looked at again while one of them is being made. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Batch } from "@yunjing/contract/schemas/batches";
import { api, keyOf } from "../../../api.ts";
import { Button } from "../../../parts/button.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { EndlessList } from "../../../parts/endless-list.tsx";
import { PullRefresh } from "../../../parts/pull-refresh.tsx";
import { Skeleton } from "../../../parts/skeleton.tsx";
import { BatchCard } from "./batch-card.tsx";
import { lookAgainMs } from "./batch-words.ts";
import { DealerCard } from "./dealer-card.tsx";
import styles from "./generate.module.css";
import { handNow } from "./hand.ts";

function useBatches() {
  return useInfiniteQuery({
    queryKey: keyOf(api.batches.list),
    queryFn: ({ pageParam, signal }) =>
      api.batches.list(pageParam ? { cursor: pageParam } : {}, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) => {
      const shown = state.data?.pages.flatMap(({ list }) => list) ?? [];
      const isMaking = shown.some((batch) => batch.state === "generating");
      return isMaking && lookAgainMs(state.dataUpdateCount);
    },
  });
}

interface BatchListProps {
  readonly canMake: boolean;
  readonly onOpen: (batch: Batch) => void;
  readonly onNew: () => void;
}

const Nothing = ({ canMake, onNew }: Pick<BatchListProps, "canMake" | "onNew">) =>
  canMake ? (
    <EmptyState scene="box" title="还没有批次" note="新建一批，另一人审核通过后就能发放">
      <Button look="sea" size={44} onPress={onNew}>
        新建批次
      </Button>
    </EmptyState>
  ) : (
    <EmptyState scene="box" title="没有要审核的批次" note="有人提交后会出现在这里" />
  );

export function BatchList({ canMake, onOpen, onNew }: BatchListProps) {
  const batches = useBatches();
  const hand = handNow();
  return (
    <PullRefresh onRefresh={batches.refetch}>
      <div className={styles.body}>
        {canMake && <DealerCard />}
        <EndlessList
          label="兑换码批次"
          query={batches}
          keyOf={({ batchId }) => batchId}
          skeleton={<Skeleton shape="card" count={4} />}
          draw={(batch) => <BatchCard batch={batch} hand={hand} onOpen={onOpen} />}
          empty={<Nothing canMake={canMake} onNew={onNew} />}
          errorNote="没能读到批次，兑换码没有变化"
        />
      </div>
    </PullRefresh>
  );
}
