/**
 * Orders of members and guests: their data, states and numbers.
 *
 * - owner: the member, or the guest who redeemed without a login; every row of the order has the
 *   owner's id.
 * - order number: the number for people to read out: the day in Shanghai, ten random digits and a
 *   check digit.
 * - receipt: a token that shows one order to its holder, until some days after the order's end.
 * - claim: a member adds a guest's order to their own list; the order itself stays with its owner.
 * - display: the state that a member sees, derived from the order's four state axes.
 * - item: one SKU of the order with its part of every amount; delivered and refunded on its own.
 * - snapshot: the order's data when it was placed; later changes elsewhere do not affect it.
 */
import type { OrderDetail, OrderKind } from "@yunjing/contract/schemas/orders";
import type { EatType, Slot, Store } from "@yunjing/contract/schemas/dining";
import type { Context } from "../../platform/context.ts";
import type { Sellable } from "../catalog/model.ts";
import { randomBelow } from "../../platform/random.ts";
import { shanghaiDay } from "../../platform/shanghai.ts";
import { luhnDigit } from "../members/model.ts";
import type { ItemState, States } from "./lifecycle.ts";

export type Snapshot = Pick<
  OrderDetail,
  | "lines"
  | "rules"
  | "brandName"
  | "store"
  | "slot"
  | "eatType"
  | "codeLast4"
  | "inputs"
  | "priceLines"
>;

/** What an order keeps of a meal: the store, the time, and the lines with their prices. */
export type OrderedMeal = {
  readonly store: Store;
  readonly slot: Pick<Slot, "slot" | "from" | "to"> & { readonly text: string };
  readonly eatType: EatType;
  readonly lines: readonly {
    readonly name: string;
    readonly optionsText: string;
    readonly artwork: string;
    readonly quantity: number;
    readonly totalFen: number;
  }[];
};

/** Returns the snapshot of a meal's order with these rules. */
export function mealSnapshotOf(meal: OrderedMeal, rules: string[]): Snapshot {
  const { store, slot, eatType } = meal;
  const { storeId, name, address, lat, lng, phone, brandName } = store;
  return {
    brandName,
    store: { storeId, name, address, lat, lng, phone },
    slot,
    eatType,
    rules,
    lines: meal.lines.map((line) => ({
      name: line.name,
      optionsText: line.optionsText,
      artwork: line.artwork,
      quantity: line.quantity,
      totalFen: line.totalFen,
    })),
  };
}

/** An item's data when it was quoted; `version` is that of its price. */
export type ItemSnapshot = Pick<
  Sellable,
  | "benefitId"
  | "title"
  | "spec"
  | "artwork"
  | "photo"
  | "tint"
  | "kind"
  | "brandCode"
  | "brandName"
  | "categoryCode"
  | "marketFen"
  | "priceFen"
  | "delivery"
  | "refundRule"
  | "refundDays"
  | "lateMoney"
  | "validDays"
  | "limits"
  | "couponTemplateIds"
  | "version"
>;

/** An item as shown with its order. */
export type Item = {
  readonly id: string;
  readonly state: ItemState;
  readonly quantity: number;
  readonly refundedQuantity: number;
  readonly refundRule: string | null;
  /** Days since the payment in which a refund may be applied for; null without a last day. */
  readonly refundDays: number | null;
  readonly delivery: string | null;
};

