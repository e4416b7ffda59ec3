/** A member applies for a refund or withdraws the application; each once for each key. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { onceForMember } from "../../members/actions.ts";
import { adoptFile } from "../../files/actions.ts";
import { completeWhenAllUsed, type RefundableOrder } from "../../orders/actions.ts";
import { refundableMin, shareOfRest, type Units } from "../model.ts";
import { callRelease, refundsOf } from "../store.ts";
import { voidUnseenUnits, openRefund } from "./open.ts";
import { type RefundabilityCheck, loadRefundability } from "./sheet.ts";

const denied = (reason: string) => new Refusal("REFUND_DENIED", { reason });

/** Returns the requested units, each item once; without a choice everything that is refundable. */
function chosenUnits(
  { items }: RefundableOrder,
  check: RefundabilityCheck,
  wanted: readonly Units[] | undefined,
): Units[] {
  if (wanted) {
    const sums = new Map<string, number>();
    for (const { itemId, quantity } of wanted) sums.set(itemId, (sums.get(itemId) ?? 0) + quantity);
    return [...sums].map(([itemId, quantity]) => ({ itemId, quantity }));
  }
  return items
    .map((item) => ({ item, quantity: item.quantity - item.refundedQuantity }))
    .filter(({ item, quantity }) => quantity > 0 && check(item, quantity).way !== "no")
    .map(({ item, quantity }) => ({ itemId: item.id, quantity }));
}

/**
 * Whether all of it is refunded automatically. Refuses REFUND_DENIED with the reason, NOT_FOUND for
 * another order's item.
 */
function isAutomatic(
  order: RefundableOrder,
  check: RefundabilityCheck,
  units: readonly Units[],
  limitFen: number,
): boolean {
  let isAuto = true;
  let sumFen = 0;
  for (const { itemId, quantity } of units) {
    const item = order.items.find(({ id }) => id === itemId);
    if (!item) throw new Refusal("NOT_FOUND");
    const refundability = check(item, quantity);
    if (refundability.way === "no") throw denied(refundability.why);
    const left = item.quantity - item.refundedQuantity;
    if (quantity > left || quantity < refundableMin(item)) throw denied("可退数量已变化");
    const { cashFen, balanceFen } = shareOfRest(item, quantity);
    sumFen += cashFen + balanceFen;
    isAuto &&= refundability.way === "auto";
  }
  return isAuto && sumFen <= limitFen;
}

export type RefundApplication = {
  readonly memberId: string;
  readonly key: string;
  readonly orderNo: string;
  readonly items?: readonly Units[] | undefined;
  readonly reason: string;
  /** Uploads to store with it. */
  readonly evidence?: readonly string[] | undefined;
};

async function applyOnce(
  context: Context,
  tx: Tx,
  request: RefundApplication,
): Promise<{ refundId: string }> {
  const { memberId, orderNo, reason } = request;
  const { order, check } = await loadRefundability(context, tx, memberId, orderNo);
  if (order.source !== "shop") throw denied("兑换码订单不支持退款");
  if (order.payState !== "PAID" && order.payState !== "PART_REFUNDED")
    throw new Refusal("ORDER_STATE");
  const evidence: string[] = [];
  for (const id of request.evidence ?? []) {
    evidence.push((await adoptFile(context, tx, { memberId, id, purpose: "refund" })).fileId);
  }
  const units = chosenUnits(order, check, request.items);
  if (units.length === 0) throw denied("没有可退款的商品");
  const isAuto = isAutomatic(order, check, units, context.settings.refundReviewAboveFen);
  const refundId = await openRefund(context, tx, {
    order,
    units,
    reason,
    evidence,
    applicant: { kind: "member", id: memberId },
    state: isAuto ? "APPROVED" : "APPLIED",
  });
  if (isAuto) {
    await voidUnseenUnits(context, tx, { ownerId: order.ownerId, items: order.items, units });
    await completeWhenAllUsed(context, tx, { ownerId: order.ownerId, orderId: order.id });
  }
  return { refundId };
}

/** Refuses NOT_FOUND, ORDER_STATE, FILE_GONE, and REFUND_DENIED with the reason. */
export const applyForRefund = (
  context: Context,
  db: Db,
  request: RefundApplication,
): Promise<unknown> => {
  const { memberId, key, orderNo, items, reason, evidence } = request;
  const body = { orderNo, items, reason, evidence };
  const intent = { memberId, route: "refunds.apply", key, body };
  return onceForMember(context, db, intent, (tx) => applyOnce(context, tx, request));
};

/**
 * Withdraws the member's refund that waits for an operator. Refuses NOT_FOUND, and ORDER_STATE when
 * none waits any more.
 */
export const withdrawRefund = (
  context: Context,
  db: Db,
  request: Pick<RefundApplication, "memberId" | "key" | "orderNo">,
): Promise<unknown> => {
  const { memberId, key, orderNo } = request;
  const intent = { memberId, route: "refunds.withdraw", key, body: { orderNo } };
  return onceForMember(context, db, intent, async (tx) => {
    const { order } = await loadRefundability(context, tx, memberId, orderNo);
    const waiting = (await refundsOf(tx, order.ownerId, order.id)).find(
      ({ state }) => state === "APPLIED",
    );
    if (!waiting) throw new Refusal("ORDER_STATE");
    const by = {
      to: "WITHDRAWN",
      actorKind: "member",
      actor: memberId,
      eventId: context.ids.next(),
    } as const;
    await callRelease(tx, waiting, by, context.clock.sql()).catch((error: unknown) => {
      const isOver = error instanceof Refusal && error.code === "STATE_CHANGED";
      throw isOver ? new Refusal("ORDER_STATE") : error;
    });
    return { refundId: waiting.id };
  });
};
