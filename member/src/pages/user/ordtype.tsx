/** 我的订单, a tab: the valid pickup code first, then states, types and the latest orders. */
import { useQuery } from "@tanstack/react-query";
import type { OrderCard as Order } from "@yunjing/contract/schemas/orders";
import { api, apiQuery } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Card, Section } from "../../components/card.tsx";
import { EmptyState, ErrorBlock } from "../../components/empty-state.tsx";
import { Entries, IconEntry, TileEntry } from "../../components/grid-entry.tsx";
import { PullRefresh } from "../../components/pull-refresh.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { navigateTo, switchTab } from "../../shell/navigate.ts";
import { LiveCode } from "./orders/live-code.tsx";
import { listPath, orderKinds, orderStates } from "./orders/order-kinds.ts";
import { lineKey, OrderLine } from "./orders/order-line.tsx";

interface LatestProps {
  readonly orders: readonly Order[];
  readonly total: number;
  readonly onChange: () => void;
}

function Latest({ orders, total, onChange }: LatestProps) {
  if (orders.length === 0) {
    return (
      <EmptyState scene="empty" title="还没有订单" note="兑换或购买的权益都会在这里">
        <Button appearance="sea" onPress={() => switchTab("/")}>
          去逛逛
        </Button>
      </EmptyState>
    );
  }
  const all = { text: `全部 ${total} 单`, onPress: () => navigateTo(listPath({})) };
  return (
    <Section title="最近订单" all={all}>
      {orders.map((order) => (
        <OrderLine key={lineKey(order)} order={order} onChange={onChange} />
      ))}
    </Section>
  );
}

export default function OrderKindsPage() {
  const { data, isLoadingError, refetch } = useQuery(apiQuery(api.orders.summary, {}));
  if (!data) {
    return (
      <div className="page-padding column gap-3">
        {isLoadingError ? <ErrorBlock onRetry={refetch} /> : <Skeleton shape="card" count={3} />}
      </div>
    );
  }
  const { kinds, states, live, latest } = data;
  const total = kinds["all"] ?? 0;
  const [code] = live;
  return (
    <PullRefresh onRefresh={refetch}>
      <div className="page-padding column gap-3">
        {code && <LiveCode order={code} appearance="card" />}
        <Card>
          <Entries label="订单状态" columns={4}>
            {orderStates.map(({ id, name, icon }) => (
              <IconEntry
                key={id}
                name={name}
                icon={icon}
                count={states[id] ?? 0}
                onPress={() => navigateTo(listPath({ state: id }))}
              />
            ))}
          </Entries>
        </Card>
        <Section title="按类型查看">
          <Entries label="订单类型" columns={4}>
            {orderKinds.map(({ id, name, artwork, tint }) => (
              <TileEntry
                key={id}
                name={name}
                artwork={artwork}
                tint={tint}
                size={40}
                count={kinds[id] ?? 0}
                onPress={() => navigateTo(listPath(id === "all" ? {} : { kind: id }))}
              />
            ))}
          </Entries>
        </Section>
        <Latest orders={latest} total={total} onChange={() => void refetch()} />
      </div>
    </PullRefresh>
  );
}
