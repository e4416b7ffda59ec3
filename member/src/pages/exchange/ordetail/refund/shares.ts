/** What a choice of units brings back, by the shares the server has told; nothing is reckoned here. */
import { ownValue } from "@yunjing/contract/own-value";
import type { RefundSheet } from "@yunjing/contract/schemas/refunds";
import { countText, moneyText } from "../../../../components/money.ts";

type Sheet = Pick<RefundSheet, "items" | "reviewAboveFen">;
export type Counts = Readonly<Record<string, number>>;
export type Tenders = {
  readonly cashFen: number;
  readonly balanceFen: number;
  readonly points: number;
  /** A person has to agree first. */
  readonly isReviewed: boolean;
};

/** Everything that may go back is chosen at first. */
export const initialCounts = ({ items }: Sheet): Counts =>
  Object.fromEntries(items.map(({ itemId, refundable }) => [itemId, refundable]));

/** The choice as it is sent. */
export const chosenOf = ({ items }: Sheet, counts: Counts) =>
  items.flatMap(({ itemId }) => {
    const quantity = ownValue(counts, itemId) ?? 0;
    return quantity > 0 ? [{ itemId, quantity }] : [];
  });

/** The sum of the shares of what is chosen, by tender. */
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

/** ¥29.60, or ¥9.60 和 200 积分. */
export function tendersText({ cashFen, balanceFen, points }: Omit<Tenders, "isReviewed">): string {
  const moneyFen = cashFen + balanceFen;
  const parts = [
    ...(moneyFen > 0 || points === 0 ? [moneyText(moneyFen)] : []),
    ...(points > 0 ? [`${countText(points)} 积分`] : []),
  ];
  return parts.join(" 和 ");
}
