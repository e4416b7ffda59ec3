/** Texts about the money of an order of the shop. */
import type { OrderCard } from "@yunjing/contract/schemas/orders";
import { countText, moneyText } from "../money.ts";
import type { OrderToPay } from "../pay/pay-sheet-body.tsx";

type Priced = Pick<OrderCard, "amounts" | "display">;

const isUnpaid = ({ display }: Priced): boolean =>
  display === "wait_pay" || display === "cancelled" || display === "closed";

/** Returns the total in fen: what was paid, or what is to be paid while nothing has been paid. */
export const totalFen = (order: Priced): number =>
  isUnpaid(order) ? (order.amounts.payableFen ?? 0) : order.amounts.paidFen;

/** Returns 余额 ¥10.00 + 微信 ¥19.60, 积分抵 ¥1.00; undefined where one tender paid all. */
export function splitText({ amounts }: Priced): string | undefined {
  const { balanceFen = 0, cashFen = 0, pointsOffFen = 0, points } = amounts;
  const parts = [
    ...(balanceFen > 0 ? [`余额 ${moneyText(balanceFen)}`] : []),
    ...(cashFen > 0 ? [`微信 ${moneyText(cashFen)}`] : []),
    ...(pointsOffFen > 0 && points ? [`${countText(points)} 积分`] : []),
  ];
  const isWhole = parts.length === 1 && cashFen > 0;
  return parts.length === 0 || isWhole ? undefined : parts.join(" + ");
}

/** Converts an order to the type that the pay sheet takes. */
export function toOrderToPay(
  { orderNo, title, amounts }: OrderCard,
  isAwaited = false,
): OrderToPay {
  const { balanceFen = 0, pointsOffFen = 0, cashFen = 0 } = amounts;
  const held = [
    ...(balanceFen > 0 ? [`余额 ${moneyText(balanceFen)}`] : []),
    ...(pointsOffFen > 0 ? [`积分抵 ${moneyText(pointsOffFen)}`] : []),
  ];
  return {
    orderNo,
    title,
    dueFen: cashFen,
    balanceFen,
    isAwaited,
    ...(held.length > 0 ? { heldText: `已用${held.join("、")}` } : {}),
  };
}