/** An order row; instants in ms, money in fen. */
export type Order = States & {
  readonly ownerId: string;
  readonly id: string;
  readonly orderNo: string;
  readonly kind: OrderKind;
  readonly source: "code" | "shop";
  readonly title: string;
  readonly brand: string | null;
  readonly artwork: string;
  readonly itemsText: string;
  readonly quantity: number;
  readonly goodsFen: number;
  readonly voucherFen: number;
  readonly differenceFen: number;
  readonly paidFen: number;
  readonly levelOffFen: number;
  readonly couponOffFen: number;
  readonly pointsOffFen: number;
  /** What balance and channel pay together; of an order by code, what is beyond the code. */
  readonly payableFen: number;
  readonly balanceFen: number;
  readonly cashFen: number;
  readonly refundedFen: number;
  readonly points: number | null;
  readonly contactMask: string | null;
  readonly snapshot: Snapshot;
  readonly closedReason: string | null;
  readonly createdAt: number;
  /** null until it is paid. */
  readonly paidAt: number | null;
  /** Until when it may be paid; null for an order that a code pays completely. */
  readonly expiresAt: number | null;
  readonly finishedAt: number | null;
  readonly receivedAt: number | null;
  /** Sealed pickup codes, base64. */
  readonly codes: readonly SealedCode[];
  /** Empty for a meal, points or balance that a code pays completely. */
  readonly items: readonly Item[];
};

export type SealedCode = {
  readonly seq: number;
  readonly code: string;
  readonly qr: string | null;
  readonly validUntil: number | null;
};

/** The closing reason of an order whose exchange code was returned. */
export const RETURNED = "returned";
/** The closing reason of a bought meal for which the store issued no code. */
export const FAILED = "failed";
/** The closing reason of an order that was not paid in time. */
export const EXPIRED = "expired";

/** An expired unpaid order counts as closed, even before the job has closed it. */
export const asOf = <O extends Pick<Order, "orderState" | "closedReason" | "expiresAt">>(
  order: O,
  now: Date,
): O =>
  order.orderState === "WAIT_PAY" && order.expiresAt !== null && order.expiresAt <= now.getTime()
    ? { ...order, orderState: "CLOSED", closedReason: EXPIRED }
    : order;

/** The seal context of an item's input. */
export const inputSealContext = (itemId: string): string => `order_item:input_sealed:${itemId}`;

/** The seal context of a pickup code, or of its QR content. */
export const pickupSealContext = (what: "code" | "qr", orderId: string, seq: number): string =>
  `pickup_code:${what}:${orderId}:${seq}`;

/** The seal context of an order's contact phone. */
export const contactSealContext = (orderId: string): string => `orders:contact_sealed:${orderId}`;

/** Random numbers may be in use already; with this many candidates one is free. */
const NUMBERS_OFFERED = 3;

/** Generates candidate order numbers: 8 digits of the day, 10 random, 1 check digit (Luhn). */
export function generateOrderNos({ clock, random }: Pick<Context, "clock" | "random">): string[] {
  const day = shanghaiDay(clock.now().getTime()).replaceAll("-", "");
  return Array.from({ length: NUMBERS_OFFERED }, () => {
    const half = () => String(randomBelow(random, 100_000)).padStart(5, "0");
    const digits = day + half() + half();
    return digits + luhnDigit(digits);
  });
}

const PICKUP_RULES = [
  "请在所选时段到所选门店，向店员出示取餐码",
  "超过取餐时段 4 小时，订单自动完成",
] as const;

/** In how many days after the payment a refund of a bought meal may be applied for. */
export const MEAL_REFUND_DAYS = 1;

/** Returns the rules of a meal that was bought without a code. */
export const boughtMealRules = (): string[] => [
  ...PICKUP_RULES,
  "门店不能出码时，自动全额退款",
  `出码后 ${MEAL_REFUND_DAYS} 天内可按餐品申请退款，客服与门店核实后原路退回`,
];

/** Returns the rules shown with every order of a kind. */
export function rulesOf(kind: OrderKind): string[] {
  switch (kind) {
    case "meal":
      return [...PICKUP_RULES, "兑换码订单不支持退款；出码失败时，兑换码自动退回"];
    case "points":
      return ["积分已存入会员账户，可在积分明细查看", "积分有效期以积分明细为准"];
    case "balance":
      return ["金额已存入余额，可在余额明细查看", "余额可用于本站消费，不可转赠"];
    default:
      return [];
  }
}

/** Changes of an order's state that only follow from those of its items or refunds. */
export const derivedChanges: readonly string[] = ["items", "refunds"];
/** Changes without a line in the member's history: other lines say the same. */
export const changesWithoutLine: readonly string[] = [...derivedChanges, "paying"];
