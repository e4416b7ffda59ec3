/** The delivered codes of an order: tickets to show and cards to reveal. */
import { lazy, Suspense } from "react";
import type { CachedOrder } from "../../../device/cached-orders.ts";
import { PickupTicket } from "../../../components/pickup-ticket.tsx";
import { isUsedUp } from "./used-up.ts";

const OrderCards = lazy(() =>
  import("./order-cards.tsx").then((module) => ({ default: module.OrderCards })),
);

interface ShopCodesProps {
  readonly order: CachedOrder;
  /** Called when a card changed: refetches the order. */
  readonly onChange: () => void;
}

export function ShopCodes({ order, onChange }: ShopCodesProps) {
  const { codes, cards = [], kind } = order;
  const [first, ...others] = codes.map(({ code, qr }) => ({ code, ...(qr ? { qr } : {}) }));
  return (
    <>
      {first && (
        <PickupTicket
          codes={[first, ...others]}
          hints={[
            kind === "movie" ? "凭取票码在影院取票机取票" : "向店员出示兑换码",
            "断网也能查看",
          ]}
          stamp={isUsedUp(order) ? (order.display === "done" ? "已使用" : "已失效") : undefined}
        />
      )}
      {cards.length > 0 && (
        <Suspense fallback={null}>
          <OrderCards cards={cards} onChange={onChange} />
        </Suspense>
      )}
    </>
  );
}
