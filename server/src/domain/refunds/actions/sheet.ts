/**
 * The refund sheet of an order: what is refundable now, its consequences, and the state of its
 * refunds.
 */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { deliveryKindOf } from "../../catalog/model/delivery-kinds.ts";
import { countRevealed } from "../../cards/actions.ts";
import { createLinksByFileId } from "../../files/actions.ts";
import { type RefundableItem, refundableByNo, type RefundableOrder } from "../../orders/actions.ts";
import {
  type Refund,
  reasons,
  refundableMin,
  shareOfRest,
  type Refundability,
  refundabilityOf,
} from "../model.ts";
import { refundsOf } from "../store.ts";
import { nextStepOf, stateOf, textOf } from "../texts.ts";

type Sheet = Output<"refunds", "sheet">;
export type RefundabilityCheck = (item: RefundableItem, units: number) => Refundability;

/**
 * Returns the order, and a check of its items by their rules, their cards and the time. Refuses
 * NOT_FOUND.
 */
export async function loadRefundability(
  context: Context,
  db: Db | Tx,
  memberId: string,
  orderNo: string,
): Promise<{ readonly order: RefundableOrder; readonly check: RefundabilityCheck }> {
  const order = await refundableByNo(db, memberId, orderNo);
  if (!order) throw new Refusal("NOT_FOUND");
  const unseen = new Map<string, number>();
  for (const { id, snapshot, state } of order.items) {
    if (state !== "DONE" || deliveryKindOf(snapshot.delivery)?.keptAs !== "card") continue;
    const { kept, revealed } = await countRevealed(db, order.ownerId, id);
    unseen.set(id, kept - revealed);
  }
  const now = context.clock.now().getTime();
  const times = { now, paidAt: order.paidAt ?? now };
  return {
    order,
    check: (item, units) =>
      refundabilityOf(item, units, { unseen: unseen.get(item.id) ?? 0, ...times }),
  };
}

function itemSheet(item: RefundableItem, check: RefundabilityCheck): Sheet["items"][number] {
  const { id: itemId, quantity, refundedQuantity, snapshot } = item;
  const { title, spec, artwork, photo, tint } = snapshot;
  const picture = { artwork, tint, ...(photo === undefined ? {} : { photo }) };
  const left = quantity - refundedQuantity;
  const min = refundableMin(item);
  const refundability = check(item, Math.max(min, 1));
  const head = { itemId, title, spec, ...picture, quantity, refundedQuantity };
  if (refundability.way === "no") {
    return { ...head, refundable: 0, refundableMin: 0, shares: [], why: refundability.why };
  }
  const shares = Array.from({ length: left - min + 1 }, (_, n) => {
    const { cashFen, balanceFen, points } = shareOfRest(item, min + n);
    const isReviewed = check(item, min + n).way === "review";
    return { quantity: min + n, cashFen, balanceFen, points, isReviewed };
  });
  return { ...head, refundable: left, refundableMin: min, shares };
}

function followsOf(order: RefundableOrder, sheets: Sheet["items"]): string[] {
  const all = sheets.flatMap(({ shares }) => shares.slice(-1));
  const has = (test: (share: (typeof all)[number]) => boolean) => all.some(test);
  const isWhole = sheets.every(
    ({ quantity, refundedQuantity, refundable }) => refundable === quantity - refundedQuantity,
  );
  return [
    ...(has(({ cashFen }) => cashFen > 0)
      ? ["微信支付的部分原路退回，一般 1 至 3 个工作日到账"]
      : []),
    ...(has(({ balanceFen }) => balanceFen > 0) ? ["余额支付的部分即时退回余额"] : []),
    ...(has(({ points }) => points > 0) ? ["抵扣的积分即时退回，已到期的延长 7 天"] : []),
    ...(order.hasCoupons ? [isWhole ? "全部退款后，优惠券退回卡包" : "部分退款不退回优惠券"] : []),
    ...(has(({ isReviewed }) => isReviewed) ? ["部分商品需客服审核，一般 1 个工作日内完成"] : []),
    "本单获得的积分将相应扣回",
  ];
}

function refundSheet(refund: Refund, links: ReadonlyMap<string, string>): Sheet["refunds"][number] {
  const { refundNo, cashFen, balanceFen, points, reason, createdAt, endedAt, decision } = refund;
  return {
    refundNo,
    cashFen,
    balanceFen,
    points,
    reason,
    createdAt,
    state: stateOf(refund.state),
    stateText: textOf(refund.state),
    nextStep: nextStepOf(refund),
    items: refund.items.map(({ title, quantity }) => ({ title, quantity })),
    evidence: refund.evidence.flatMap((fileId) => links.get(fileId) ?? []),
    canWithdraw: refund.state === "APPLIED",
    ...(decision !== null && refund.state === "REJECTED" ? { decision } : {}),
    ...(endedAt === null ? {} : { endedAt }),
  };
}

const sumOf = (sheets: Sheet["items"]): Sheet["total"] => {
  const all = sheets.flatMap(({ shares }) => shares.slice(-1));
  const sum = (name: "cashFen" | "balanceFen" | "points") =>
    all.reduce((total, share) => total + share[name], 0);
  return { cashFen: sum("cashFen"), balanceFen: sum("balanceFen"), points: sum("points") };
};

/** Returns why nothing of an order is refundable. */
function whyNotRefundable(order: RefundableOrder, sheets: Sheet["items"]): string {
  if (order.source === "code") return "兑换码订单不支持退款；出码失败时，兑换码自动退回";
  if (order.payState === "UNPAID" || order.payState === "PAYING") return "订单还未支付";
  return sheets.find(({ why }) => why !== undefined)?.why ?? "该订单不支持退款";
}

/** Refuses NOT_FOUND. */
export async function refundSheetOf(
  context: Context,
  db: Db,
  memberId: string,
  orderNo: string,
): Promise<Sheet> {
  const { order, check } = await loadRefundability(context, db, memberId, orderNo);
  const refunds = await refundsOf(db, order.ownerId, order.id);
  const fileIds = refunds.flatMap(({ evidence }) => evidence);
  const links = await createLinksByFileId(context, db, { fileIds, readerId: memberId });
  const items = order.items.map((item) => itemSheet(item, check));
  const allowed = items.some(({ refundable }) => refundable > 0);
  return {
    orderNo,
    allowed,
    items,
    total: sumOf(items),
    reasons: [...reasons],
    reviewAboveFen: context.settings.refundReviewAboveFen,
    ...(allowed ? {} : { why: whyNotRefundable(order, items) }),
    follows: allowed ? followsOf(order, items) : [],
    refunds: refunds.map((refund) => refundSheet(refund, links)),
  };
}
