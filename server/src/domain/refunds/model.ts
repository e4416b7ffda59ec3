/**
 * Refunds of orders.
 *
 * - refund: the return of some units of some items of an order, under one number at the channel
 *   that never changes.
 * - tender: what paid: cash (through a channel), balance, points. Each gets back what it paid.
 * - share: the refund of some units of an item, computed from what is left of it, so that all units
 *   together return all of it.
 * - sheet: what is refundable of an order now, its consequences, and its refunds so far.
 * - rule: the item's own refund rule at the time of purchase: what is refunded automatically, and
 *   what an operator decides.
 * - taken: what a refund has reserved of items and payment; released when it is rejected or
 *   withdrawn.
 * - abnormal: the channel refused finally; an operator must act.
 */
import { invariant } from "../../platform/refusal.ts";
import type { Random } from "../../platform/random.ts";
import { deliveryKindOf } from "../catalog/model/delivery-kinds.ts";
import { type ItemAmounts, type RefundableItem, whyNotRefundable } from "../orders/actions.ts";
import type { RefundState } from "./lifecycle.ts";

export type Units = { readonly itemId: string; readonly quantity: number };

/** A refund; instants in ms, money in fen. */
export type Refund = {
  readonly ownerId: string;
  readonly id: string;
  readonly orderId: string;
  readonly refundNo: string;
  readonly outTradeNo: string | null;
  readonly paidFen: number | null;
  readonly reason: string;
  readonly applicant: "member" | "operator" | "system";
  readonly applicantId: string | null;
  readonly state: RefundState;
  readonly cashFen: number;
  readonly balanceFen: number;
  readonly points: number;
  readonly decision: string | null;
  readonly channelStatus: string | null;
  /** Ids of the evidence files. */
  readonly evidence: readonly string[];
  readonly pollCount: number;
  readonly createdAt: number;
  readonly endedAt: number | null;
  readonly items: readonly (Units & { readonly title: string; readonly delivery: string })[];
};

/** Returns the refund of the next `units` of an item, at least one and at most all that are left. */
export function shareOfRest({ shares }: RefundableItem, units: number): ItemAmounts {
  const share = shares[units - 1];
  invariant(share, "an item has a share for each number of units that are left");
  return share;
}

/** `auto` is refunded at once, `review` after an operator's approval. */
export type Refundability =
  | { readonly way: "auto" | "review" }
  | { readonly way: "no"; readonly why: string };

export type Facts = {
  /** The number of the item's cards that were never revealed. */
  readonly unseen: number;
  /** ms */
  readonly now: number;
  readonly paidAt: number;
};

/**
 * Returns whether units of an item are refundable, and who decides (domain.md 6; the rule is the
 * snapshot's). A revealed card may have been used: an operator must approve.
 */
export function refundabilityOf(item: RefundableItem, units: number, facts: Facts): Refundability {
  const { state, quantity, refundedQuantity, snapshot } = item;
  const { refundRule, refundDays, delivery } = snapshot;
  const ruled = { state, quantity, refundedQuantity, refundRule, refundDays, delivery };
  const why = whyNotRefundable(ruled, facts);
  if (why !== undefined) return { way: "no", why };
  if (state === "FAILED") return { way: "auto" };
  const isUnseen = deliveryKindOf(delivery)?.keptAs === "card" && facts.unseen >= units;
  return { way: isUnseen && refundRule !== "manual" ? "auto" : "review" };
}

/**
 * Units are refunded one by one, except of undelivered items, since the rest will not be delivered,
 * and of packs, whose coupons belong to no single unit.
 */
export const isRefundedByUnit = (item: {
  readonly state: string;
  readonly delivery: string;
}): boolean => item.state === "DONE" && deliveryKindOf(item.delivery)?.refund.isWhole !== true;

/** The minimum number of units. */
export const refundableMin = ({
  state,
  snapshot,
  quantity,
  refundedQuantity,
}: RefundableItem): number =>
  isRefundedByUnit({ state, delivery: snapshot.delivery }) ? 1 : quantity - refundedQuantity;

const NUMBER_BYTES = 15;
/**
 * Generates a number for the channel: 32 characters, unguessable, of the characters the channel
 * allows.
 */
export const newRefundNo = (random: Random): string =>
  `RF${Buffer.from(random.bytes(NUMBER_BYTES)).toString("hex")}`;

/** The reasons members choose from; free text is allowed as well. */
export const reasons = ["不想要了", "买错了", "商品与描述不符", "其他原因"] as const;
