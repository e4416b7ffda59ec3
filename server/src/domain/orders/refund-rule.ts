/**
 * Decides whether a refund of an item may be applied for, and until when: one rule for the order's
 * page, the refund sheet and the request.
 */
import { deliveryKindOf, deliveryKinds } from "../catalog/model/delivery-kinds.ts";

/**
 * The fields of an item that the rule reads; `refundRule`, `refundDays` and `delivery` are those of
 * the day of purchase.
 */
export type RefundRuleItem = {
  readonly state: string;
  readonly quantity: number;
  readonly refundedQuantity: number;
  readonly refundRule?: string | null | undefined;
  /** Days since the payment; absent means no last day. */
  readonly refundDays?: number | null | undefined;
  readonly delivery?: string | null | undefined;
};

/** Instants in ms. */
export type Times = { readonly now: number; readonly paidAt: number };

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns until when a refund of a delivered item may be applied for, in ms; `undefined` without a
 * last moment.
 */
export const refundableUntil = (
  { state, refundDays }: Pick<RefundRuleItem, "state" | "refundDays">,
  paidAt: number,
): number | undefined =>
  state !== "DONE" || refundDays === null || refundDays === undefined
    ? undefined
    : paidAt + refundDays * DAY_MS;

/** An item without a known delivery kind has the terms of a card. */
const refundTermsOf = (delivery: string | null | undefined) =>
  (deliveryKindOf(delivery) ?? deliveryKinds.card).refund;

function whyNotDelivered(item: RefundRuleItem, { now, paidAt }: Times): string | undefined {
  const { refundRule, refundDays, delivery } = item;
  if (refundRule === "never") return "该商品不支持退款";
  const until = refundableUntil(item, paidAt);
  if (until !== undefined && now > until) return `购买已超过 ${refundDays} 天`;
  const { endsAtDelivery, endedText } = refundTermsOf(delivery);
  const isEnded =
    endsAtDelivery === "always" ||
    (endsAtDelivery === "before_code" && endsAtDelivery === refundRule);
  return isEnded ? endedText : undefined;
}

/**
 * Returns why no refund of an item may be applied for now; `undefined` when it may. The refunds
 * module decides whether an operator must approve it.
 */
export function whyNotRefundable(item: RefundRuleItem, times: Times): string | undefined {
  const { state, quantity, refundedQuantity, delivery } = item;
  if (state === "REFUNDED") return "已退款";
  if (refundedQuantity >= quantity) return "已申请退款";
  switch (state) {
    case "FAILED":
      return undefined;
    case "DONE":
      return whyNotDelivered(item, times);
    case "NONE":
      return "订单还未支付";
    case "MANUAL":
      return "客服正在处理，请稍候";
    default:
      return refundTermsOf(delivery).underWayText;
  }
}
