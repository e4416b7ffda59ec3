/** The API views of an order: card, detail and receipt. */
import type {
  DisplayState,
  OrderCard,
  OrderDetail,
  OrderKind,
} from "@yunjing/contract/schemas/orders";
import type { Context } from "../../platform/context.ts";
import { deliveryKindOf } from "../catalog/model/delivery-kinds.ts";
import { displayOf, displayText, type HistoryLine, nextStep, timelineOf } from "./display.ts";
import { waitsToBeUsed } from "./fulfil-state.ts";
import { type ItemState, orderCan } from "./lifecycle.ts";
import { asOf, type Item, type Order, pickupSealContext, RETURNED } from "./model.ts";
import type { ListLine } from "./store/list-text.ts";

/** Unseals the pickup codes; the codes of an ended order are shown in its detail only. */
export function openCodes(
  { secrets }: Context,
  { id, codes }: { readonly id: string; readonly codes: ListLine["sealed"] },
): OrderCard["codes"] {
  const open = (sealed: string, what: "code" | "qr", seq: number) =>
    secrets.open(Buffer.from(sealed, "base64"), pickupSealContext(what, id, seq));
  return codes.map(({ seq, code, qr }) => ({
    code: open(code, "code", seq),
    ...(qr === null ? {} : { qr: open(qr, "qr", seq) }),
  }));
}

/** Whether the order has a price in money: a shop order, or a meal beyond its voucher. */
const isForMoney = ({ source, payableFen }: Order): boolean => source === "shop" || payableFen > 0;

/** The amounts that only a paid order has. */
const shopAmounts = (order: Order) => ({
  levelOffFen: order.levelOffFen,
  couponOffFen: order.couponOffFen,
  pointsOffFen: order.pointsOffFen,
  payableFen: order.payableFen,
  balanceFen: order.balanceFen,
  cashFen: order.cashFen,
  refundedFen: order.refundedFen,
});

const itemDisplays: Readonly<Record<ItemState, DisplayState>> = {
  NONE: "wait_pay",
  QUEUED: "issuing",
  SUBMITTED: "issuing",
  UNKNOWN: "issuing",
  MANUAL: "manual",
  DONE: "done",
  FAILED: "refunding",
  REFUNDED: "refunded",
};

function displayOfItem(order: Order, item: Item): DisplayState {
  const { state, quantity, refundedQuantity, delivery } = item;
  if (state === "NONE" && order.orderState !== "WAIT_PAY") return displayOf(order);
  if (order.closedReason === RETURNED) return "returned";
  if (refundedQuantity === quantity) return "refunded";
  if (refundedQuantity > 0) return "part_refunded";
  const isUsedLater = delivery !== null && waitsToBeUsed([{ state, delivery }]);
  return isUsedLater && order.orderState === "ACTIVE" ? "ready" : itemDisplays[state];
}

/**
 * Returns the kind that texts use: a drink bought in the shop is delivered as a card, not at a
 * counter; several items together have no kind.
 */
function displayKindOf({ kind, items }: Order): OrderKind | undefined {
  const [first] = items;
  if (!first) return kind;
  const isAlike = items.every(({ delivery }) => delivery === first.delivery);
  return isAlike ? deliveryKindOf(first.delivery)?.orderKind : undefined;
}

/** A bought meal that failed has no code that was returned: its money is refunded. */
const historyOf = ({ source }: Order, history: readonly HistoryLine[]): readonly HistoryLine[] =>
  source === "code"
    ? history
    : history.map((line) => (line.event === "returned" ? { ...line, event: "failed" } : line));

/** The lines as they were placed; those of shop items with their state. */
function linesOf(order: Order): OrderDetail["lines"] {
  const byId = new Map(order.items.map((item) => [item.id, item]));
  return order.snapshot.lines.map((line) => {
    const item = line.itemId === undefined ? undefined : byId.get(line.itemId);
    if (!item) return line;
    const state = displayOfItem(order, item);
    const stateText = displayText(state, order.kind);
    return { ...line, refundedQuantity: item.refundedQuantity, state, stateText };
  });
}

/** Builds the card of a list; pickup codes only while they wait to be used. */
export function cardOf(context: Context, given: Order): OrderCard {
  const order = asOf(given, context.clock.now());
  const { orderNo, kind, source, title, artwork, itemsText, quantity, createdAt, snapshot } = order;
  const display = displayOf(order);
  const { brandName, store, slot, eatType } = snapshot;
  const photo = snapshot.lines[0]?.photo;
  return {
    orderNo,
    kind,
    source,
    title,
    artwork,
    itemsText,
    quantity,
    createdAt,
    display,
    ...(order.brand === null ? {} : { brand: order.brand }),
    ...(brandName === undefined ? {} : { brandName }),
    ...(photo === undefined ? {} : { photo }),
    displayText: displayText(display, kind),
    amounts: {
      goodsFen: order.goodsFen,
      voucherFen: order.voucherFen,
      differenceFen: order.differenceFen,
      paidFen: order.paidFen,
      ...(order.points === null ? {} : { points: order.points }),
      ...(isForMoney(order) ? shopAmounts(order) : {}),
    },
    ...(display === "wait_pay" && order.expiresAt !== null ? { expiresAt: order.expiresAt } : {}),
    codes: display === "ready" ? openCodes(context, order) : [],
    ...(store === undefined ? {} : { store }),
    ...(slot === undefined ? {} : { slot }),
    ...(eatType === undefined ? {} : { eatType }),
  };
}

/**
 * Builds the same card as JSON, from a line that the database rendered: adds only the texts and the
 * unsealed codes.
 */
export function cardJson(context: Context, line: ListLine): string {
  const display = displayOf(line);
  const text = displayText(display, line.kind);
  const codes = display === "ready" ? openCodes(context, { id: line.id, codes: line.sealed }) : [];
  const shown = codes.length > 0 ? JSON.stringify(codes) : "[]";
  return `${line.card},"display":"${display}","displayText":"${text}","codes":${shown}}`;
}

/**
 * Builds the whole order: every card field, with codes also after pickup, its history as texts, and
 * the allowed actions.
 */
export function detailOf(
  context: Context,
  given: Order,
  history: readonly HistoryLine[],
  cards: NonNullable<OrderDetail["cards"]> = [],
): OrderDetail {
  const order = asOf(given, context.clock.now());
  const card = cardOf(context, order);
  const { rules, codeLast4, slot, inputs, priceLines } = order.snapshot;
  const until = order.codes.map(({ validUntil }) => validUntil).filter((at) => at !== null);
  return {
    ...card,
    codes: openCodes(context, order),
    nextStep: nextStep(card.display, displayKindOf(order), slot?.text),
    lines: linesOf(order),
    rules,
    ...(inputs === undefined ? {} : { inputs }),
    ...(priceLines === undefined ? {} : { priceLines }),
    ...(cards.length === 0 ? {} : { cards }),
    ...(isForMoney(order) ? { pay: orderCan.pay(order), cancel: orderCan.cancel(order) } : {}),
    ...(order.contactMask === null ? {} : { contactPhone: order.contactMask }),
    ...(codeLast4 === undefined ? {} : { codeLast4 }),
    ...(until.length > 0 ? { validUntil: Math.min(...until) } : {}),
    timeline: timelineOf(historyOf(order, history), displayKindOf(order)),
    refund: orderCan.refund(order, context.clock.now().getTime()),
    received: orderCan.received(order),
  };
}
