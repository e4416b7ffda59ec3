/** Orders already seen, kept on the phone so that a pickup code can be read without a network. */
import type { Receipt } from "@yunjing/contract/schemas/orders";
import { forget, isText, keep, recall } from "./storage.ts";

const PREFIX = "order:";
/** As long as a receipt itself lives after its order's end (seven days), and some days of travel. */
const KEPT_MS = 14 * 86_400_000;

/** What a page shows of an order, however it was reached; `seenAt` is when it was read, in ms. */
export type SeenOrder = Omit<Receipt, "claimed"> & {
  readonly claimed?: boolean;
  readonly seenAt?: number;
};

const isSeenOrder = (value: unknown): value is SeenOrder =>
  typeof value === "object" &&
  value !== null &&
  "orderNo" in value &&
  "display" in value &&
  "codes" in value;

/** `name` is the receipt token or the order's number; answers the order as it is kept. */
export function keepSeen(name: string, order: SeenOrder): SeenOrder {
  const seen = { ...order, seenAt: Date.now() };
  keep(PREFIX + name, seen, seen.seenAt + KEPT_MS);
  return seen;
}

export const recallSeen = (name: string): SeenOrder | undefined =>
  recall(PREFIX + name, isSeenOrder);

export const forgetSeen = (name: string): void => forget(PREFIX + name);

const AWAITED = "order-awaited";
/** Long enough to log in. */
const AWAITED_MS = 15 * 60_000;

/** Keeps the receipt over a login: addresses that pass through a login carry no tokens. */
export const awaitReceipt = (token: string): void => keep(AWAITED, token, Date.now() + AWAITED_MS);

/** The receipt that was open before the login. */
export const awaitedReceipt = (): string | undefined => recall(AWAITED, isText);

/** Called once it is open again. */
export const endAwaiting = (): void => forget(AWAITED);
