/** One of the member's orders as a card, with its current actions. */
import type { OrderCard as Order } from "@yunjing/contract/schemas/orders";
import { lazy, Suspense, useState } from "react";
import { api } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { moneyText } from "../../../components/money.ts";
import { OrderCard } from "../../../components/order-card.tsx";
import type { OrderAction } from "../../../components/order-menu.tsx";
import { PaySheet } from "../../../components/pay/pay-sheet.tsx";
import { benefitPath } from "../../../components/shop/benefit-path.ts";
import { cancelOrder } from "../../../components/shop/cancel-order.ts";
import { splitText, toOrderToPay, totalFen } from "../../../components/shop/order-text.ts";
import { toast } from "../../../shell/facade/facade.ts";
import { navigateTo } from "../../../shell/navigate.ts";
import { detailPath } from "./order-kinds.ts";

const PartnerSheet = lazy(() =>
  import("./partner-sheet.tsx").then((module) => ({ default: module.PartnerSheet })),
);

type Tone = "wait" | "go" | "still" | "bad";

const tones: Readonly<Partial<Record<Order["display"], Tone>>> = {
  wait_pay: "wait",
  issuing: "wait",
  manual: "wait",
  refunding: "wait",
  ready: "go",
  returned: "bad",
};

/** Returns how the order was paid: by a code in full, or for a shop order by its tenders. */
function splitOf(order: Order): string | undefined {
  const { source, amounts, kind } = order;
  if (source === "shop") return splitText(order);
  if (kind === "points") return undefined;
  return amounts.voucherFen > 0 ? `兑换码抵扣 ${moneyText(amounts.voucherFen)}` : undefined;
}

/** Returns what the title does not contain: the store, or the items of an order with several. */
const noteOf = ({ store, itemsText, title, quantity }: Order): string | undefined =>
  store?.name ?? (itemsText === `${title} × ${quantity}` ? undefined : itemsText);

const open = ({ orderNo }: Order) => navigateTo(detailPath(orderNo));

/** Opens the same benefit again; its ID is in the order detail, not in the list. */
const again = ({ orderNo, store }: Order): Promise<void> =>
  store
    ? navigateTo("/pages/exchange/kfc?buy=1")
    : api.orders.detail({ orderNo }).then(
        ({ lines }) => {
          const id = lines.find(({ benefitId }) => benefitId !== undefined)?.benefitId;
          return navigateTo(id ? benefitPath(id) : "/pages/benefit/search?all=1");
        },
        (failure: unknown) => toast(userMessageFor(failure), { kind: "failed" }),
      );

/** A ready order without codes was delivered as cards. */
function shopAct(order: Order): OrderAction | undefined {
  if (order.display === "ready") {
    const ticket = order.store ? "查看取餐码" : "查看取票码";
    const text = order.codes.length === 0 ? "查看卡密" : ticket;
    return { text, onPress: () => open(order), isNext: true };
  }
  return ENDED.has(order.display) ? { text: "再来一单", onPress: () => again(order) } : undefined;
}

function nextAct(order: Order): OrderAction {
  const act = order.source === "shop" ? shopAct(order) : undefined;
  if (act) return act;
  if (order.display === "ready") {
    const text = order.codes.length === 0 ? "查看卡密" : "查看取餐码";
    return { text, onPress: () => open(order), isNext: true };
  }
  if (order.display === "issuing" || order.display === "manual") {
    return { text: "查看进度", onPress: () => open(order), isNext: true };
  }
  if (order.display === "returned") {
    return {
      text: "重新兑换",
      onPress: () => navigateTo("/pages/exchange/manifest"),
      isNext: true,
    };
  }
  return { text: "查看详情", onPress: () => open(order) };
}

const ENDED: ReadonlySet<string> = new Set(["done", "returned", "refunded", "cancelled", "closed"]);

interface OrderLineProps {
  readonly order: Order;
  /** Removes the order from the list; absent where lists are not edited. */
  readonly onHide?: (order: Order) => unknown;
  /** Called when the order changed: paid, cancelled, or its payment time is over. */
  readonly onChange: () => void;
}

/** The actions of an unpaid order in display order: cancel, pay. */
function useUnpaidActs({ order, onChange }: OrderLineProps) {
  const [isPaying, setPaying] = useState(false);
  const acts: readonly OrderAction[] = [
    { text: "取消", onPress: () => cancelOrder(order.orderNo).then(onChange) },
    { text: "去支付", onPress: () => setPaying(true), isNext: true },
  ];
  const sheet = (
    <PaySheet
      order={isPaying ? toOrderToPay(order) : undefined}
      onClose={(outcome) => {
        setPaying(false);
        onChange();
        if (outcome !== "open") void open(order);
      }}
    />
  );
  return { acts, sheet };
}

/** An order at a partner: shown here, handled by the partner. */
function PartnerLine({ order }: Pick<OrderLineProps, "order">) {
  const [isOpen, setOpen] = useState(false);
  const openDetail = () => setOpen(true);
  return (
    <>
      <OrderCard
        brand={order.brandName ?? "合作方"}
        title={order.title}
        artwork={order.artwork}
        paidFen={order.amounts.paidFen}
        state={order.displayText}
        stateTone={tones[order.display] ?? "still"}
        actions={[{ text: "查看详情", onPress: openDetail }]}
        onPress={openDetail}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <PartnerSheet order={order} isOpen onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Renders a shop order or a partner's order. */
export const OrderLine = (props: OrderLineProps) =>
  props.order.partner ? <PartnerLine order={props.order} /> : <OwnLine {...props} />;

/**
 * Returns a key per order. A partner's order number may equal another partner's, so its order ID is
 * used.
 */
export const lineKey = ({ orderNo, partner }: Order): string => partner?.orderId ?? orderNo;

function OwnLine(props: OrderLineProps) {
  const { order, onHide, onChange } = props;
  const unpaid = useUnpaidActs(props);
  const split = splitOf(order);
  const isUnpaid = order.source === "shop" && order.display === "wait_pay";
  const hide: OrderAction[] =
    onHide && ENDED.has(order.display) ? [{ text: "删除订单", onPress: () => onHide(order) }] : [];
  return (
    <>
      <OrderCard
        brand={order.brandName ?? (order.kind === "points" ? "积分" : "余额")}
        title={order.title}
        note={noteOf(order)}
        quantity={order.quantity}
        artwork={order.artwork}
        photo={order.photo}
        paidFen={order.source === "shop" ? totalFen(order) : order.amounts.paidFen}
        {...(split ? { split } : {})}
        state={order.displayText}
        stateTone={tones[order.display] ?? "still"}
        {...(isUnpaid && order.expiresAt !== undefined
          ? { timer: { endsAt: order.expiresAt, onEnd: onChange } }
          : {})}
        actions={isUnpaid ? unpaid.acts : [nextAct(order)]}
        menu={hide}
        onPress={() => open(order)}
      />
      {unpaid.sheet}
    </>
  );
}
