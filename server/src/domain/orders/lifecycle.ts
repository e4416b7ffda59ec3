/**
 * The lifecycles of an order: four axes, each a column of its own; the events of orders paid by a
 * code; and the actions allowed in each state.
 */
import { deliveryKindOf } from "../catalog/model/delivery-kinds.ts";
import { defineLifecycle, type EventOf, moveOf, type StateOf } from "../../platform/lifecycle.ts";
import { type RefundRuleItem, refundableUntil, whyNotRefundable } from "./refund-rule.ts";

const orderLifecycle = defineLifecycle({
  name: "order",
  description:
    "The order as a whole. An order that an exchange code pays for begins ACTIVE, one that only " +
    "credits something begins DONE. A late payment reopens an order that expired unpaid.",
  stored: { table: "orders", column: "order_state" },
  history: "order",
  states: ["WAIT_PAY", "ACTIVE", "DONE", "CANCELLED", "CLOSED"],
  initial: ["WAIT_PAY", "ACTIVE", "DONE"],
  final: ["CANCELLED"],
  events: [
    { name: "paid", from: ["WAIT_PAY", "CLOSED"], to: "ACTIVE", by: ["member", "channel"] },
    // Nothing of it has to be delivered.
    { name: "credited", from: ["WAIT_PAY", "CLOSED"], to: "DONE", by: ["member", "channel"] },
    { name: "cancelled", from: ["WAIT_PAY"], to: "CANCELLED", by: ["member", "operator"] },
    { name: "expired", from: ["WAIT_PAY"], to: "CLOSED", by: ["system", "time"] },
    { name: "delivered", from: ["ACTIVE"], to: "DONE", by: ["supplier"] },
    { name: "received", from: ["ACTIVE"], to: "DONE", by: ["member", "system"] },
    { name: "overdue", from: ["ACTIVE"], to: "DONE", by: ["system", "time"] },
    { name: "returned", from: ["ACTIVE"], to: "CLOSED", by: ["supplier"] },
    // All of it was refunded.
    { name: "refunded", from: ["ACTIVE", "DONE"], to: "CLOSED", by: ["system"] },
  ],
});

const payLifecycle = defineLifecycle({
  name: "order-payment",
  description: "What the member has paid for the order, and how much of it was refunded.",
  stored: { table: "orders", column: "pay_state" },
  history: "order",
  historyPart: 3,
  states: ["UNPAID", "PAYING", "PAID", "PART_REFUNDED", "REFUNDED"],
  initial: ["UNPAID", "PAID"],
  final: ["REFUNDED"],
  events: [
    { name: "begin", from: ["UNPAID"], to: "PAYING", by: ["member"] },
    { name: "end", from: ["PAYING"], to: "UNPAID", by: ["member", "system", "time"] },
    { name: "paid", from: ["UNPAID", "PAYING"], to: "PAID", by: ["member", "channel"] },
    { name: "part_refunded", from: ["PAID"], to: "PART_REFUNDED", by: ["system"] },
    { name: "refunded", from: ["PAID", "PART_REFUNDED"], to: "REFUNDED", by: ["system"] },
  ],
});

