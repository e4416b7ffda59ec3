/**
 * Sums the server's refund shares for a selection of units. This file calculates no share itself.
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { RefundSheet } from "@yunjing/contract/schemas/refunds";
import { countText, moneyText } from "../../../../components/money.ts";

type Sheet = Pick<RefundSheet, "items" | "reviewAboveFen">;
export type Counts = Readonly<Record<string, number>>;
export type Tenders = {
  readonly cashFen: number;
  readonly balanceFen: number;
  readonly points: number;
  /** A person must approve it first. */
  readonly isReviewed: boolean;
};

/** Initially selects everything refundable. */
export const initialCounts = ({ items }: Sheet): Counts =>
  Object.fromEntries(items.map(({ itemId, refundable }) => [itemId, refundable]));

/** Returns the selection as sent to the server. */
export const chosenOf = ({ items }: Sheet, counts: Counts) =>
  items.flatMap(({ itemId }) => {
    const quantity = ownValue(counts, itemId) ?? 0;
    return quantity > 0 ? [{ itemId, quantity }] : [];
  });

/** Returns the sum of the selected shares, by tender. */
export function sumOf({ items, reviewAboveFen }: Sheet, counts: Counts): Tenders {
  const none: Tenders = { cashFen: 0, balanceFen: 0, points: 0, isReviewed: false };
  const all = items.reduce((sum, { itemId, shares }) => {
    const share = shares.find(({ quantity }) => quantity === (ownValue(counts, itemId) ?? 0));
    if (!share) return sum;
    return {
      cashFen: sum.cashFen + share.cashFen,
      balanceFen: sum.balanceFen + share.balanceFen,
      points: sum.points + share.points,
      isReviewed: sum.isReviewed || share.isReviewed,
    };
  }, none);
  const isMuch = all.cashFen + all.balanceFen > reviewAboveFen;
  return { ...all, isReviewed: all.isReviewed || isMuch };
}

/** Returns ¥29.60, or ¥9.60 和 200 积分. */
export function tendersText({ cashFen, balanceFen, points }: Omit<Tenders, "isReviewed">): string {
  const moneyFen = cashFen + balanceFen;
  const parts = [
    ...(moneyFen > 0 || points === 0 ? [moneyText(moneyFen)] : []),
    ...(points > 0 ? [`${countText(points)} 积分`] : []),
  ];
  return parts.join(" 和 ");
}
