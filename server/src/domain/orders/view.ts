/** An order as the wire shows it: as a card, in detail, as a receipt. */
import type { OrderCard, OrderDetail } from "@yunjing/contract/schemas/orders";
import type { Context } from "../../platform/context.ts";
import { displayOf, displayText, type HistoryLine, nextStep, timelineOf } from "./display.ts";
import { orderCan } from "./machine.ts";
import { type Order, pickupPlace } from "./model.ts";
import type { Line } from "./store/lines.ts";

/** Opens the pickup codes; the codes of an ended order are history and shown in its detail only. */
function openCodes(
  { secrets }: Context,
  { id, codes }: { readonly id: string; readonly codes: Line["sealed"] },
): OrderCard["codes"] {
  const open = (sealed: string, what: "code" | "qr", seq: number) =>
    secrets.open(Buffer.from(sealed, "base64"), pickupPlace(what, id, seq));
  return codes.map(({ seq, code, qr }) => ({
    code: open(code, "code", seq),
    ...(qr === null ? {} : { qr: open(qr, "qr", seq) }),
  }));
}

/** A card of a list; pickup codes only while they wait to be used. */
export function cardOf(context: Context, order: Order): OrderCard {
  const { orderNo, kind, source, title, artwork, itemsText, quantity, createdAt, snapshot } = order;
  const display = displayOf(order);
  const { brandName, store, slot, eatType } = snapshot;
  return {
    ...{ orderNo, kind, source, title, artwork, itemsText, quantity, createdAt, display },
    ...(order.brand === null ? {} : { brand: order.brand }),
    ...(brandName === undefined ? {} : { brandName }),
    displayText: displayText(display, kind),
    amounts: {
      goodsFen: order.goodsFen,
      voucherFen: order.voucherFen,
      differenceFen: order.differenceFen,
      paidFen: order.paidFen,
      ...(order.points === null ? {} : { points: order.points }),
    },
    codes: display === "ready" ? openCodes(context, order) : [],
    ...(store === undefined ? {} : { store }),
    ...(slot === undefined ? {} : { slot }),
    ...(eatType === undefined ? {} : { eatType }),
  };
}

/** The same card as JSON, from a line the database rendered: only the words and the opened codes are added. */
export function cardJson(context: Context, line: Line): string {
  const display = displayOf(line);
  const text = displayText(display, line.kind);
  const codes = display === "ready" ? openCodes(context, { id: line.id, codes: line.sealed }) : [];
  const shown = codes.length > 0 ? JSON.stringify(codes) : "[]";
  return `${line.card},"display":"${display}","displayText":"${text}","codes":${shown}}`;
}

/** The whole order: every card field, with codes also after pickup, its history in words, and what may be done. */
export function detailOf(
  context: Context,
  order: Order,
  history: readonly HistoryLine[],
): OrderDetail {
  const card = cardOf(context, order);
  const { lines, rules, codeLast4, slot } = order.snapshot;
  const until = order.codes.map(({ validUntil }) => validUntil).filter((at) => at !== null);
  return {
    ...card,
    codes: openCodes(context, order),
    nextStep: nextStep(card.display, order.kind, slot?.text),
    lines,
    rules,
    ...(order.contactMask === null ? {} : { contactPhone: order.contactMask }),
    ...(codeLast4 === undefined ? {} : { codeLast4 }),
    ...(until.length > 0 ? { validUntil: Math.min(...until) } : {}),
    timeline: timelineOf(history),
    refund: orderCan.refund(order),
    received: orderCan.received(order),
  };
}