const fulfilLifecycle = defineLifecycle({
  name: "order-fulfilment",
  description:
    "The delivery of the order as a whole. The events `items_…` follow from the items of an " +
    "order with several (`fulfilStateOf`); so the end of one item may also move the order on.",
  stored: { table: "orders", column: "fulfil_state" },
  history: "order",
  historyPart: 2,
  states: ["NONE", "QUEUED", "PROCESSING", "PART_DONE", "UNKNOWN", "MANUAL", "DONE", "FAILED"],
  initial: ["NONE", "QUEUED", "DONE"],
  final: ["DONE", "FAILED"],
  events: [
    { name: "paid", from: ["NONE"], to: "QUEUED", by: ["member", "channel"] },
    { name: "credited", from: ["NONE"], to: "DONE", by: ["member", "channel"] },
    { name: "sent", from: ["QUEUED"], to: "PROCESSING", by: ["supplier", "system"] },
    { name: "accepted", from: ["QUEUED", "UNKNOWN"], to: "PROCESSING", by: ["supplier", "system"] },
    { name: "unknown", from: ["QUEUED", "PROCESSING"], to: "UNKNOWN", by: ["supplier", "system"] },
    {
      name: "manual",
      from: ["QUEUED", "PROCESSING", "UNKNOWN"],
      to: "MANUAL",
      by: ["supplier", "system"],
    },
    {
      name: "issued",
      from: ["QUEUED", "PROCESSING", "UNKNOWN", "MANUAL"],
      to: "DONE",
      by: ["supplier", "operator"],
    },
    {
      name: "returned",
      from: ["QUEUED", "PROCESSING", "UNKNOWN", "MANUAL"],
      to: "FAILED",
      by: ["supplier", "operator"],
    },
    // What was delivered was refunded, and the rest is under way.
    {
      name: "items_processing",
      from: ["PART_DONE", "MANUAL"],
      to: "PROCESSING",
      by: ["supplier", "system"],
    },
    {
      name: "items_unknown",
      from: ["PART_DONE", "MANUAL"],
      to: "UNKNOWN",
      by: ["supplier", "system"],
    },
    { name: "items_manual", from: ["PART_DONE"], to: "MANUAL", by: ["supplier", "system"] },
    {
      name: "items_part_done",
      from: ["QUEUED", "PROCESSING", "UNKNOWN", "MANUAL"],
      to: "PART_DONE",
      by: ["supplier", "system"],
    },
    { name: "items_done", from: ["PART_DONE"], to: "DONE", by: ["supplier", "system"] },
    // What was delivered was refunded, and the rest has failed.
    { name: "items_failed", from: ["PART_DONE"], to: "FAILED", by: ["supplier", "system"] },
  ],
});

const refundAxisLifecycle = defineLifecycle({
  name: "order-refunds",
  description:
    "The state of all refunds of the order together: one under way before finished ones. Each " +
    "refund has its own lifecycle, which says who causes a change; this state follows from it.",
  stored: { table: "orders", column: "refund_state" },
  history: "order",
  historyPart: 4,
  states: ["NONE", "APPLIED", "REJECTED", "PROCESSING", "DONE", "ABNORMAL"],
  initial: ["NONE"],
  final: [],
  events: [
    {
      // Also when another refund ends while this one still waits for an operator.
      name: "applied",
      from: ["NONE", "REJECTED", "PROCESSING", "ABNORMAL", "DONE"],
      to: "APPLIED",
      by: ["system"],
    },
    {
      name: "begun",
      from: ["NONE", "APPLIED", "REJECTED", "ABNORMAL", "DONE"],
      to: "PROCESSING",
      by: ["system"],
    },
    {
      name: "succeeded",
      from: ["NONE", "APPLIED", "REJECTED", "PROCESSING", "ABNORMAL"],
      to: "DONE",
      by: ["system"],
    },
    { name: "rejected", from: ["APPLIED"], to: "REJECTED", by: ["system"] },
    // The member withdrew it, and there is no other refund.
    { name: "withdrawn", from: ["APPLIED"], to: "NONE", by: ["system"] },
    { name: "abnormal", from: ["PROCESSING"], to: "ABNORMAL", by: ["system"] },
  ],
});

const OPEN_ITEM = ["QUEUED", "SUBMITTED", "UNKNOWN", "MANUAL"] as const;

/**
 * NONE is unpaid; payment makes it QUEUED, or DONE where no supplier has to deliver. The other
 * events are fulfilment's, and refunds.
 */
