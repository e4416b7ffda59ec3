/**
 * Third-party cards: what a supplier delivered, stored for the member.
 *
 * - card: one code with its password or QR content; a purchase of two has two.
 * - secret: what makes the card usable, code and password alike. It is stored sealed, and only a
 *   reveal returns it.
 * - mask: the last four characters of the code after asterisks; lists and histories show it.
 * - reveal: showing the secret to the owner; each is counted and written to the history.
 */
import type { CardForm, CardState, WalletCard } from "@yunjing/contract/schemas/coupons";
import { dayOf, endBadge, endText } from "../coupons/model.ts";
import type { Delivered } from "../fulfilment/port.ts";

/** The seal context of each part of a card. */
export const cardSealContext = (part: "code" | "secret" | "qr", cardId: string): string =>
  `card:${part}_sealed:${cardId}`;

/** How a card is shown and used. */
export function formOf({ code, secret, qr }: Delivered): CardForm {
  if (/^https?:\/\//.test(code)) return "link";
  if (secret !== undefined) return "pair";
  return qr === undefined ? "code" : "qr";
}

const SHOWN = 4;

/** `**** **** 7Q2K`; a code too short to mask all but four characters shows none of them. */
export function maskOf({ code, secret }: Delivered): string {
  const bare = code.replace(/[^A-Za-z0-9]/g, "");
  const tail = bare.length >= 2 * SHOWN || secret !== undefined ? bare.slice(-SHOWN) : "****";
  return `**** **** ${tail}`;
}

/**
 * Content that fits a Code 128 bar code: digits, or letters and digits in a length that a phone
 * screen can show.
 */
const SCANNABLE = /^(?:\d{8,24}|[\dA-Za-z-]{8,20})$/;

/**
 * Returns the bar code content of a card number, or `undefined` for a link (which is opened) and a
 * QR code (scanned instead).
 */
export const barcodeOf = (form: CardForm, code: string): string | undefined =>
  (form === "code" || form === "pair") && SCANNABLE.test(code) ? code : undefined;

/** A card row; instants in ms. */
export type CardRow = {
  readonly id: string;
  /** The owner of the row: the member, or one merged into the member. */
  readonly ownerId: string;
  readonly orderId: string;
  readonly title: string;
  readonly brand: string | null;
  readonly artwork: string;
  readonly tint: string;
  readonly form: CardForm;
  readonly mask: string;
  readonly seq: number;
  readonly of: number;
  readonly state: CardState;
  readonly validUntil: number | null;
  readonly createdAt: number;
  readonly revealedAt: number | null;
  readonly usedAt: number | null;
  readonly micros: number;
};

const STATE_TEXTS = {
  ready: "待查看",
  revealed: "已查看",
  marked_used: "已使用",
  expired: "已过期",
  void: "已作废",
} as const;

function dateTextOf({ state, validUntil, usedAt }: CardRow, now: number): string {
  if (state === "marked_used") return `${dayOf(usedAt ?? now)} 使用`;
  if (state === "void") return "已作废";
  if (validUntil === null) return "长期有效";
  return state === "expired" ? `${dayOf(validUntil)} 已过期` : endText(validUntil, now);
}

/** A card in the wallet: its mask, never its secret. */
export function walletCard(
  card: CardRow,
  { now, orderNo }: { readonly now: number; readonly orderNo: string | undefined },
): WalletCard {
  const isLive = card.state === "ready" || card.state === "revealed";
  const badge = isLive && card.validUntil !== null ? endBadge(card.validUntil, now) : undefined;
  return {
    kind: "card",
    id: card.id,
    title: card.title,
    ...(card.brand === null ? {} : { brand: card.brand }),
    artwork: card.artwork,
    tint: card.tint,
    form: card.form,
    mask: card.mask,
    seq: card.seq,
    of: card.of,
    state: card.state,
    stateText: STATE_TEXTS[card.state],
    ...(badge ? { badge } : {}),
    ...(card.validUntil === null ? {} : { validUntil: card.validUntil }),
    dateText: dateTextOf(card, now),
    ...(orderNo === undefined ? {} : { orderNo }),
    ...(card.revealedAt === null ? {} : { revealedAt: card.revealedAt }),
    ...(card.usedAt === null ? {} : { usedAt: card.usedAt }),
  };
}
