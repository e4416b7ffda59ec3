/** The display state that a member sees of an order's four state axes, and the next step. */
import { ownValue } from "@yunjing/contract/own-value";
import type { DisplayState, OrderKind } from "@yunjing/contract/schemas/orders";
import { deliveryOfOrderKind } from "../catalog/model/delivery-kinds.ts";
import type { States } from "./lifecycle.ts";
import { RETURNED } from "./model.ts";

type Shown = States & { readonly closedReason: string | null };

const REFUNDING: ReadonlySet<string> = new Set(["APPLIED", "APPROVED", "PROCESSING", "ABNORMAL"]);

/**
 * Derives the display state. Precedence: a returned code, then refunds, then how the order ended;
 * manual handling before waiting.
 */
export function displayOf(order: Shown): DisplayState {
  if (order.orderState === "CLOSED" && order.closedReason === RETURNED) return "returned";
  if (REFUNDING.has(order.refundState)) return "refunding";
  if (order.payState === "REFUNDED") return "refunded";
  if (order.payState === "PART_REFUNDED") return "part_refunded";
  switch (order.orderState) {
    case "WAIT_PAY":
      return "wait_pay";
    case "CANCELLED":
      return "cancelled";
    case "CLOSED":
      return "closed";
    case "DONE":
      return "done";
    case "ACTIVE":
      if (order.fulfilState === "MANUAL") return "manual";
      return order.fulfilState === "DONE" ? "ready" : "issuing";
  }
}

const texts: Readonly<Record<DisplayState, string>> = {
  wait_pay: "待支付",
  issuing: "出码中",
  ready: "待使用",
  done: "已完成",
  manual: "客服处理中",
  refunding: "退款中",
  part_refunded: "部分退款",
  refunded: "已退款",
  cancelled: "已取消",
  closed: "已关闭",
  returned: "已退回",
};

/** Returns the display text: a meal waits for pickup, a top-up is being credited. */
export function displayText(display: DisplayState, kind: OrderKind): string {
  return deliveryOfOrderKind(kind)?.order.states[display] ?? texts[display];
}

/** Of codes that are credited to the account by themselves, without a delivery. */
const creditedTexts: Partial<Readonly<Record<OrderKind, string>>> = {
  points: "积分已到账，可在我的积分查看",
  balance: "余额已到账，可在我的钱包查看",
  level: "会员等级已生效，可在会员中心查看",
};

/**
 * Returns the next step in one sentence: the text of the delivery kind, or the general one.
 * `slotText` is the pickup time of the meal.
 */
export function nextStep(
  display: DisplayState,
  kind: OrderKind | undefined,
  slotText?: string,
): string {
  const own = deliveryOfOrderKind(kind)?.order.nextSteps[display];
  if (own !== undefined) return own;
  switch (display) {
    case "wait_pay":
      return "请在倒计时结束前完成支付";
    case "issuing":
      return "正在为你出码，通常 1 分钟内完成，可放心离开";
    case "ready":
      return slotText ? `${slotText}，到店出示取餐码` : "请出示兑换凭证使用";
    case "done":
      return (kind && creditedTexts[kind]) ?? "订单已完成，感谢使用";
    case "manual":
      return "发放遇到问题，客服正在处理，结果会更新在这里";
    case "refunding":
      return "退款正在处理，请留意到账通知";
    case "part_refunded":
    case "refunded":
      return "退款已原路退回";
    case "cancelled":
      return "订单已取消";
    case "closed":
      return "订单已关闭";
    case "returned":
      return "发放未成功，兑换码已退回，可重新兑换";
  }
}

const events: Readonly<Record<string, string>> = {
  ordered: "订单已提交，等待支付",
  paid: "支付成功",
  late_paid: "支付到账时订单已不可用，款项将原路退回",
  cancelled: "订单已取消",
  closed: "超时未支付，订单已关闭",
  submitted: "正在为你办理",
  checking: "正在向商家确认结果",
  by_hand: "已转客服处理",
  item_failed: "有商品发放失败，款项将原路退回",
  delivered: "已发放完成",
  placed: "兑换成功，订单已提交",
  credited: "兑换成功，已到账",
  sent: "正在向门店下单",
  accepted: "门店已接单，正在出码",
  unknown: "正在向商家确认出码结果",
  manual: "已转客服处理",
  issued: "出码成功，请凭取餐码取餐",
  returned: "出码未成功，兑换码已退回",
  failed: "出码未成功，款项将原路退回",
  received: "已取餐",
  overdue: "取餐时段已过，订单自动完成",
  refund_opened: "退款申请已提交",
  part_refunded: "部分款项已退回",
  refunded: "已全部退款",
};

const ranks = new Map(Object.keys(events).map((name, rank) => [name, rank]));

/** Returns the text of a history entry: the one of the delivery kind, or the general one. */
function eventText(event: string, kind: OrderKind | undefined): string | undefined {
  const own = ownValue(deliveryOfOrderKind(kind)?.order.events, event);
  if (own !== undefined) return own;
  if (event === "returned" && kind !== undefined) return "发放未成功，兑换码已退回";
  return ownValue(events, event);
}

/** Item events of which only the first is shown, because the others have the same text. */
const SHOWN_ONCE: ReadonlySet<string> = new Set(["submitted", "checking", "by_hand"]);

export type HistoryLine = { readonly at: number; readonly event: string };

/**
 * Returns the order's history as texts, oldest first, without internal entries. Entries of one
 * instant, as of one transaction, are sorted by the order's lifecycle.
 */
export const timelineOf = (
  history: readonly HistoryLine[],
  kind?: OrderKind,
): (HistoryLine & { text: string })[] =>
  history
    .filter(
      ({ event }, at) =>
        !SHOWN_ONCE.has(event) || history.findIndex((one) => one.event === event) === at,
    )
    .flatMap(({ at, event }) => {
      const text = eventText(event, kind);
      return text === undefined ? [] : [{ at, event, text }];
    })
    .sort((a, b) => a.at - b.at || (ranks.get(a.event) ?? 0) - (ranks.get(b.event) ?? 0));
