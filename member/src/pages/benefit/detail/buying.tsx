/** From 立即购买 to the order: confirm, pay, and on to the order with its outcome. */
import { useQueryClient } from "@tanstack/react-query";
import type { OrderDetail } from "@yunjing/contract/schemas/orders";
import { useState } from "react";
import { moneyText } from "../../../parts/money.ts";
import { PaySheet } from "../../../parts/pay/pay-sheet.tsx";
import type { OrderToPay } from "../../../parts/pay/pay-sheet-body.tsx";
import { redirectTo } from "../../../shell/navigate.ts";
import { ConfirmSheet } from "./confirm-sheet.tsx";
import { type Item, useQuote } from "./use-quote.ts";

interface BuyingProps {
  readonly item: Item;
  readonly regionCode: string;
  readonly onClose: () => void;
}

const detailPath = (orderNo: string): string =>
  `/pages/exchange/ordetail?orderNo=${encodeURIComponent(orderNo)}`;

function toPay({ orderNo, title, amounts }: OrderDetail): OrderToPay {
  const held = [
    ...((amounts.balanceFen ?? 0) > 0 ? [`余额 ${moneyText(amounts.balanceFen ?? 0)}`] : []),
    ...((amounts.pointsOffFen ?? 0) > 0 ? [`积分抵 ${moneyText(amounts.pointsOffFen ?? 0)}`] : []),
  ];
  return {
    orderNo,
    title,
    dueFen: amounts.cashFen ?? 0,
    ...(held.length > 0 ? { heldText: `已用${held.join("、")}` } : {}),
  };
}

export function Buying({ item, regionCode, onClose }: BuyingProps) {
  const view = useQuote(item, regionCode);
  const [order, setOrder] = useState<OrderToPay>();
  const queries = useQueryClient();
  const place = async (): Promise<void> => {
    if (!view.quote) return;
    const placed = await view.place(view.quote);
    if (!placed) return;
    // Lists, counts and coupons are others now.
    void queries.invalidateQueries();
    setOrder(toPay(placed));
  };
  if (!order) return <ConfirmSheet view={view} onPlace={place} onClose={onClose} />;
  return <PaySheet order={order} onClose={() => void redirectTo(detailPath(order.orderNo))} />;
}
