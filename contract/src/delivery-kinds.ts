/**
 * The facts about each delivery kind that clients and server share. The server's rules and texts of
 * a kind are in `server/src/domain/catalog/model/delivery-kinds.ts`.
 */
import type { Delivery } from "./schemas/benefit.ts";

export type DeliveryFacts = {
  /** False for what has an ordering flow of its own; it is neither in a basket nor a code's choice. */
  readonly isSoldInShop: boolean;
  /**
   * What the member has after the delivery: a card or coupons in the wallet, codes shown with the
   * order, or credit on an account elsewhere.
   */
  readonly keptAs: "card" | "coupon" | "order_code" | "credit";
};

export const deliveryFacts = {
  topup: { isSoldInShop: true, keptAs: "credit" },
  card: { isSoldInShop: true, keptAs: "card" },
  movie: { isSoldInShop: true, keptAs: "order_code" },
  coupons: { isSoldInShop: true, keptAs: "coupon" },
  meal: { isSoldInShop: false, keptAs: "order_code" },
} as const satisfies Readonly<Record<Delivery, DeliveryFacts>>;
