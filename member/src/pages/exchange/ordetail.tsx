/** 订单详情: one order, by its receipt for whoever holds it or by its number for its member; readable offline. */
import { shortReceiptToken } from "@yunjing/contract/receipt-link";
import { awaitedReceipt, endAwaiting } from "../../device/receipts.ts";
import { lazy, Suspense, useEffect, useState } from "react";
import type { PageProps } from "../../pages.ts";
import { Button } from "../../parts/button.tsx";
import { EmptyState, ErrorBlock } from "../../parts/empty-state.tsx";
import { NoticeBar } from "../../parts/notice-bar.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { redirectTo, switchTab } from "../../shell/navigate.ts";
import { useReach } from "../../shell/reach.ts";
import { useSeenAt } from "../../shell/seen.ts";
import { About } from "./ordetail/about.tsx";
import { Acts, ClaimHint } from "./ordetail/acts.tsx";
import { Items } from "./ordetail/items.tsx";
import { OrderHead } from "./ordetail/order-head.tsx";
import styles from "./ordetail/ordetail.module.css";
import { Pickup } from "./ordetail/pickup.tsx";
import { ShopCodes } from "./ordetail/shop-codes.tsx";
import { ShopItems } from "./ordetail/shop-items.tsx";
import type { Paying } from "./ordetail/shop-acts.tsx";
import { type OrderName, useOrder } from "./ordetail/use-order.ts";

/** The token in a fragment: `r=…`, or alone in the short link of a text message. */
const receiptIn = (hash: string): string | undefined =>
  new URLSearchParams(hash).get("r") ?? shortReceiptToken(hash);

/** The receipt is in the fragment, where no server reads it; a number is in the query. */
function nameOf({ query, hash }: PageProps): OrderName {
  const token = receiptIn(hash);
  return token ? { by: "receipt", token } : { by: "number", orderNo: query["orderNo"] ?? "" };
}

/** A receipt that came in the query, or was open before a login: it belongs into the fragment. */
function strayReceipt({ query, hash }: PageProps): string | undefined {
  if (receiptIn(hash) !== undefined || query["orderNo"] !== undefined) return undefined;
  return query["r"] ?? query["token"] ?? awaitedReceipt();
}

const Gone = () => (
  <div className={styles.gone}>
    <EmptyState
      scene="search"
      title="订单不存在或链接已失效"
      note="请核对链接，或登录后在我的订单里查看"
    >
      <Button look="line" onPress={() => switchTab("/")}>
        回首页
      </Button>
    </EmptyState>
  </div>
);

const HAS_NAME = /^[\w-]{8,128}$/;

// What acts on an order of the shop brings the sheets of paying and refunds.
const ShopActs = lazy(() =>
  import("./ordetail/shop-acts.tsx").then((module) => ({ default: module.ShopActs })),
);

/** Whether the sheet that pays stands open from the beginning: `awaited` back from paying elsewhere, `open` to pay now. */
const payingOf = (said: string | undefined): Paying => {
  if (said === undefined) return undefined;
  return said === "now" ? "open" : "awaited";
};

interface DetailProps {
  readonly name: OrderName;
  readonly paying: Paying;
}

function Detail({ name, paying }: DetailProps) {
  const view = useOrder(name);
  const { order, isGone, isStale } = view;
  const [isPaying, setPaying] = useState(false);
  const isAway = useReach().network === "away";
  useSeenAt(order?.seenAt, view.look);
  if (isGone) return <Gone />;
  if (!order) {
    return (
      <div className={styles.gone}>
        {isStale ? <ErrorBlock onRetry={view.look} /> : <Skeleton count={3} />}
      </div>
    );
  }
  const isShop = order.source === "shop";
  // A meal beyond its voucher is paid like anything of the shop, and then picked up like any meal.
  const isPayable = isShop || isPaying || order.display === "wait_pay";
  return (
    <div className={styles.page}>
      <OrderHead order={order} onOver={view.look} />
      <div className={styles.body}>
        {isStale && !isAway && (
          <NoticeBar kind="offline" text="没有读到新的，显示的是上次看到的内容" />
        )}
        {isShop ? <ShopCodes order={order} onChange={view.look} /> : <Pickup order={order} />}
        <ClaimHint name={name} view={view} />
        {isShop ? <ShopItems order={order} /> : <Items order={order} />}
        <About order={order} />
      </div>
      {isPayable && name.by === "number" ? (
        <Suspense fallback={null}>
          <ShopActs order={order} view={view} paying={paying} onPaying={setPaying} />
        </Suspense>
      ) : (
        <Acts name={name} view={view} />
      )}
    </div>
  );
}

export default function OrderDetailPage(props: PageProps) {
  const [stray] = useState(() => strayReceipt(props));
  useEffect(() => {
    if (stray === undefined) return;
    endAwaiting();
    void redirectTo(`/pages/exchange/ordetail#r=${encodeURIComponent(stray)}`);
  }, [stray]);
  if (stray !== undefined) return <Skeleton count={3} />;
  const name = nameOf(props);
  const key = name.by === "receipt" ? name.token : name.orderNo;
  return HAS_NAME.test(key) ? (
    <Detail key={key} name={name} paying={payingOf(props.query["pay"])} />
  ) : (
    <Gone />
  );
}
