/**
 * The delivery kinds: one record for each way in which a benefit is delivered, with its supply,
 * refund rule, display states and texts. A missing field does not compile.
 */
import { type DeliveryFacts, deliveryFacts } from "@yunjing/contract/delivery-kinds";
import { ownValue } from "@yunjing/contract/own-value";
import type { Delivery } from "@yunjing/contract/schemas/benefit";
import type { DisplayState, OrderKind } from "@yunjing/contract/schemas/orders";

/** How an order or an item is refunded after its delivery, and what members read about it. */
type RefundTerms = {
  /** Under which refund rules nothing is refundable after the delivery. */
  readonly endsAtDelivery: "always" | "before_code" | "no";
  /** Why not, where it ends at the delivery. */
  readonly endedText: string;
  /** Why an item under way cannot be refunded yet. */
  readonly underWayText: string;
  /** The text of the rule `before_code`; `period` is its last day in brackets, or empty. */
  readonly beforeCodeText: (period: string) => string;
  /** The short promise of the rule `before_code`. */
  readonly beforeCodePromise: string;
  /** All units are refunded together, because what was delivered belongs to no single unit. */
  readonly isWhole: boolean;
};

/** The texts of an order's pages; a state without a text has the one of all orders. */
type OrderTexts = {
  /** The label of a display state. */
  readonly states: Partial<Readonly<Record<DisplayState, string>>>;
  /** The next step in a display state. */
  readonly nextSteps: Partial<Readonly<Record<DisplayState, string>>>;
  /** The line of the history for an event. */
  readonly events: Readonly<Record<string, string>>;
};

export type DeliveryKind = DeliveryFacts & {
  /** The order kind whose texts an order of this delivery has. */
  readonly orderKind: OrderKind;
  /** The kind of supplier order; `coupon_pack`: our own coupons, granted by the payment. */
  readonly supply: "topup" | "card" | "movie" | "meal" | "coupon_pack";
  /** A shop order remains active after the delivery until everything has been used. */
  readonly isUsedLater: boolean;
  /** The days of the contract: an expiry of what is delivered, or the length of a membership. */
  readonly validDays: "expiry" | "membership";
  /** The end of 支付后约 10 分钟内…. */
  readonly arrivalText: string;
  /** The short promise of a delivery within a minute. */
  readonly fastText: string;
  /** What an exchange code's holder gets by choosing it. */
  readonly choiceText: string;
  readonly refund: RefundTerms;
  readonly order: OrderTexts;
  /** The message about a delivery; `text` follows the title of the order in 「」. */
  readonly message: { readonly title: string; readonly text: string };
};

const USED_EVENTS = { received: "已使用", overdue: "有效期已过，订单自动完成" };
const REFUND_OF_CODES: RefundTerms = {
  endsAtDelivery: "no",
  endedText: "该商品不支持退款",
  underWayText: "正在出码，未成功会自动退款；出码后可申请",
  beforeCodeText: (period) => `未查看券码前${period}可申请退款；查看后不支持自助退款。`,
  beforeCodePromise: "查看前可退",
  isWhole: false,
};

