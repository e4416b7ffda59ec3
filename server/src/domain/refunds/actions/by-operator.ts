/** Refunds that an operator opens for units of an order, with a preview of their consequences. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { runIdempotently } from "../../../platform/idempotency.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { type OperatorProof, refuseOwnAccount, requireProof } from "../../approvals/actions.ts";
import { countRevealed } from "../../cards/actions.ts";
import { deliveryKindOf } from "../../catalog/model/delivery-kinds.ts";
import {
  type RefundableItem,
  type RefundableOrder,
  refundableOf,
  type ReleasedUnits,
  whyNotRefundable,
} from "../../orders/actions.ts";
import { type Refund, refundableMin, shareOfRest, type Units } from "../model.ts";
import { findKeyByRefundNo, findRefund, takenUnits } from "../store.ts";
import { setFirstReview } from "../store/approvals.ts";
import { openRefund, revokeDelivered } from "./open.ts";

type OrderKey = { readonly ownerId: string; readonly orderId: string };

/** What a refund of some units would return and cause; money in fen. */
export type RefundPreview = {
  readonly cashFen: number;
  readonly balanceFen: number;
  readonly points: number;
  /** What the member loses with it, in words. */
  readonly takenBack: readonly string[];
  /** Another operator must approve it. */
  readonly needsTwo: boolean;
  readonly warnings: readonly string[];
};

/** Units of an item whose end is known; what no supplier has decided is not refunded. */
const DECIDED: ReadonlySet<string> = new Set(["DONE", "FAILED"]);

const denied = (reason: string): Refusal => new Refusal("REFUND_DENIED", { reason });

type Chosen = { readonly item: RefundableItem; readonly quantity: number };

/**
 * Returns the chosen units, each item once. Refuses NOT_FOUND for another order's item, and
 * REFUND_DENIED for units that are not left, or whose result is still unknown.
 */
function chosenUnits(order: RefundableOrder, wanted: readonly Units[]): Chosen[] {
  const sums = new Map<string, number>();
  for (const { itemId, quantity } of wanted) sums.set(itemId, (sums.get(itemId) ?? 0) + quantity);
  return [...sums].map(([itemId, quantity]) => {
    const item = order.items.find(({ id }) => id === itemId);
    if (!item) throw new Refusal("NOT_FOUND");
    if (!DECIDED.has(item.state)) {
      const isOver = item.state === "REFUNDED";
      throw denied(isOver ? "已退款" : "供应商结果未知，未有确定结果前不退款");
    }
    const left = item.quantity - item.refundedQuantity;
    if (quantity > left) throw denied("可退数量已变化");
    if (quantity < refundableMin(item)) throw denied("该商品须整份退款");
    return { item, quantity };
  });
}

/** Describes what an operator must know before the refund: broken rules, revealed cards, top-ups. */
async function warningsOf(
  context: Context,
  reader: Db | Tx,
  order: RefundableOrder,
  chosen: readonly Chosen[],
): Promise<string[]> {
  const now = context.clock.now().getTime();
  const times = { now, paidAt: order.paidAt ?? now };
  const warnings: string[] = [];
  for (const { item } of chosen) {
    const { state, quantity, refundedQuantity, snapshot } = item;
    const { title, refundRule, refundDays, delivery } = snapshot;
    const ruled = { state, quantity, refundedQuantity, refundRule, refundDays, delivery };
    const why = whyNotRefundable(ruled, times);
    if (why !== undefined) warnings.push(`${title}：${why}，需确认例外`);
    if (state !== "DONE" || deliveryKindOf(delivery)?.keptAs !== "card") continue;
    const { revealed } = await countRevealed(reader, order.ownerId, item.id);
    if (revealed > 0) warnings.push(`${title}：会员已查看 ${revealed} 张卡密`);
  }
  return warnings;
}

function takenBackOf(order: RefundableOrder, chosen: readonly Chosen[]): string[] {
  const isWhole = order.items.every(({ id, quantity, refundedQuantity }) => {
    const units = chosen.find(({ item }) => item.id === id)?.quantity ?? 0;
    return refundedQuantity + units === quantity;
  });
  const isCard = chosen.some(
    ({ item }) =>
      item.state === "DONE" && deliveryKindOf(item.snapshot.delivery)?.keptAs !== undefined,
  );
  return [
    "本单获得的积分与成长值按退款比例扣回",
    ...(isCard ? ["所退份数的卡券作废"] : []),
    ...(order.hasCoupons ? [isWhole ? "优惠券退回卡包" : "部分退款不退回优惠券"] : []),
  ];
}

/**
 * Returns what a refund of the units would return; `released` is read as if no refund had taken it.
 * Refuses NOT_FOUND, ORDER_STATE, REFUND_DENIED.
 */
