/** 订单列表: all orders of the member, filtered by type, state and search keyword. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { OrderCard as Order } from "@yunjing/contract/schemas/orders";
import { useEffect, useState } from "react";
import { api, operationKey } from "../../api.ts";
import { userMessageFor } from "../../device/failure.ts";
import { withIdempotencyKey } from "../../device/idempotency.ts";
import type { PageProps } from "../../routes.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Chips } from "../../components/chip.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { InfiniteList } from "../../components/infinite-list.tsx";
import { Field } from "../../components/field.tsx";
import { PullRefresh } from "../../components/pull-refresh.tsx";
import { confirm, toast } from "../../shell/facade/facade.ts";
import { switchTab } from "../../shell/navigate.ts";
import { type Kind, orderKinds, orderStates, type State } from "./orders/order-kinds.ts";
import { lineKey, OrderLine } from "./orders/order-line.tsx";
import styles from "./user.module.css";

const kindItems = orderKinds.map(({ id, name }) => ({ id, text: name }));
const stateItems = [
  { id: "any", text: "全部状态" },
  ...orderStates.map(({ id, name }) => ({ id, text: name })),
];
const kindOf = (id: string | undefined): Kind =>
  orderKinds.find((kind) => kind.id === id)?.id ?? "all";
const stateOf = (id: string | undefined): State | undefined =>
  orderStates.find((state) => state.id === id)?.id;

type Filter = { readonly kind: Kind; readonly state: State | undefined; readonly keyword: string };

/** Long enough that typing a word sends only one request. */
const TYPING_PAUSE_MS = 300;

/** Returns the text after typing paused; cleared text applies at once. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === "" ? 0 : TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === "" ? "" : settled;
}

function useOrders({ kind, state, keyword }: Filter) {
  const settledKeyword = useDebounced(keyword.trim());
  const input = {
    ...(kind === "all" ? {} : { kind }),
    ...(state ? { state } : {}),
    ...(settledKeyword ? { keyword: settledKeyword } : {}),
  };
  return useInfiniteQuery({
    queryKey: [...operationKey(api.orders.list), input],
    queryFn: ({ pageParam, signal }) =>
      api.orders.list({ ...input, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** Hiding needs confirmation; the order itself is not deleted. */
function useHide() {
  const queries = useQueryClient();
  const hide = useMutation({
    mutationFn: ({ orderNo }: Order) =>
      withIdempotencyKey(`hide:${orderNo}`, (idempotencyKey) =>
        api.orders.hide({ orderNo }, { idempotencyKey }),
      ),
    meta: { quiet: true },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["orders"] }),
    onError: (failure) => toast(userMessageFor(failure), { kind: "failed" }),
  });
  return async (order: Order) => {
    const yes = await confirm({
      title: "删除这条订单？",
      content: "只是不再显示在列表里，已得到的权益不受影响。",
      confirmText: "删除",
    });
    if (yes) hide.mutate(order);
  };
}

const Empty = ({
  isFiltered,
  onAll,
}: {
  readonly isFiltered: boolean;
  readonly onAll: () => void;
}) => (
  <EmptyState
    scene={isFiltered ? "search" : "empty"}
    title={isFiltered ? "没有符合的订单" : "还没有订单"}
    note={isFiltered ? "换个类型或状态看看" : "兑换或购买的权益都会在这里"}
  >
    <Button appearance="sea" onPress={() => (isFiltered ? onAll() : switchTab("/"))}>
      {isFiltered ? "查看全部" : "去逛逛"}
    </Button>
  </EmptyState>
);

export default function OrderListPage({ query }: PageProps) {
  const [filter, setFilter] = useState<Filter>({
    kind: kindOf(query["kind"]),
    state: stateOf(query["state"]),
    keyword: "",
  });
  const orders = useOrders(filter);
  const onHide = useHide();
  const queries = useQueryClient();
  const onChange = () => void queries.invalidateQueries({ queryKey: ["orders"] });
  const all = { kind: "all", state: undefined, keyword: "" } as const;
  const isFiltered =
    filter.kind !== "all" || filter.state !== undefined || filter.keyword.trim() !== "";
  return (
    <PullRefresh onRefresh={orders.refetch}>
      <div className="page-padding column gap-3">
        <div className={styles.filters}>
          <Field
            label="搜索订单"
            isLabelHidden
            kind="search"
            placeholder="搜索名称或订单编号"
            value={filter.keyword}
            onInput={(keyword) => setFilter({ ...filter, keyword })}
            lengthMax={40}
            canClear
          />
          <Chips
            label="订单类型"
            items={kindItems}
            value={filter.kind}
            onChoose={(id) => setFilter({ ...filter, kind: kindOf(id) })}
          />
          <Chips
            label="订单状态"
            items={stateItems}
            value={filter.state ?? "any"}
            onChoose={(id) => setFilter({ ...filter, state: stateOf(id) })}
          />
        </div>
        <InfiniteList
          label="订单"
          query={orders}
          keyOf={lineKey}
          renderItem={(order) => (
            <Card>
              <OrderLine order={order} onHide={onHide} onChange={onChange} />
            </Card>
          )}
          empty={<Empty isFiltered={isFiltered} onAll={() => setFilter(all)} />}
        />
      </div>
    </PullRefresh>
  );
}
