/** What any supplier must do: take an order once by our number, answer for it, give it up. */
import type { Tx } from "../../platform/database/pool.ts";

/** What a supplier delivers: a code to show, with what belongs to it. */
export type Delivered = {
  code: string;
  /** The password of a card. */
  secret?: string;
  /** What a scanner reads, where it is not the code itself. */
  qr?: string;
  /** ISO instant until which it may be used. */
  validUntil?: string;
};

/**
 * A supplier's word on one order. Only `issued` and `failed` are definite; `unknown` is never a
 * failure: the same number is asked about again, and nothing is given back.
 */
export type SupplierAnswer =
  | { state: "accepted"; supplierNo: string }
  /** Nothing is handed over for a top-up: its codes are empty. */
  | { state: "issued"; supplierNo: string; codes: Delivered[] }
  /** Definite: refused, cancelled, or a number the supplier has sworn never to take. */
  | { state: "failed"; reason: string }
  /** A time-out, a 5xx, or words that could not be read. */
  | { state: "unknown"; reason: string };

export type MealOrder = {
  /** Our number, made once and never replaced. */
  outNo: string;
  kind: "meal";
  storeCode: string;
  eatType: "dine_in" | "take_away";
  /** ISO instant, or "now". */
  pickupAt: string;
  contactPhone: string;
  lines: {
    productId: string;
    quantity: number;
    options: { groupId: string; optionId: string }[];
    /** The price of one, with its options, as the menu said it. */
    unitFen: number;
  }[];
  totalFen: number;
};

/** Adds to a phone's or another account's credit; `faceFen` is what one of them is worth. */
export type TopupOrder = {
  outNo: string;
  kind: "topup";
  product: string;
  account: string;
  quantity: number;
  faceFen: number;
};

export type CardOrder = { outNo: string; kind: "card"; product: string; quantity: number };

export type MovieOrder = {
  outNo: string;
  kind: "movie";
  product: string;
  quantity: number;
  /** Where the cinema may reach the guest, when the form asked for it. */
  contactPhone?: string;
};

export type SupplierOrder = MealOrder | TopupOrder | CardOrder | MovieOrder;

/** A way to have something delivered: who delivers it, under which name, at what cost of one. */
export type Route = {
  supplierId: string;
  /** The supplier's own name for it. */
  product: string;
  costFen: number;
  /** The least comes first; without it, the order they stand in. */
  priority?: number;
  /** Its chance among those of one priority, 1–1000; without it, it follows those that have one, by price. */
  weight?: number;
};

/** One line of a partner's account of a day. */
export type StatementLine = {
  readonly kind: "payment" | "refund" | "supply";
  /** Our number. */
  readonly outNo: string;
  /** The partner's. */
  readonly channelNo: string;
  /** Our number of the payment that a refund belongs to. */
  readonly ofNo?: string;
  readonly amountFen: number;
  /** What the partner kept of it; below zero when it gave some back. */
  readonly feeFen?: number;
  /** In the partner's words. */
  readonly state: string;
  readonly at: Date;
};

/** What a partner says of one day, whole and verified before it is answered; `none`: it says that nothing happened. */
export type StatementAnswer =
  | {
      readonly state: "statement";
      /** Tells one edition from another. */
      readonly digest: string;
      /** The lines in their order, as often as wanted until it is discarded. */
      lines(): AsyncIterable<StatementLine>;
      discard(): Promise<void>;
    }
  | { readonly state: "none" }
  /** Not there yet, not heard, not whole or not understood: ask again. */
  | { readonly state: "unknown"; readonly reason: string };

export interface Supplier {
  /** Safe to repeat under the same number with the same order. */
  place(order: SupplierOrder): Promise<SupplierAnswer>;
  /** `absent`: the supplier has never seen the number; an order on its way may still arrive. */
  query(outNo: string): Promise<SupplierAnswer | { state: "absent" }>;
  /**
   * Leaves a tombstone, so that an order arriving later under the number is refused.
   * Answers `failed` (cancelled, definite), `issued` (too late, deliver it) or `unknown`.
   */
  cancel(outNo: string): Promise<SupplierAnswer>;
  /** All it took that ended on this day in China (YYYY-MM-DD); absent where nobody else keeps an account. */
  statement?(day: string): Promise<StatementAnswer>;
}

/** What a supplier tells unasked; a repeated `eventId` is the same event. */
export type SupplierEvent = { eventId: string; outNo: string; at: Date; answer: SupplierAnswer };

/** A message at our door: the body's bytes as they came, the path with its query. */
export type CallbackMessage = {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: Uint8Array;
};

/** Judges a message: only an `event` is genuine and understood. */
export type CallbackReader = (
  message: CallbackMessage,
) =>
  | { kind: "event"; event: SupplierEvent }
  | { kind: "refused"; why: string }
  | { kind: "unreadable" };

/**
 * Whose order changed; the supplier order belongs to the order, or to one item of it, and all lie in the owner's book.
 */
export type OrderRef = { ownerId: string; orderId: string; itemId?: string };

/**
 * Who is told, inside the transaction of the change. The end is told once, whichever of the two it is; that another
 * supplier is tried after a definite failure is no end.
 */
export interface FulfilmentListener {
  /** On its way, and how it goes; after `manual` only the end is told. */
  onState(
    tx: Tx,
    change: OrderRef & { state: "sent" | "accepted" | "unknown" | "manual"; reason?: string },
  ): Promise<void>;
  /** Delivered: the codes are the member's. `costFen` is what all of it costs us; it has been posted. */
  onIssued(
    tx: Tx,
    issued: OrderRef & { supplierId: string; costFen: number; codes: Delivered[] },
  ): Promise<void>;
  /** Definitely not delivered by anyone, and never to be: give back what was paid. */
  onFailed(tx: Tx, failed: OrderRef & { reason: string }): Promise<void>;
}
