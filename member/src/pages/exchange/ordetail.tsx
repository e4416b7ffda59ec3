/**
 * 订单详情: one order, opened by its receipt token (by any holder) or by its number (by its member);
 * readable offline.
 */
import { shortReceiptToken } from "@yunjing/contract/receipt-link";
import { pendingReceipt, clearPendingReceipt } from "../../device/cached-orders.ts";
import { lazy, Suspense, useEffect, useState } from "react";
import type { PageProps } from "../../routes.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState, ErrorBlock } from "../../components/empty-state.tsx";
import { NoticeBar } from "../../components/notice-bar.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { redirectTo, switchTab } from "../../shell/navigate.ts";
import { useNetworkState } from "../../shell/use-network-state.ts";
import { useContentAge } from "../../shell/use-content-age.ts";
import { OrderInfo } from "./ordetail/order-info.tsx";
import { OrderActions, ClaimHint } from "./ordetail/order-actions.tsx";
import { Items } from "./ordetail/items.tsx";
import { OrderHead } from "./ordetail/order-head.tsx";
import styles from "./ordetail/ordetail.module.css";
import { Pickup } from "./ordetail/pickup.tsx";
import { ShopCodes } from "./ordetail/shop-codes.tsx";
import { ShopItems } from "./ordetail/shop-items.tsx";
import type { PayingState } from "./ordetail/shop-order-actions.tsx";
import { type OrderRef, useOrder } from "./ordetail/use-order.ts";

/**
 * Returns the token in a fragment: `r=…`, or the token alone in the short link of a text message.
 */
const receiptIn = (hash: string): string | undefined =>
  new URLSearchParams(hash).get("r") ?? shortReceiptToken(hash);

/**
 * The receipt token is in the fragment, which is never sent to a server; the order number is in the
 * query.
 */
function nameOf({ query, hash }: PageProps): OrderRef {
  const token = receiptIn(hash);
  return token ? { by: "receipt", token } : { by: "number", orderNo: query["orderNo"] ?? "" };
}

/**
 * Returns a receipt token that is in the query or was open before a login; it must move to the
 * fragment.
 */
function misplacedReceipt({ query, hash }: PageProps): string | undefined {
  if (receiptIn(hash) !== undefined || query["orderNo"] !== undefined) return undefined;
  return query["r"] ?? query["token"] ?? pendingReceipt();
}

/** The page that asks the service about this order. */
const askUrlOf = (name: OrderRef): string =>
  name.by === "receipt"
    ? `/pages/user/ask#r=${encodeURIComponent(name.token)}`
    : `/pages/user/ask?orderNo=${encodeURIComponent(name.orderNo)}`;

const Gone = () => (
  <div className={styles.gone}>
    <EmptyState
      scene="search"
      title="订单不存在或链接已失效"
      note="请核对链接，或登录后在我的订单里查看"
    >
      <Button appearance="line" onPress={() => switchTab("/")}>
        回首页
      </Button>
    </EmptyState>
  </div>
);

const HAS_OWN_HEADING = /^[\w-]{8,128}$/;

// The actions on a shop order load the payment and refund sheets with them.
const ShopActs = lazy(() =>
  import("./ordetail/shop-order-actions.tsx").then((module) => ({
    default: module.ShopOrderActions,
  })),
);

/**
 * The payment sheet's initial state: `awaited` after payment outside this page, `open` to pay now.
 */
const payingOf = (value: string | undefined): PayingState => {
  if (value === undefined) return undefined;
  return value === "now" ? "open" : "awaited";
};

interface DetailProps {
  readonly name: OrderRef;
  readonly paying: PayingState;
}

function Detail({ name, paying }: DetailProps) {
  const view = useOrder(name);
  const { order, isGone, isStale } = view;
  const [isPaying, setPaying] = useState(false);
  const isAway = useNetworkState().network === "away";
  useContentAge(order?.seenAt, view.refetch);
  if (isGone) return <Gone />;
  if (!order) {
    return (
      <div className={styles.gone}>
        {isStale ? <ErrorBlock onRetry={view.refetch} /> : <Skeleton count={3} />}
      </div>
    );
  }
  const isShop = order.source === "shop";
  // A meal that costs more than its voucher is paid like a shop order and then picked up like a
  // meal.
  const isPayable = isShop || isPaying || order.display === "wait_pay";
  return (
    <div className={styles.page}>
      <OrderHead order={order} onOver={view.refetch} />
      <div className={styles.body}>
        {isStale && !isAway && (
          <NoticeBar kind="offline" text="没有读到新的，显示的是上次看到的内容" />
        )}
        {isShop && order.store === undefined ? (
          <ShopCodes order={order} onChange={view.refetch} />
        ) : (
          <Pickup order={order} />
        )}
        <ClaimHint name={name} view={view} />
        {isShop ? <ShopItems order={order} /> : <Items order={order} />}
        <OrderInfo
          order={order}
          askUrl={askUrlOf(name)}
          receipt={name.by === "receipt" ? name.token : undefined}
        />
      </div>
      {isPayable && name.by === "number" ? (
        <Suspense fallback={null}>
          <ShopActs order={order} view={view} paying={paying} onPaying={setPaying} />
        </Suspense>
      ) : (
        <OrderActions name={name} view={view} />
      )}
    </div>
  );
}

export default function OrderDetailPage(props: PageProps) {
  const [receiptToken] = useState(() => misplacedReceipt(props));
  useEffect(() => {
    if (receiptToken === undefined) return;
    clearPendingReceipt();
    void redirectTo(`/pages/exchange/ordetail#r=${encodeURIComponent(receiptToken)}`);
  }, [receiptToken]);
  if (receiptToken !== undefined) return <Skeleton count={3} />;
  const name = nameOf(props);
  const key = name.by === "receipt" ? name.token : name.orderNo;
  return HAS_OWN_HEADING.test(key) ? (
    <Detail key={key} name={name} paying={payingOf(props.query["pay"])} />
  ) : (
    <Gone />
  );
}