export const deliveryKinds: Readonly<Record<Delivery, DeliveryKind>> = {
  topup: {
    ...deliveryFacts.topup,
    orderKind: "topup",
    supply: "topup",
    isUsedLater: false,
    validDays: "membership",
    arrivalText: "到账",
    fastText: "即时到账",
    choiceText: "充值到你填写的账号",
    refund: {
      endsAtDelivery: "always",
      endedText: "已充值到账，不支持退款",
      underWayText: "充值进行中，未到账会自动退款",
      beforeCodeText: () => "充值未成功，自动全额退款；充值到账后不支持退款。",
      beforeCodePromise: "未到账全退",
      isWhole: false,
    },
    order: {
      states: { issuing: "充值中" },
      nextSteps: {
        issuing: "正在为你充值，通常几分钟内到账，可放心离开",
        done: "充值已到账，如有延迟请稍后查看账户",
      },
      events: { delivered: "充值成功" },
    },
    message: { title: "充值成功", text: "已充入你填写的账号。" },
  },
  card: {
    ...deliveryFacts.card,
    orderKind: "card",
    supply: "card",
    isUsedLater: true,
    validDays: "expiry",
    arrivalText: "出码",
    fastText: "即时出码",
    choiceText: "存入你的卡包",
    refund: REFUND_OF_CODES,
    order: {
      states: {},
      nextSteps: {
        ready: "卡券已就绪，用完后请标记已使用",
        done: "卡券已使用，感谢使用",
      },
      events: { ...USED_EVENTS, delivered: "发放成功，卡券已放入卡包" },
    },
    message: { title: "卡券已发放", text: "已存入你的卡包，可随时查看。" },
  },
  movie: {
    ...deliveryFacts.movie,
    orderKind: "movie",
    supply: "movie",
    isUsedLater: true,
    validDays: "expiry",
    arrivalText: "出码",
    fastText: "即时出码",
    choiceText: "凭取票码入场",
    refund: {
      ...REFUND_OF_CODES,
      endsAtDelivery: "before_code",
      endedText: "已出票，不支持自助退款",
      beforeCodeText: () => "出票未成功，自动全额退款；出票后不支持自助退款。",
      beforeCodePromise: "未出票全退",
    },
    order: {
      states: { issuing: "出票中" },
      nextSteps: {
        issuing: "正在为你出票，通常 1 分钟内完成，可放心离开",
        ready: "出票成功，请凭取票码入场",
        done: "观影愉快，感谢使用",
      },
      events: { ...USED_EVENTS, delivered: "出票成功" },
    },
    message: { title: "取票码已生成", text: "的取票码已生成，到影院凭码取票。" },
  },
  coupons: {
    ...deliveryFacts.coupons,
    orderKind: "coupon",
    supply: "coupon_pack",
    isUsedLater: false,
    validDays: "expiry",
    arrivalText: "放入卡包",
    fastText: "即时出码",
    choiceText: "存入你的优惠券",
    refund: { ...REFUND_OF_CODES, isWhole: true },
    order: {
      states: {},
      nextSteps: {
        done: "优惠券已放入卡包，下单时可用",
      },
      events: { delivered: "优惠券已放入卡包" },
    },
    message: { title: "订单已完成", text: "已完成。" },
  },
  meal: {
    ...deliveryFacts.meal,
    orderKind: "meal",
    supply: "meal",
    isUsedLater: true,
    validDays: "expiry",
    arrivalText: "出取餐码",
    fastText: "即时出码",
    choiceText: "",
    refund: REFUND_OF_CODES,
    order: {
      states: { ready: "待取餐" },
      nextSteps: {
        done: "已取餐，祝你用餐愉快",
        manual: "出码遇到问题，客服正在处理，结果会更新在这里",
        returned: "出码未成功，兑换码已退回，可重新兑换",
      },
      events: { returned: "出码未成功，兑换码已退回" },
    },
    message: { title: "取餐码已生成", text: "可以取餐了。" },
  },
};

/**
 * Returns the record of a stored delivery kind; `undefined` for an order without one and for a kind
 * that no longer exists.
 */
export const deliveryKindOf = (delivery: string | null | undefined): DeliveryKind | undefined =>
  ownValue(deliveryKinds, delivery ?? "");

const byOrderKind = new Map(Object.values(deliveryKinds).map((kind) => [kind.orderKind, kind]));

/** Returns the record whose texts an order of this kind has. */
export const deliveryOfOrderKind = (kind: OrderKind | undefined): DeliveryKind | undefined =>
  kind && byOrderKind.get(kind);

/** Returns the names of the delivery kinds with this property, as they are stored. */
export const deliveriesThat = (has: (kind: DeliveryKind) => boolean): string[] =>
  Object.entries(deliveryKinds).flatMap(([name, kind]) => (has(kind) ? [name] : []));
