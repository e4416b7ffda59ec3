/** The actions on a shop order now: pay, cancel, buy again, refund. */
import { lazy, Suspense, useEffect, useState } from "react";
import type { CachedOrder } from "../../../device/cached-orders.ts";
import { Button } from "../../../components/button.tsx";
import { Dock } from "../../../components/dock.tsx";
import { moneyText } from "../../../components/money.ts";
import { PaySheet } from "../../../components/pay/pay-sheet.tsx";
import { cancelOrder } from "../../../components/shop/cancel-order.ts";
import { toOrderToPay } from "../../../components/shop/order-text.ts";
import { navigateTo } from "../../../shell/navigate.ts";
import { confirmReceived, receivedTexts } from "./confirm-received.ts";
import type { OrderView } from "./use-order.ts";

const RefundSheet = lazy(() =>
  import("./refund-sheet.tsx").then((module) => ({ default: module.RefundSheet })),
);

/**
 * State of the payment sheet: `awaited` while the outcome is pending, `open` to choose how to pay.
 */
export type PayingState = "awaited" | "open" | undefined;

interface ShopActsProps {
  readonly order: CachedOrder;
  readonly view: OrderView;
  /** The payment sheet's initial state. */
  readonly paying: PayingState;
  /**
   * Called when the payment sheet opened or closed. While it is open these actions must stay
   * mounted in every state of the order.
   */
  readonly onPaying: (isPaying: boolean) => void;
}

const buyAgain = ({ lines, store }: CachedOrder): string => {
  if (store) return "/pages/exchange/kfc?buy=1";
  const id = lines.find(({ benefitId }) => benefitId !== undefined)?.benefitId;
  return id ? `/pages/benefit/detail?id=${encodeURIComponent(id)}` : "/pages/benefit/search?all=1";
};

interface UnpaidProps extends Pick<ShopActsProps, "order" | "view"> {
  readonly onPay: () => void;
}

function Unpaid({ order, view, onPay }: UnpaidProps) {
  const cancel = async (): Promise<void> => {
    const cancelled = await cancelOrder(order.orderNo);
    if (cancelled) view.show(cancelled);
    else view.refetch();
  };
  const dueFen = order.amounts.cashFen ?? 0;
  const canCancel = order.cancel?.allowed ?? true;
  return (
    <Dock>
      {canCancel && (
        <Button appearance="line" busyText="稍候" onPress={cancel}>
          取消订单
        </Button>
      )}
      <Button
        appearance="main"
        block
        reason={order.pay?.allowed === false ? (order.pay.reason ?? "不能支付") : undefined}
        onPress={onPay}
      >
        {dueFen > 0 ? `去支付 ${moneyText(dueFen)}` : "确认支付"}
      </Button>
    </Dock>
  );
}

function Paid({ order, view }: Pick<ShopActsProps, "order" | "view">) {
  const [isRefunding, setRefunding] = useState(false);
  const isFirst = !order.received.allowed;
  return (
    <>
      <Dock>
        {order.refund.allowed && (
          <Button appearance="line" onPress={() => setRefunding(true)}>
            申请退款
          </Button>
        )}
        <Button
          appearance={isFirst ? "sea" : "line"}
          block={isFirst}
          onPress={() => navigateTo(buyAgain(order))}
        >
          再来一单
        </Button>
        {order.received.allowed && (
          <Button
            appearance="main"
            block
            onPress={() => confirmReceived({ by: "number", orderNo: order.orderNo }, view)}
          >
            {receivedTexts(order).confirmText}
          </Button>
        )}
      </Dock>
      {isRefunding && (
        <Suspense fallback={null}>
          <RefundSheet
            orderNo={order.orderNo}
            onClose={() => {
              setRefunding(false);
              view.refetch();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

export function ShopOrderActions({ order, view, paying, onPaying }: ShopActsProps) {
  const isUnpaid = order.display === "wait_pay";
  // The order as it was when the sheet opened: a "paid" update must not close the sheet while the
  // member reads it.
  const [sheet, setSheet] = useState(() =>
    paying && isUnpaid ? toOrderToPay(order, paying === "awaited") : undefined,
  );
  const isPaying = sheet !== undefined;
  useEffect(() => onPaying(isPaying), [isPaying, onPaying]);
  const close = (): void => {
    setSheet(undefined);
    view.refetch();
  };
  // The outcome is awaited only once; a member who closes the sheet and presses 去支付 wants a new
  // payment.
  const pay = () => setSheet(toOrderToPay(order, false));
  return (
    <>
      {isUnpaid ? (
        <Unpaid order={order} view={view} onPay={pay} />
      ) : (
        <Paid order={order} view={view} />
      )}
      <PaySheet order={sheet} onClose={close} />
    </>
  );
}
