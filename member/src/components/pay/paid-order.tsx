/**
 * The state of a paid order: in progress, then its code, its cards or its final state, as soon as
 * the server returns it.
 */
import type { OrderDetail } from "@yunjing/contract/schemas/orders";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "../../api.ts";
import { onPush, pollIntervalMs } from "../../device/push.ts";
import { PickupTicket } from "../pickup-ticket.tsx";
import { CardLanding } from "./card-landing.tsx";
import { Outcome } from "./outcome.tsx";

const POLL_MS = 2_000;
const PENDING_DISPLAYS: ReadonlySet<OrderDetail["display"]> = new Set(["wait_pay", "issuing"]);

/** Polls the order until it is no longer in progress; a push message triggers a read at once. */
function usePaidOrder(orderNo: string): OrderDetail | undefined {
  const [order, setOrder] = useState<OrderDetail>();
  const [polls, setPolls] = useState(0);
  const poll = useEffectEvent(() => {
    void api.orders
      .detail({ orderNo })
      .then(setOrder, () => undefined)
      .then(() => setPolls((count) => count + 1));
  });
  const isPending = order === undefined || PENDING_DISPLAYS.has(order.display);
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(poll, polls === 0 ? 0 : pollIntervalMs(POLL_MS));
    return () => clearTimeout(timer);
  }, [polls, isPending]);
  useEffect(() => onPush("order", () => poll()), []);
  return order;
}

export function PaidOutcome({ order }: { readonly order: OrderDetail | undefined }) {
  if (!order || PENDING_DISPLAYS.has(order.display)) {
    return <Outcome appearance="ok" title="支付成功" text="正在为你办理，办好后直接显示在这里。" />;
  }
  const { display, nextStep, cards = [], codes } = order;
  const [first, ...others] = codes.map(({ code, qr }) => ({ code, ...(qr ? { qr } : {}) }));
  if (display === "ready" && first) {
    return <PickupTicket codes={[first, ...others]} hints={[nextStep, "断网也能在订单里查看"]} />;
  }
  if (display === "ready" && cards.length > 0) {
    return (
      <Outcome
        appearance="ok"
        title={`${cards.length} 张卡券已就绪`}
        text="已放入卡包。在订单里查看卡密、复制或出示。"
        picture={<CardLanding artwork={cards[0]?.artwork ?? "coupon"} tint={cards[0]?.tint} />}
      />
    );
  }
  if (display === "ready" || display === "done") {
    return <Outcome appearance="ok" title="支付成功，已办好" text={nextStep} />;
  }
  return (
    <Outcome appearance={display === "manual" ? "wait" : "over"} title="支付成功" text={nextStep} />
  );
}

export const PaidOrder = ({ orderNo }: { readonly orderNo: string }) => (
  <PaidOutcome order={usePaidOrder(orderNo)} />
);
