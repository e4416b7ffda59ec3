/** Caches seen orders on the device, sealed, so that a pickup code can be read offline (D11). */
import type { Receipt } from "@yunjing/contract/schemas/orders";
import { readSealed, writeSealed } from "./sealed-entries.ts";
import { removeEntry, isString, writeEntry, readEntry } from "./storage.ts";

const PREFIX = "order:";
/** Milliseconds. The lifetime of a receipt after its order's end (seven days) plus some days. */
const RETENTION_MS = 14 * 86_400_000;

/**
 * What a page shows of an order, by order number or by receipt; `seenAt` is when it was read, in
 * ms.
 */
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

/** A receipt token opens its order, so that the storage has its hash only. */
async function keyOf(name: string): Promise<string> {
  if (/^\d+$/.test(name) || !("subtle" in crypto)) return PREFIX + name;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(name));
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0"));
  return `${PREFIX}receipt-${hex.join("")}`;
}

/**
 * Stores an order; `name` is the receipt token or the order number. Returns the order as stored.
 */
export function cacheOrder(name: string, order: CachedOrder): CachedOrder {
  const seen = { ...order, seenAt: Date.now() };
  void writeSealed(keyOf(name), seen, seen.seenAt + RETENTION_MS);
  return seen;
}

export const cachedOrder = async (name: string): Promise<CachedOrder | undefined> =>
  readSealed(await keyOf(name), isCachedOrder);

export const removeCachedOrder = async (name: string): Promise<void> =>
  removeEntry(await keyOf(name));

const AWAITED = "order-awaited";
/** Milliseconds. Long enough to log in. */
const AWAITED_MS = 15 * 60_000;

/**
 * Stores the receipt token during a login, because addresses that pass through a login carry no
 * tokens.
 */
export const storePendingReceipt = (token: string): void =>
  writeEntry(AWAITED, token, Date.now() + AWAITED_MS);

/** Returns the token of the receipt that was open before the login. */
export const pendingReceipt = (): string | undefined => readEntry(AWAITED, isString);

/** Removes the token; called once the receipt is open again. */
export const clearPendingReceipt = (): void => removeEntry(AWAITED);
