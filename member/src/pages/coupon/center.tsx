/** 领券中心: the claimable coupons, the worth of each, and why one cannot be claimed. */
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, operationKey, apiQuery } from "../../api.ts";
import type { PageProps } from "../../routes.ts";
import { Button } from "../../components/button.tsx";
import { Chips } from "../../components/chip.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { InfiniteList } from "../../components/infinite-list.tsx";
import { NoticeBar } from "../../components/notice-bar.tsx";
import { PullRefresh } from "../../components/pull-refresh.tsx";
import { ClaimTicket } from "../../components/shop/claim-ticket.tsx";
import { useClaim } from "../../components/shop/use-claim.ts";
import { Skeleton } from "../../components/skeleton.tsx";
import { navigateTo, switchTab } from "../../shell/navigate.ts";
import styles from "./center/center.module.css";

const ALL = "all";

function useTemplates(category: string) {
  const input = category === ALL ? {} : { categoryCode: category };
  return useInfiniteQuery({
    queryKey: [...operationKey(api.coupons.templates), "pages", input],
    queryFn: ({ pageParam, signal }) =>
      api.coupons.templates({ ...input, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

const Empty = ({ isAll, onAll }: { readonly isAll: boolean; readonly onAll: () => void }) => (
  <EmptyState
    scene="box"
    title={isAll ? "现在没有可领的券" : "这个分类没有可领的券"}
    note={isAll ? "新券会在这里上架，过几天再来看看" : "看看别的分类"}
  >
    <Button appearance="sea" onPress={() => (isAll ? switchTab("/") : onAll())}>
      {isAll ? "去逛逛" : "查看全部"}
    </Button>
  </EmptyState>
);

export default function CouponCenterPage({ query }: PageProps) {
  const [category, setCategory] = useState(query["category"] ?? ALL);
  const templates = useTemplates(category);
  const { data: categories } = useQuery(apiQuery(api.home.categories, {}));
  const claim = useClaim();
  return (
    <PullRefresh onRefresh={templates.refetch}>
      <div className="page-padding column gap-2">
        <NoticeBar
          kind="info"
          text="领到的券在我的卡包，下单时自动用最划算的"
          onPress={() => void navigateTo("/pages/user/coupons")}
        />
        <div className={styles.wide}>
          <Chips
            label="分类"
            value={category}
            onChoose={setCategory}
            items={[
              { id: ALL, text: "全部" },
              ...(categories?.list ?? []).map(({ code, name }) => ({ id: code, text: name })),
            ]}
          />
        </div>
        <div className={styles.list} data-stale={templates.isPlaceholderData ? "" : undefined}>
          <InfiniteList
            label="可领的券"
            query={templates}
            keyOf={({ templateId }) => templateId}
            skeleton={<Skeleton shape="card" count={4} />}
            renderItem={(coupon) => <ClaimTicket coupon={coupon} onClaim={claim} />}
            empty={<Empty isAll={category === ALL} onAll={() => setCategory(ALL)} />}
          />
        </div>
      </div>
    </PullRefresh>
  );
}
