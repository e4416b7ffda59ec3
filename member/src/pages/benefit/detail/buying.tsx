/** The flow after 立即购买: confirm, pay, then show the order with its outcome. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PaySheet } from "../../../components/pay/pay-sheet.tsx";
import type { OrderToPay } from "../../../components/pay/pay-sheet-body.tsx";
import { toOrderToPay } from "../../../components/shop/order-text.ts";
import { redirectTo } from "../../../shell/navigate.ts";
import { type AccountView, ConfirmSheet } from "./confirm-sheet.tsx";
import { type QuoteItem, useQuote } from "./use-quote.ts";

interface BuyingProps {
  readonly item: QuoteItem;
  /** The entered values as the confirmation shows them. */
  readonly inputs: readonly { readonly label: string; readonly text: string }[];
  readonly account: AccountView;
  readonly regionCode: string;
  readonly onClose: () => void;
}

const detailPath = (orderNo: string): string =>
  `/pages/exchange/ordetail?orderNo=${encodeURIComponent(orderNo)}`;

export function Buying({ item, inputs, account, regionCode, onClose }: BuyingProps) {
  const view = useQuote(item, regionCode);
  const [order, setOrder] = useState<OrderToPay>();
  const queries = useQueryClient();
  const place = async (): Promise<void> => {
    if (!view.quote) return;
    const placed = await view.place(view.quote, account.isSaved);
    if (!placed) return;
    // Lists, counts and coupons have changed.
    void queries.invalidateQueries();
    setOrder(toOrderToPay(placed));
  };
  if (!order) {
    const sheet = { view, inputs, account, onPlace: place, onClose };
    return <ConfirmSheet {...sheet} />;
  }
  return <PaySheet order={order} onClose={() => void redirectTo(detailPath(order.orderNo))} />;
}
