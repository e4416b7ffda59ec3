/** One of the member's orders as a card, with what can be done to it now. */
import type { OrderCard as Order } from "@yunjing/contract/schemas/orders";
import { moneyText } from "../../../parts/money.ts";
import { type OrderAct, OrderCard } from "../../../parts/order-card.tsx";
import { navigateTo } from "../../../shell/navigate.ts";
import { detailPath } from "./order-kinds.ts";

type Tone = "wait" | "go" | "still" | "bad";

const tones: Readonly<Partial<Record<Order["display"], Tone>>> = {
  wait_pay: "wait",
  issuing: "wait",
  manual: "wait",
  refunding: "wait",
  ready: "go",
  returned: "bad",
};

/** The money as it was paid: a code pays the whole, and says so. */
function splitOf({ source, amounts, kind }: Order): string | undefined {
  if (kind === "points") return undefined;
  return source === "code" && amounts.voucherFen > 0
    ? `兑换码抵扣 ${moneyText(amounts.voucherFen)}`
    : undefined;
}

const nextAct = (order: Order, open: () => unknown): OrderAct => {
  if (order.display === "ready") return { text: "查看取餐码", onPress: open, isNext: true };
  if (order.display === "issuing" || order.display === "manual") {
    return { text: "查看进度", onPress: open, isNext: true };
  }
  if (order.display === "returned") {
    return {
      text: "重新兑换",
      onPress: () => navigateTo("/pages/exchange/manifest"),
      isNext: true,
    };
  }
  return { text: "查看详情", onPress: open };
};

const ENDED: ReadonlySet<string> = new Set(["done", "returned", "refunded", "cancelled", "closed"]);

interface OrderLineProps {
  readonly order: Order;
  /** Takes the order out of the list; absent where lists are not edited. */
  readonly onHide?: (order: Order) => unknown;
}

export function OrderLine({ order, onHide }: OrderLineProps) {
  const open = () => navigateTo(detailPath(order.orderNo));
  const split = splitOf(order);
  const hide: OrderAct[] =
    onHide && ENDED.has(order.display) ? [{ text: "删除", onPress: () => onHide(order) }] : [];
  return (
    <OrderCard
      brand={order.brandName ?? (order.kind === "points" ? "积分" : "余额")}
      title={order.title}
      note={order.store?.name ?? order.itemsText}
      quantity={order.quantity}
      artwork={order.artwork}
      paidFen={order.amounts.paidFen}
      {...(split ? { split } : {})}
      state={order.displayText}
      stateTone={tones[order.display] ?? "still"}
      acts={[...hide, nextAct(order, open)]}
      onPress={open}
    />
  );
}
