/**
 * Giving money back.
 *
 * - refund: some units of some items of an order on their way back, under one number at the channel for ever.
 * - tender: what paid: cash (through a channel), balance, points. Each has back what came from it.
 * - share: what units of an item bring back; of what is left of it, so that all units together bring all of it.
 * - sheet: what may go back of an order now, what follows from it, and its refunds so far.
 * - rule: the item's own, as it stood when it was bought: what goes back by itself, and what a person decides.
 * - taken: what a refund has reserved of items and payment; given back when it is rejected or withdrawn.
 * - abnormal: the channel says no for good; a person must look.
 */
import type { Random } from "../../platform/random.ts";
import { type ItemAmounts, type RefundableItem, whyNotRefundable } from "../orders/actions.ts";
import type { RefundState } from "./machine.ts";

export type Units = { readonly itemId: string; readonly quantity: number };

/** A refund as the actions see it; instants in ms, money in fen. */
export type Refund = {
  readonly ownerId: string;
  readonly id: string;
  readonly orderId: string;
  readonly refundNo: string;
  readonly outTradeNo: string | null;
  readonly paidFen: number | null;
  readonly reason: string;
  readonly state: RefundState;
  readonly cashFen: number;
  readonly balanceFen: number;
  readonly points: number;
  readonly decision: string | null;
  readonly channelStatus: string | null;
  /** Ids of the files that were shown with it. */
  readonly evidence: readonly string[];
  readonly pollCount: number;
  readonly createdAt: number;
  readonly endedAt: number | null;
  readonly items: readonly (Units & { readonly title: string; readonly delivery: string })[];
};

const tenders = ["cashFen", "balanceFen", "points", "couponOffFen", "pointsOffFen"] as const;

/**
 * What the next `units` of an item bring back: their part of what is left of it, rounded down, the last unit the rest.
 * `orders_refund_take` reckons the same; this is for showing it before.
 */
export function shareOfRest(item: RefundableItem, units: number): ItemAmounts {
  const unitsLeft = item.quantity - item.refundedQuantity;
  const part = (name: (typeof tenders)[number]) =>
    Number((BigInt(item[name] - (item.refunded[name] ?? 0)) * BigInt(units)) / BigInt(unitsLeft));
  return {
    cashFen: part("cashFen"),
    balanceFen: part("balanceFen"),
    points: part("points"),
    couponOffFen: part("couponOffFen"),
    pointsOffFen: part("pointsOffFen"),
  };
}

/** `auto` goes back at once, `review` when a person agrees. */
export type Refundability =
  | { readonly way: "auto" | "review" }
  | { readonly way: "no"; readonly why: string };

export type Facts = {
  /** Cards of the item that were revealed to nobody. */
  readonly unseen: number;
  /** ms */
  readonly now: number;
  readonly paidAt: number;
};

/**
 * Whether units of an item may go back, and who decides (domain.md 6; the rule is the snapshot's). A card that was seen
 * may have been used: a person must agree.
 */
export function refundabilityOf(item: RefundableItem, units: number, facts: Facts): Refundability {
  const { state, quantity, refundedQuantity, snapshot } = item;
  const { refundRule, refundDays, delivery } = snapshot;
  const ruled = { state, quantity, refundedQuantity, refundRule, refundDays, delivery };
  const why = whyNotRefundable(ruled, facts);
  if (why !== undefined) return { way: "no", why };
  if (state === "FAILED") return { way: "auto" };
  const isUnseen = delivery === "card" && facts.unseen >= units;
  return { way: isUnseen && refundRule !== "manual" ? "auto" : "review" };
}

/** What was not delivered goes back whole: nobody owes the rest. So do packs, whose coupons belong to no single unit. */
export const refundableMin = (item: RefundableItem): number =>
  item.state === "DONE" && item.snapshot.delivery !== "coupons"
    ? 1
    : item.quantity - item.refundedQuantity;

const NUMBER_BYTES = 15;
/** A new number at the channel: 32 characters that cannot be guessed, of those the channel takes. */
export const newRefundNo = (random: Random): string =>
  `RF${Buffer.from(random.bytes(NUMBER_BYTES)).toString("hex")}`;

/** What members choose from; their own words are welcome as well. */
export const reasons = ["不想要了", "买错了", "商品与描述不符", "其他原因"] as const;
