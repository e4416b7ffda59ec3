/** One of the member's orders as a card, with what can be done to it now. */
import type { OrderCard as Order } from "@yunjing/contract/schemas/orders";
import { lazy, Suspense, useState } from "react";
import { api } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { moneyText } from "../../../components/money.ts";
import { type OrderAction, OrderCard } from "../../../components/order-card.tsx";
import { PaySheet } from "../../../components/pay/pay-sheet.tsx";
import { benefitPath } from "../../../components/shop/benefit-row.tsx";
import { cancelOrder } from "../../../components/shop/cancel-order.ts";
import { splitText, toOrderToPay, totalFen } from "../../../components/shop/order-text.ts";
import { toast } from "../../../shell/facade/facade.ts";
import { navigateTo } from "../../../shell/navigate.ts";
import { detailPath } from "./order-kinds.ts";

const PartnerSheet = lazy(() =>
  import("./partner-sheet.tsx").then((room) => ({ default: room.PartnerSheet })),
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

/** The money as it was paid: a code pays the whole, and says so; an order of the shop by its tenders. */
function splitOf(order: Order): string | undefined {
  const { source, amounts, kind } = order;
  if (source === "shop") return splitText(order);
  if (kind === "points") return undefined;
  return amounts.voucherFen > 0 ? `兑换码抵扣 ${moneyText(amounts.voucherFen)}` : undefined;
}

/** What the title does not say already: the store, or the things of an order of several. */
const noteOf = ({ store, itemsText, title, quantity }: Order): string | undefined =>
  store?.name ?? (itemsText === `${title} × ${quantity}` ? undefined : itemsText);

const open = ({ orderNo }: Order) => navigateTo(detailPath(orderNo));

/** The same once more: the list does not say which benefit it was, the order does. */
const again = ({ orderNo }: Order): Promise<void> =>
  api.orders.detail({ orderNo }).then(
    ({ lines }) => {
      const id = lines.find(({ benefitId }) => benefitId !== undefined)?.benefitId;
      return navigateTo(id ? benefitPath(id) : "/pages/benefit/search?all=1");
    },
    (failure: unknown) => toast(userMessageFor(failure), { kind: "failed" }),
  );

/** A ready order without a code to show was delivered as cards. */
function shopAct(order: Order): OrderAction | undefined {
  if (order.display === "ready") {
    const text = order.codes.length === 0 ? "查看卡密" : "查看取票码";
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
  /** Takes the order out of the list; absent where lists are not edited. */
  readonly onHide?: (order: Order) => unknown;
  /** Something about it has changed: paid, given up, or its time is over. */
  readonly onChange: () => void;
}

/** What an unpaid order asks for, in the order of the thumbs: give up, pay. */
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

/** An order at a partner: it is looked at here, and dealt with there. */
function PartnerLine({ order }: Pick<OrderLineProps, "order">) {
  const [isOpen, setOpen] = useState(false);
  const look = () => setOpen(true);
  return (
    <>
      <OrderCard
        brand={order.brandName ?? "合作方"}
        title={order.title}
        artwork={order.artwork}
        paidFen={order.amounts.paidFen}
        state={order.displayText}
        stateTone={tones[order.display] ?? "still"}
        actions={[{ text: "查看详情", onPress: look }]}
        onPress={look}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <PartnerSheet order={order} isOpen onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** By its place: an own order, or one at a partner. */
export const OrderLine = (props: OrderLineProps) =>
  props.order.partner ? <PartnerLine order={props.order} /> : <OwnLine {...props} />;

/** A partner's number may be another's too. */
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
