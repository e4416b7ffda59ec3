/**
 * The order's lifecycle as data: four axes of states, the events that move them, and the actions
 * allowed in each state.
 */

import { deliveryKindOf } from "../catalog/model/delivery-kinds.ts";
import { type RefundRuleItem, refundableUntil, whyNotRefundable } from "./refund-rule.ts";

/** Each axis: its initial states, and every transition as from → to. */
export const axes = {
  order: {
    begins: ["WAIT_PAY", "ACTIVE", "DONE"],
    moves: [
      ["WAIT_PAY", "ACTIVE"],
      ["WAIT_PAY", "CANCELLED"],
      ["WAIT_PAY", "CLOSED"],
      ["WAIT_PAY", "DONE"],
      ["ACTIVE", "DONE"],
      ["ACTIVE", "CLOSED"],
      // A full refund closes a completed order.
      ["DONE", "CLOSED"],
      // A late payment reopens an order that was closed because it was not paid in time.
      ["CLOSED", "ACTIVE"],
      ["CLOSED", "DONE"],
    ],
    states: ["WAIT_PAY", "ACTIVE", "DONE", "CANCELLED", "CLOSED"],
  },
  pay: {
    begins: ["UNPAID", "PAID"],
    moves: [
      ["UNPAID", "PAYING"],
      ["UNPAID", "PAID"],
      ["PAYING", "UNPAID"],
      ["PAYING", "PAID"],
      ["PAID", "PART_REFUNDED"],
      ["PAID", "REFUNDED"],
      ["PART_REFUNDED", "REFUNDED"],
    ],
    states: ["UNPAID", "PAYING", "PAID", "PART_REFUNDED", "REFUNDED"],
  },
  fulfil: {
    begins: ["NONE", "QUEUED", "DONE"],
    moves: [
      ["NONE", "QUEUED"],
      ["NONE", "DONE"],
      ["QUEUED", "PROCESSING"],
      ["QUEUED", "PART_DONE"],
      ["QUEUED", "UNKNOWN"],
      ["QUEUED", "MANUAL"],
      ["QUEUED", "DONE"],
      ["QUEUED", "FAILED"],
      ["PROCESSING", "PART_DONE"],
      ["PROCESSING", "UNKNOWN"],
      ["PROCESSING", "MANUAL"],
      ["PROCESSING", "DONE"],
      ["PROCESSING", "FAILED"],
      ["PART_DONE", "UNKNOWN"],
      ["PART_DONE", "MANUAL"],
      ["PART_DONE", "DONE"],
      // What was delivered was refunded, and the rest is under way or has failed.
      ["PART_DONE", "PROCESSING"],
      ["PART_DONE", "FAILED"],
      ["UNKNOWN", "PROCESSING"],
      ["UNKNOWN", "PART_DONE"],
      ["UNKNOWN", "MANUAL"],
      ["UNKNOWN", "DONE"],
      ["UNKNOWN", "FAILED"],
      ["MANUAL", "PROCESSING"],
      ["MANUAL", "UNKNOWN"],
      ["MANUAL", "PART_DONE"],
      ["MANUAL", "DONE"],
      ["MANUAL", "FAILED"],
    ],
    states: ["NONE", "QUEUED", "PROCESSING", "PART_DONE", "UNKNOWN", "MANUAL", "DONE", "FAILED"],
  },
  // The state of all refunds of the order together: one under way before finished ones. Guarded in
  // the database by orders_refund_moves (functions/refund.sql), which lists the same transitions.
  refund: {
    begins: ["NONE"],
    moves: [
      ["NONE", "APPLIED"],
      ["NONE", "PROCESSING"],
      ["NONE", "DONE"],
      ["APPLIED", "PROCESSING"],
      ["APPLIED", "DONE"],
      ["APPLIED", "REJECTED"],
      // The member withdrew it, and there is no other refund.
      ["APPLIED", "NONE"],
      ["REJECTED", "APPLIED"],
      ["REJECTED", "PROCESSING"],
      ["REJECTED", "DONE"],
      ["PROCESSING", "DONE"],
      ["PROCESSING", "ABNORMAL"],
      // Another refund of the order still waits for an operator.
      ["PROCESSING", "APPLIED"],
      ["ABNORMAL", "PROCESSING"],
      ["ABNORMAL", "APPLIED"],
      ["ABNORMAL", "DONE"],
      // A further part of the order is to be refunded.
      ["DONE", "APPLIED"],
      ["DONE", "PROCESSING"],
    ],
    states: ["NONE", "APPLIED", "REJECTED", "PROCESSING", "DONE", "ABNORMAL"],
  },
} as const;

export type Axis = keyof typeof axes;
export type State<A extends Axis> = (typeof axes)[A]["states"][number];

export type States = {
  readonly orderState: State<"order">;
  readonly payState: State<"pay">;
  readonly fulfilState: State<"fulfil">;
  readonly refundState: State<"refund">;
};

