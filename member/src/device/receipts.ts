/** Orders already seen, kept on the phone so that a pickup code can be read without a network. */
import type { Receipt } from "@yunjing/contract/schemas/orders";
import { forget, isText, keep, recall } from "./storage.ts";

const PREFIX = "order:";
/** As long as a receipt itself lives after its order's end (seven days), and some days of travel. */
const KEPT_MS = 14 * 86_400_000;

/** What a page shows of an order, however it was reached. */
export type SeenOrder = Omit<Receipt, "claimed"> & { readonly claimed?: boolean };

const isSeenOrder = (value: unknown): value is SeenOrder =>
  typeof value === "object" &&
  value !== null &&
  "orderNo" in value &&
  "display" in value &&
  "codes" in value;

/** `name` is the receipt token or the order's number. */
export const keepSeen = (name: string, order: SeenOrder): void =>
  keep(PREFIX + name, order, Date.now() + KEPT_MS);

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
