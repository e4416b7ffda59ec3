/** Operators' actions on one order that need several modules: notes, messages and compensation. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { runIdempotently } from "../../../platform/idempotency.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { deterministicUuid } from "../../../platform/random.ts";
import {
  type OperatorProof,
  refuseOwnAccount,
  requireProofToPropose,
} from "../../approvals/actions.ts";
import { grantCoupon, isTemplateGranted } from "../../coupons/actions.ts";
import { resendDead } from "../../messages/actions.ts";
import { proposeAdjustment } from "../../reconciliation/actions.ts";
import { type OrderKey, readMessages, readOrderHead } from "../store/order-detail.ts";
import { orderKeyByNo } from "./order-detail.ts";

type Actor = { readonly operatorId: string };
type Resending = Input<"operatorOrders", "resend"> & Actor & { readonly key: string };

/** Adds a note to an order's history, which members do not read. Refuses NOT_FOUND. */
export async function noteOrder(
  context: Context,
  db: Db,
  { orderNo, text, operatorId }: Input<"operatorOrders", "note"> & Actor,
): Promise<void> {
  const { ownerId, orderId } = await orderKeyByNo(db, orderNo);
  await transaction(db, (tx) =>
    writeHistoryEntry(context, tx, {
      memberId: ownerId,
      entity: "order",
      entityId: orderId,
      name: "note",
      actor: { kind: "operator", id: operatorId },
      reason: text,
    }),
  );
}

/**
 * Restarts the dead sendings of an order's messages, once for each key; returns how many. Refuses
 * NOT_FOUND, and STATE_CHANGED when none is dead.
 */
export async function resendOrderMessages(
  context: Context,
  db: Db,
  { orderNo, reason, operatorId, key }: Resending,
): Promise<number> {
  const order = await orderKeyByNo(db, orderNo);
  const messages = await readMessages(db, order, orderNo);
  const messageIds = messages.map(({ messageId }) => messageId);
  const intent = {
    memberId: operatorId,
    route: "operatorOrders.resend",
    key,
    body: { orderNo, reason },
  };
  return runIdempotently(context, db, intent, (tx) =>
    resendDead(context, tx, { memberId: order.ownerId, messageIds }),
  );
}

/** Refuses STATE_CHANGED for a guest's order: a guest has no account to give to. */
async function refuseGuest(db: Db, key: OrderKey): Promise<void> {
  const head = await readOrderHead(db, key);
  if (!head || head.isGuest) throw new Refusal("STATE_CHANGED");
}

type Compensation = Input<"operatorOrders", "compensate"> &
  Actor &
  OperatorProof & { readonly key: string };

/** Gives one coupon for each key, with the reason in the coupon's and the order's history. */
function giveCoupon(
  context: Context,
  db: Db,
  { ownerId, orderId }: OrderKey,
  { operatorId, key, reason, orderNo, templateId }: Compensation & { readonly templateId: string },
): Promise<{ state: string }> {
  const intent = {
    memberId: operatorId,
    route: "operatorOrders.compensate",
    key,
    body: { orderNo, templateId, reason },
  };
  return runIdempotently(context, db, intent, async (tx) => {
    const ref = deterministicUuid(`compensation:${operatorId}:${key}`);
    const gift = { memberId: ownerId, templateId, source: "compensation", ref } as const;
    const made = await grantCoupon(context, tx, gift);
    const by = { actor: { kind: "operator", id: operatorId }, reason } as const;
    await writeHistoryEntry(context, tx, {
      memberId: ownerId,
      entity: "order",
      entityId: orderId,
      name: "compensated",
      data: { templateId, couponId: made.couponId },
      ...by,
    });
    return { state: "given" };
  });
}

/**
 * Compensates the order's member: a coupon at once, points by a proposal that another operator
 * approves. Refuses NOT_FOUND, STATE_CHANGED for a guest's order, INPUT_INVALID, OWN_ACCOUNT,
 * ADJUST_LIMIT, STEP_UP_NEEDED for points without a fresh proof, and the refusals of a coupon that
 * cannot be given.
 */
export async function compensateOrder(
  context: Context,
  db: Db,
  request: Compensation,
): Promise<Output<"operatorOrders", "compensate">> {
  const { orderNo, operatorId, key, kind, templateId, points, reason } = request;
  const order = await orderKeyByNo(db, orderNo);
  refuseOwnAccount(operatorId, order.ownerId);
  await refuseGuest(db, order);
  if (kind === "coupon") {
    if (templateId === undefined) throw new Refusal("INPUT_INVALID", { field: "templateId" });
    if (!(await isTemplateGranted(db, templateId))) throw new Refusal("NOT_FOUND");
    return giveCoupon(context, db, order, { ...request, templateId });
  }
  if (points === undefined) throw new Refusal("INPUT_INVALID", { field: "points" });
  requireProofToPropose(request);
  const approvalId = await proposeAdjustment(context, db, {
    maker: operatorId,
    key,
    reason: `${reason}（订单 ${orderNo}）`.slice(0, 200),
    memberId: order.ownerId,
    account: "available",
    amount: points,
  });
  return { state: "proposed", approvalId };
}
