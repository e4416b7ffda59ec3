/** The member's pickup code that is valid now. */
import type { OrderCard as Order } from "@yunjing/contract/schemas/orders";
import { PickupCard, PickupLine } from "../../../components/pickup-card.tsx";
import { navigateTo } from "../../../shell/navigate.ts";
import { detailPath } from "./order-kinds.ts";

interface LiveCodeProps {
  readonly order: Order;
  readonly appearance: "card" | "line";
}

export function LiveCode({ order, appearance }: LiveCodeProps) {
  const [code] = order.codes;
  if (!code) return null;
  const shown = {
    store: [appearance === "card" ? order.brandName : undefined, order.store?.name]
      .filter(Boolean)
      .join(" "),
    code: { code: code.code, ...(code.qr ? { qr: code.qr } : {}) },
    time: order.slot ? `${order.slot.text} 到店取` : "到店取",
    onPress: () => navigateTo(detailPath(order.orderNo)),
  };
  if (appearance === "line") return <PickupLine {...shown} />;
  return (
    <PickupCard
      {...shown}
      moreCount={order.codes.length - 1}
      state={order.displayText}
      progress={order.title}
    />
  );
}