export const itemLifecycle = defineLifecycle({
  name: "order-item",
  description:
    "One item of an order. NONE is unpaid; payment makes it QUEUED, or DONE where no supplier has " +
    "to deliver.",
  stored: { table: "order_item", column: "fulfil_state" },
  history: "order_item",
  states: ["NONE", ...OPEN_ITEM, "DONE", "FAILED", "REFUNDED"],
  initial: ["NONE", "QUEUED", "DONE"],
  final: ["REFUNDED"],
  events: [
    { name: "paid", from: ["NONE"], to: "QUEUED", by: ["member", "channel"] },
    { name: "credited", from: ["NONE"], to: "DONE", by: ["member", "channel"] },
    { name: "sent", from: ["QUEUED"], to: "SUBMITTED", by: ["system"] },
    { name: "accepted", from: ["QUEUED", "UNKNOWN"], to: "SUBMITTED", by: ["system"] },
    { name: "unknown", from: ["QUEUED", "SUBMITTED"], to: "UNKNOWN", by: ["system"] },
    { name: "manual", from: ["QUEUED", "SUBMITTED", "UNKNOWN"], to: "MANUAL", by: ["system"] },
    { name: "issued", from: OPEN_ITEM, to: "DONE", by: ["supplier", "operator"] },
    { name: "failed", from: OPEN_ITEM, to: "FAILED", by: ["supplier", "operator"] },
    { name: "refunded", from: ["DONE", "FAILED"], to: "REFUNDED", by: ["system", "channel"] },
  ],
});
export type ItemState = StateOf<typeof itemLifecycle>;

/** The events that fulfilment applies to an item. */
export type ItemEvent = Exclude<EventOf<typeof itemLifecycle>, "paid" | "credited" | "refunded">;

export const axes = {
  order: orderLifecycle,
  pay: payLifecycle,
  fulfil: fulfilLifecycle,
  refund: refundAxisLifecycle,
} as const;

export type Axis = keyof typeof axes;
export type State<A extends Axis> = StateOf<(typeof axes)[A]>;

export type States = {
  readonly orderState: State<"order">;
  readonly payState: State<"pay">;
  readonly fulfilState: State<"fulfil">;
  readonly refundState: State<"refund">;
};

type Step<S> = { readonly from: readonly S[]; readonly to: S };
type Transition = { readonly order: Step<State<"order">>; readonly fulfil: Step<State<"fulfil">> };

/** The axis keeps its state, which is checked. */
const active = { from: ["ACTIVE"], to: "ACTIVE" } as const;
const delivered = { from: ["DONE"], to: "DONE" } as const;

/**
 * The events of an order that an exchange code paid for. An axis whose `to` is among its `from` is
 * only checked. Shop orders are moved by functions/{settle,close}.sql, and by their items
 * (fulfil-state.ts).
 */
export const transitions = {
  sent: { order: active, fulfil: moveOf(fulfilLifecycle, "sent") },
  accepted: { order: active, fulfil: moveOf(fulfilLifecycle, "accepted") },
  unknown: { order: active, fulfil: moveOf(fulfilLifecycle, "unknown") },
  manual: { order: active, fulfil: moveOf(fulfilLifecycle, "manual") },
  issued: { order: active, fulfil: moveOf(fulfilLifecycle, "issued") },
  returned: {
    order: moveOf(orderLifecycle, "returned"),
    fulfil: moveOf(fulfilLifecycle, "returned"),
  },
  received: { order: moveOf(orderLifecycle, "received"), fulfil: delivered },
  overdue: { order: moveOf(orderLifecycle, "overdue"), fulfil: delivered },
} as const satisfies Record<string, Transition>;

export type OrderEvent = keyof typeof transitions;

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

/** The states of an order that has ended; a refund or a late payment may still change two of them. */
export const endedOrderStates: ReadonlySet<State<"order">> = new Set([
  "DONE",
  "CANCELLED",
  "CLOSED",
]);
export const isEnded = ({ orderState }: Pick<States, "orderState">): boolean =>
  endedOrderStates.has(orderState);

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