export async function previewOf(
  context: Context,
  reader: Db | Tx,
  { released = [], ...key }: OrderKey & { readonly released?: readonly ReleasedUnits[] },
  wanted: readonly Units[],
): Promise<{ readonly order: RefundableOrder; readonly preview: RefundPreview }> {
  const order = await refundableOf(reader, key, released);
  if (!order) throw new Refusal("NOT_FOUND");
  if (order.source !== "shop") throw denied("兑换码订单不支持退款");
  if (order.payState !== "PAID" && order.payState !== "PART_REFUNDED") {
    throw new Refusal("ORDER_STATE");
  }
  const chosen = chosenUnits(order, wanted);
  const shares = chosen.map(({ item, quantity }) => shareOfRest(item, quantity));
  const sum = (name: "cashFen" | "balanceFen" | "points") =>
    shares.reduce((total, share) => total + share[name], 0);
  const [cashFen, balanceFen] = [sum("cashFen"), sum("balanceFen")];
  return {
    order,
    preview: {
      cashFen,
      balanceFen,
      points: sum("points"),
      takenBack: takenBackOf(order, chosen),
      needsTwo: cashFen + balanceFen > context.settings.refundTwoPersonsFen,
      warnings: await warningsOf(context, reader, order, chosen),
    },
  };
}

/** The units that a waiting refund of the order has taken. */
async function unitsOfWaiting(db: Db, refundNo: string, orderId: string): Promise<ReleasedUnits[]> {
  const key = await findKeyByRefundNo(db, refundNo);
  const refund = key && (await findRefund(db, key));
  if (!key || refund?.orderId !== orderId) throw new Refusal("NOT_FOUND");
  if (refund.state !== "APPLIED") throw new Refusal("STATE_CHANGED");
  return takenUnits(db, key);
}

/**
 * Returns what a refund of these units would return; changes nothing. With `refundNo`, what this
 * waiting refund would return with these units instead of its own. Refuses NOT_FOUND, ORDER_STATE,
 * STATE_CHANGED for a refund that waits no more, and REFUND_DENIED with the reason.
 */
export async function previewRefund(
  context: Context,
  db: Db,
  request: OrderKey & { readonly items: readonly Units[]; readonly refundNo?: string | undefined },
): Promise<RefundPreview> {
  const { items, refundNo, ...key } = request;
  const released =
    refundNo === undefined ? [] : await unitsOfWaiting(db, refundNo, request.orderId);
  return (await previewOf(context, db, { ...key, released }, items)).preview;
}

export type OperatorRefund = OrderKey &
  OperatorProof & {
    readonly operatorId: string;
    readonly key: string;
    readonly items: readonly Units[];
    readonly reason: string;
    /** Cash and balance of the preview, in fen. */
    readonly expectedFen: number;
  };

/** The operator who opens a refund is the first of the two who approve it. */
async function recordFirstReview(
  context: Context,
  tx: Tx,
  { ownerId, id }: Refund,
  { operatorId, reason }: Pick<OperatorRefund, "operatorId" | "reason">,
): Promise<void> {
  await setFirstReview(tx, { ownerId, id }, { operatorId, now: context.clock.sql() });
  await writeHistoryEntry(context, tx, {
    memberId: ownerId,
    entity: "refund",
    entityId: id,
    name: "approved_first",
    from: "APPLIED",
    to: "APPLIED",
    reason,
    actor: { kind: "operator", id: operatorId },
  });
}

async function openOnce(
  context: Context,
  tx: Tx,
  request: OperatorRefund,
): Promise<Pick<Refund, "refundNo" | "state">> {
  const { ownerId, operatorId, items, reason, expectedFen } = request;
  const { order, preview } = await previewOf(context, tx, request, items);
  if (preview.cashFen + preview.balanceFen !== expectedFen) throw new Refusal("REFUND_CHANGED");
  requireProof(context, request, expectedFen);
  const id = await openRefund(context, tx, {
    order,
    units: items,
    reason,
    applicant: { kind: "operator", id: operatorId },
    state: preview.needsTwo ? "APPLIED" : "APPROVED",
  });
  const refund = await findRefund(tx, { ownerId, id });
  invariant(refund, "an opened refund is found");
  if (preview.needsTwo) await recordFirstReview(context, tx, refund, request);
  else await revokeDelivered(context, tx, refund);
  return { refundNo: refund.refundNo, state: refund.state };
}

/**
 * Opens a refund of units of an order, once for each key. Above `refundTwoPersonsFen` it waits for
 * another operator (`APPLIED`); otherwise it begins at once. Refuses NOT_FOUND, ORDER_STATE,
 * OWN_ACCOUNT, REFUND_DENIED with the reason, REFUND_CHANGED when the amount is not the preview's
 * any more, and STEP_UP_NEEDED for money above `operatorProofAboveFen` without a proof.
 */
export function refundByOperator(
  context: Context,
  db: Db,
  request: OperatorRefund,
): Promise<Pick<Refund, "refundNo" | "state">> {
  const { ownerId, orderId, operatorId, key, items, reason, expectedFen } = request;
  refuseOwnAccount(operatorId, ownerId);
  const intent = {
    memberId: operatorId,
    route: "operatorOrders.refund",
    key,
    body: { orderId, items, reason, expectedFen },
  };
  return runIdempotently(context, db, intent, (tx) => openOnce(context, tx, request));
}
