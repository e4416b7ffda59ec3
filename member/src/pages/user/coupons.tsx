/** 我的卡包: coupons and cards by state, first to expire on top, and a field to add a code. */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { WalletItem } from "@yunjing/contract/schemas/coupons";
import { useState } from "react";
import { api, operationKey } from "../../api.ts";
import type { PageProps } from "../../routes.ts";
import { Button } from "../../components/button.tsx";
import { MoreLink } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { InfiniteList } from "../../components/infinite-list.tsx";
import { PullRefresh } from "../../components/pull-refresh.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useDebounced } from "../../components/use-debounced.ts";
import { navigateTo } from "../../shell/navigate.ts";
import { AddByCode } from "./coupons/add-by-code.tsx";
import { CardItem } from "./coupons/card-item.tsx";
import { CouponItem } from "./coupons/coupon-item.tsx";

type Kind = "coupon" | "card";
type State = "available" | "used" | "over";

const states: readonly { readonly id: State; readonly text: string }[] = [
  { id: "available", text: "可用" },
  { id: "used", text: "已使用" },
  { id: "over", text: "已失效" },
];
const stateOf = (id: string): State => states.find((state) => state.id === id)?.id ?? "available";

/** The longest text that is searched for; an order number has nineteen digits. */
const KEYWORD_MAX = 40;

function useWallet(kind: Kind, state: State, keyword: string) {
  const wanted = kind === "card" ? keyword.trim() : "";
  const input = { kind, state, ...(wanted === "" ? {} : { keyword: wanted }) };
  return useInfiniteQuery({
    queryKey: [...operationKey(api.coupons.list), input],
    queryFn: ({ pageParam, signal }) =>
      api.coupons.list({ ...input, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

const emptyTexts = {
  coupon: { available: "还没有可用的优惠券", used: "还没有用过优惠券", over: "没有失效的优惠券" },
  card: { available: "卡包空空的", used: "还没有用过的卡券", over: "没有失效的卡券" },
} as const;

function Empty({ kind, state }: { readonly kind: Kind; readonly state: State }) {
  const isFirst = state === "available";
  return (
    <EmptyState
      scene="box"
      title={emptyTexts[kind][state]}
      {...(isFirst
        ? { note: kind === "coupon" ? "领几张，下单时自动抵扣" : "购买或兑换的卡券会放在这里" }
        : {})}
    >
      {isFirst && (
        <>
          <Button appearance="sea" onPress={() => navigateTo("/pages/coupon/center")}>
            去领券
          </Button>
          <Button appearance="line" onPress={() => navigateTo("/pages/exchange/manifest")}>
            去兑换
          </Button>
        </>
      )}
    </EmptyState>
  );
}

interface NotFoundProps {
  readonly state: State;
  /** How many cards the search finds in each tab. */
  readonly found: Readonly<Record<State, number>> | undefined;
  readonly onState: (state: State) => void;
  readonly onClear: () => void;
}

/** The search found nothing in this tab: says in which other tab it did. */
function NotFound({ state, found, onState, onClear }: NotFoundProps) {
  const others = states.filter(({ id }) => id !== state && (found?.[id] ?? 0) > 0);
  return (
    <EmptyState
      scene="search"
      title="没有找到卡券"
      note={others.length > 0 ? "在其他状态里找到了" : "可搜品牌、名称、完整订单号或卡号后四位"}
    >
      {others.map(({ id, text }) => (
        <Button key={id} appearance="sea" onPress={() => onState(id)}>
          看{text}的 {found?.[id]} 张
        </Button>
      ))}
      <Button appearance="line" onPress={onClear}>
        清空搜索
      </Button>
    </EmptyState>
  );
}

const draw = (item: WalletItem) =>
  item.kind === "coupon" ? <CouponItem coupon={item} /> : <CardItem card={item} />;

export default function CouponsPage({ query }: PageProps) {
  const [kind, setKind] = useState<Kind>(query["kind"] === "card" ? "card" : "coupon");
  const [state, setState] = useState<State>("available");
  const [typed, setTyped] = useState("");
  const keyword = useDebounced(typed);
  const isSearch = kind === "card" && keyword.trim() !== "";
  const wallet = useWallet(kind, state, keyword);
  const counts = wallet.data?.pages[0]?.counts;
  const shown = counts?.[kind];
  return (
    <div className="page">
      <PullRefresh onRefresh={wallet.refetch}>
        <div className="page-padding column gap-2">
          <Tabs
            label="卡包"
            value={kind}
            onChoose={(id) => setKind(id === "card" ? "card" : "coupon")}
            items={[
              { id: "coupon", text: "优惠券", count: counts?.coupon.available },
              { id: "card", text: "卡券", count: counts?.card.available },
            ]}
          />
          {kind === "card" && (
            <SearchField
              label="搜索卡券"
              placeholder="品牌、名称、订单号或卡号后四位"
              value={typed}
              onInput={setTyped}
              lengthMax={KEYWORD_MAX}
              on="ground"
            />
          )}
          <div className="row between gap-2">
            <Tabs
              label="状态"
              appearance="lined"
              value={state}
              onChoose={(id) => setState(stateOf(id))}
              items={states.map(({ id, text }) => ({
                id,
                text,
                count: id === "available" ? shown?.[id] : undefined,
              }))}
            />
            <MoreLink text="领券中心" onPress={() => void navigateTo("/pages/coupon/center")} />
          </div>
          <div className="min-width-0" data-stale={wallet.isPlaceholderData ? "" : undefined}>
            <InfiniteList
              label={kind === "coupon" ? "优惠券" : "卡券"}
              query={wallet}
              keyOf={({ id }) => id}
              skeleton={<Skeleton shape="card" count={4} />}
              renderItem={draw}
              empty={
                isSearch ? (
                  <NotFound
                    state={state}
                    found={shown}
                    onState={setState}
                    onClear={() => setTyped("")}
                  />
                ) : (
                  <Empty kind={kind} state={state} />
                )
              }
              errorNote={isSearch ? "没有搜到结果，请稍后再试" : "卡券都在，没有丢失"}
            />
          </div>
        </div>
      </PullRefresh>
      <AddByCode />
    </div>
  );
}
