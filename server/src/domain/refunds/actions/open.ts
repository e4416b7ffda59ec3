/** Opens a refund in the caller's transaction, and voids what its units had delivered. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { deliveryKindOf } from "../../catalog/model/delivery-kinds.ts";
import { voidCards, voidUnseenCards } from "../../cards/actions.ts";
import {
  completeWhenAllUsed,
  type RefundableItem,
  type RefundableOrder,
} from "../../orders/actions.ts";
import { newRefundNo, type Refund, type Units } from "../model.ts";
import { callOpen, callRevokePack } from "../store.ts";
import { TAKEN_BACK_TITLE } from "../texts.ts";

/** The applicant, as histories name them. */
export type Applicant =
  | { readonly kind: "member" | "operator"; readonly id: string }
  | { readonly kind: "system"; readonly id?: undefined };

export type OpenRefundRequest = {
  readonly order: Pick<RefundableOrder, "ownerId" | "id">;
  readonly units: readonly Units[];
  readonly reason: string;
  readonly applicant: Applicant;
  /** Approved at once, or waiting for an operator. */
  readonly state: "APPROVED" | "APPLIED";
  /** Ids of the evidence files. */
  readonly evidence?: readonly string[];
};

/** Opens a refund and returns its id. Refuses ORDER_STATE and REFUND_DENIED. */
export async function openRefund(
  context: Context,
  tx: Tx,
  opening: OpenRefundRequest,
): Promise<string> {
  const { order, units, reason, applicant, state, evidence = [] } = opening;
  const { ids, clock, random } = context;
  const id = ids.next();
  const refund = {
    id,
    refundNo: newRefundNo(random),
    orderId: order.id,
    reason,
    state,
    evidence,
    applicant: applicant.kind,
    applicantId: applicant.id ?? null,
    eventId: ids.next(),
    txnId: ids.next(),
    messageId: ids.next(),
    takenBackTitle: TAKEN_BACK_TITLE,
  };
  await callOpen(tx, order.ownerId, { refund, items: units, now: clock.sql() });
  return id;
}

/**
 * Voids refunded cards that must be unrevealed, before and after. Refuses ORDER_STATE when one was
 * revealed.
 */
export async function voidUnseenUnits(
  context: Context,
  tx: Tx,
  { ownerId, items, units }: Ended,
): Promise<void> {
  for (const { itemId, quantity: count } of units) {
    const item = items.find(({ id }) => id === itemId);
    if (item?.state !== "DONE") continue;
    if (deliveryKindOf(item.snapshot.delivery)?.keptAs !== "card") continue;
    const ended = await voidUnseenCards(context, tx, { ownerId, itemId, count, ...BY_RULE });
    if (ended !== count) throw new Refusal("ORDER_STATE");
  }
}

type Ended = {
  readonly ownerId: string;
  readonly items: readonly RefundableItem[];
  readonly units: readonly Units[];
};
const BY_RULE = { reason: "退款", actor: { kind: "system" } } as const;

/**
 * Voids what an operator approved to refund: cards, unrevealed ones first, and the unused coupons
 * of packs.
 */
export async function revokeDelivered(
  context: Context,
  tx: Tx,
  { ownerId, orderId, items }: Pick<Refund, "ownerId" | "orderId" | "items">,
): Promise<void> {
  for (const { itemId, quantity: count, delivery } of items) {
    const keptAs = deliveryKindOf(delivery)?.keptAs;
    if (keptAs === "coupon") await callRevokePack(tx, ownerId, itemId, context.clock.sql());
    if (keptAs === "card") await voidCards(context, tx, { ownerId, itemId, count, ...BY_RULE });
  }
  await completeWhenAllUsed(context, tx, { ownerId, orderId });
}
