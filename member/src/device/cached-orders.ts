/** Orders already seen, kept on the phone so that a pickup code can be read without a network. */
import type { Receipt } from "@yunjing/contract/schemas/orders";
import { removeEntry, isString, writeEntry, readEntry } from "./storage.ts";

const PREFIX = "order:";
/** As long as a receipt itself lives after its order's end (seven days), and some days of travel. */
const KEPT_MS = 14 * 86_400_000;

/** What a page shows of an order, however it was reached; `seenAt` is when it was read, in ms. */
export type CachedOrder = Omit<Receipt, "claimed"> & {
  readonly claimed?: boolean;
  readonly seenAt?: number;
};

const isCachedOrder = (value: unknown): value is CachedOrder =>
  typeof value === "object" &&
  value !== null &&
  "orderNo" in value &&
  "display" in value &&
  "codes" in value;

/** `name` is the receipt token or the order's number; answers the order as it is kept. */
export function cacheOrder(name: string, order: CachedOrder): CachedOrder {
  const seen = { ...order, seenAt: Date.now() };
  writeEntry(PREFIX + name, seen, seen.seenAt + KEPT_MS);
  return seen;
}

export const cachedOrder = (name: string): CachedOrder | undefined =>
  readEntry(PREFIX + name, isCachedOrder);

export const removeCachedOrder = (name: string): void => removeEntry(PREFIX + name);

const AWAITED = "order-awaited";
/** Long enough to log in. */
const AWAITED_MS = 15 * 60_000;

/** Keeps the receipt over a login: addresses that pass through a login carry no tokens. */
export const storePendingReceipt = (token: string): void =>
  writeEntry(AWAITED, token, Date.now() + AWAITED_MS);

/** The receipt that was open before the login. */
export const pendingReceipt = (): string | undefined => readEntry(AWAITED, isString);

/** Called once it is open again. */
export const clearPendingReceipt = (): void => removeEntry(AWAITED);