type Step<A extends Axis> = { readonly from: readonly State<A>[]; readonly to: State<A> };
type Transition = { readonly order: Step<"order">; readonly fulfil: Step<"fulfil"> };

const UNDELIVERED = ["QUEUED", "PROCESSING", "UNKNOWN", "MANUAL"] as const;
const active = { from: ["ACTIVE"], to: "ACTIVE" } as const;

/**
 * The events of an order that an exchange code paid for. An axis whose `to` is among its `from` is
 * only checked. Shop orders are moved by functions/{settle,close}.sql, and by their items
 * (item-machine.ts).
 */
export const transitions = {
  sent: { order: active, fulfil: { from: ["QUEUED"], to: "PROCESSING" } },
  accepted: { order: active, fulfil: { from: ["QUEUED", "UNKNOWN"], to: "PROCESSING" } },
  unknown: { order: active, fulfil: { from: ["QUEUED", "PROCESSING"], to: "UNKNOWN" } },
  manual: { order: active, fulfil: { from: ["QUEUED", "PROCESSING", "UNKNOWN"], to: "MANUAL" } },
  issued: { order: active, fulfil: { from: UNDELIVERED, to: "DONE" } },
  returned: {
    order: { from: ["ACTIVE"], to: "CLOSED" },
    fulfil: { from: UNDELIVERED, to: "FAILED" },
  },
  received: { order: { from: ["ACTIVE"], to: "DONE" }, fulfil: { from: ["DONE"], to: "DONE" } },
  overdue: { order: { from: ["ACTIVE"], to: "DONE" }, fulfil: { from: ["DONE"], to: "DONE" } },
} as const satisfies Record<string, Transition>;

export type OrderEvent = keyof typeof transitions;

/**
 * Returns the states of an axis that no transition reaches; the table is correct when there are
 * none.
 */
export function unreachable(axis: Axis): string[] {
  const { begins, moves, states } = axes[axis];
  const reached = new Set<string>(begins);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const [from, to] of moves) if (reached.has(from)) reached.add(to);
  }
  return states.filter((state) => !reached.has(state));
}

export type Allowed = { readonly allowed: boolean; readonly reason?: string };
const yes: Allowed = { allowed: true };
const no = (reason: string): Allowed => ({ allowed: false, reason });

/**
 * The fields of an order that decide whether a refund may be applied for; `paidAt` in ms, null
 * until it is paid.
 */
type RefundQuery = States & {
  readonly source: string;
  readonly paidAt: number | null;
  readonly items: readonly RefundRuleItem[];
};

const ENDED: ReadonlySet<string> = new Set(["DONE", "CANCELLED", "CLOSED"]);
export const isEnded = ({ orderState }: Pick<States, "orderState">): boolean =>
  ENDED.has(orderState);

/** Which actions an order allows, and why not; used by the actions and sent to the pages. */
export const orderCan = {
  received: ({
    orderState,
    fulfilState,
    items,
  }: States & {
    readonly items: readonly Pick<RefundRuleItem, "state" | "delivery">[];
  }): Allowed => {
    if (orderState === "DONE") return no("订单已完成");
    if (isEnded({ orderState })) return no("订单已关闭");
    const delivered = items.filter(({ state }) => state === "DONE");
    if (
      delivered.length > 0 &&
      delivered.every(({ delivery }) => deliveryKindOf(delivery)?.keptAs === "card")
    ) {
      return no("请在每张卡券上标记已使用");
    }
    return fulfilState === "DONE" ? yes : no("凭证还未就绪");
  },
  hide: (order: States): Allowed => (isEnded(order) ? yes : no("进行中的订单不能删除")),
  refund: (order: RefundQuery, now: number): Allowed & { readonly until?: number } => {
    if (order.payState === "UNPAID" || order.payState === "PAYING") return no("订单还未支付");
    if (order.source === "code") {
      return order.orderState === "CLOSED"
        ? no("兑换码已退回，可重新兑换")
        : no("兑换码订单不支持退款；出码失败时，兑换码自动退回");
    }
    const left = order.items.filter(
      ({ quantity, refundedQuantity }) => refundedQuantity < quantity,
    );
    if (left.length === 0) return no("已全部退款");
    const paidAt = order.paidAt ?? now;
    const returnable = left.filter((item) => whyNotRefundable(item, { now, paidAt }) === undefined);
    const [first] = left;
    if (returnable.length === 0) {
      return no((first && whyNotRefundable(first, { now, paidAt })) ?? "该商品不支持退款");
    }
    const ends = returnable.map((item) => refundableUntil(item, paidAt));
    if (ends.includes(undefined)) return yes;
    return { ...yes, until: Math.max(...ends.filter((end) => end !== undefined)) };
  },
  pay: ({ orderState }: States): Allowed =>
    orderState === "WAIT_PAY" ? yes : no(isEnded({ orderState }) ? "订单已关闭" : "订单已支付"),
  cancel: ({ orderState }: States): Allowed =>
    orderState === "WAIT_PAY" ? yes : no("只能取消待支付的订单"),
} as const;
