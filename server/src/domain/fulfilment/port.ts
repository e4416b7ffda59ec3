/** The port of a supplier: place an order once by our number, query it, cancel it. */
import type { Tx } from "../../platform/database/pool.ts";

/** A delivered code with its secret parts. */
export type Delivered = {
  code: string;
  /** The password of a card. */
  secret?: string;
  /** What a scanner reads, if it differs from the code. */
  qr?: string;
  /** ISO instant until which it may be used. */
  validUntil?: string;
};

/**
 * A supplier's answer about one order. Only `issued` and `failed` are definite; `unknown` is never
 * a failure: the same number is queried again, and nothing is refunded.
 */
export type SupplierAnswer =
  | { state: "accepted"; supplierNo: string }
  /** A top-up has no codes: the list is empty. */
  | { state: "issued"; supplierNo: string; codes: Delivered[] }
  /** Definite: refused, cancelled, or a number the supplier guarantees never to accept. */
  | { state: "failed"; reason: string }
  /** A time-out, a 5xx, or an unreadable answer. */
  | { state: "unknown"; reason: string };

export type MealOrder = {
  /** Our number, created once and never replaced. */
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
    /** The price of one with its options, from the menu. */
    unitFen: number;
  }[];
  totalFen: number;
};

/** Adds to the credit of a phone or another account; `faceFen` is the face value of one. */
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
  /** A phone at which the cinema may contact the guest, when the form asked for it. */
  contactPhone?: string;
};

export type SupplierOrder = MealOrder | TopupOrder | CardOrder | MovieOrder;

/** A way to deliver a product: the supplier, its product name, and the cost of one. */
export type Route = {
  supplierId: string;
  /** The supplier's own name of the product. */
  product: string;
  costFen: number;
  /** The lowest comes first; without it, the list order. */
  priority?: number;
  /**
   * Its weight among routes of one priority, 1–1000; routes without a weight follow those with one,
   * by price.
   */
  weight?: number;
};

/** One line of a partner's daily statement. */
export type StatementLine = {
  readonly kind: "payment" | "refund" | "supply";
  /** Our number. */
  readonly outNo: string;
  /** The partner's number. */
  readonly channelNo: string;
  /** Our number of the payment that a refund belongs to. */
  readonly ofNo?: string;
  readonly amountFen: number;
  /** The partner's fee in fen; below zero when it returned some. */
  readonly feeFen?: number;
  /** The state as the partner names it. */
  readonly state: string;
  readonly at: Date;
};

/**
 * A partner's statement of one day, complete and verified before it is returned; `none`: no
 * transactions that day.
 */
export type StatementAnswer =
  | {
      readonly state: "statement";
      /** Identifies one edition of the statement. */
      readonly digest: string;
      /** Returns the lines in order; may be called repeatedly until the statement is discarded. */
      lines(): AsyncIterable<StatementLine>;
      discard(): Promise<void>;
    }
  | { readonly state: "none" }
  /** Not available yet, not received, incomplete or unreadable: ask again. */
  | { readonly state: "unknown"; readonly reason: string };

export interface Supplier {
  /** Safe to repeat under the same number with the same order. */
  place(order: SupplierOrder): Promise<SupplierAnswer>;
  /** `absent`: the supplier has never received the number; an order on its way may still arrive. */
  query(outNo: string): Promise<SupplierAnswer | { state: "absent" }>;
  /**
   * Leaves a tombstone, so that an order arriving later under the number is refused. Returns
   * `failed` (cancelled, definite), `issued` (too late, deliver it) or `unknown`.
   */
  cancel(outNo: string): Promise<SupplierAnswer>;
  /**
   * Everything the supplier accepted that ended on this day in China (YYYY-MM-DD); absent where the
   * supplier has no statement of its own.
   */
  statement?(day: string): Promise<StatementAnswer>;
}

/** A call to or from a supplier with its answer, as it went over the wire. */
export type SupplierExchange = {
  readonly outNo: string;
  readonly what: "place" | "query" | "cancel" | "callback";
  /** How long the supplier took to answer, in ms; 0 for a callback. */
  readonly tookMs: number;
  /** The state of the answer, or why there was none. */
  readonly outcome: string;
  readonly httpStatus?: number;
  readonly request: unknown;
  readonly answer: unknown;
};

/**
 * Stores an exchange without its secrets. Never throws: an exchange that cannot be stored must not
 * change what happens to the order.
 */
export type RecordExchange = (exchange: SupplierExchange) => Promise<void>;

/** A supplier's notification; a repeated `eventId` is the same event. */
export type SupplierEvent = { eventId: string; outNo: string; at: Date; answer: SupplierAnswer };

/** An incoming callback request: the raw bytes of the body, and the path with its query. */
export type CallbackMessage = {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: Uint8Array;
};

/** Verifies a callback: only an `event` is genuine and readable. */
export type CallbackReader = (message: CallbackMessage) =>
  | {
      kind: "event";
      event: SupplierEvent;
      /** The plain text that the supplier wants as its answer; without it, `{"ok":true}`. */
      acknowledgement?: string;
    }
  | { kind: "refused"; why: string }
  | { kind: "unreadable" };

/**
 * The order that changed. The supplier order belongs to the order, or to one item of it; all rows
 * have the owner's id.
 */
export type OrderRef = { ownerId: string; orderId: string; itemId?: string };

/**
 * The subscriber, called in the transaction of the change. The final state, either of the two, is
 * published once; a retry at another supplier after a definite failure is not final.
 */
export interface FulfilmentListener {
  /** Progress on the way; after `manual` only the final state is published. */
  onState(
    tx: Tx,
    change: OrderRef & { state: "sent" | "accepted" | "unknown" | "manual"; reason?: string },
  ): Promise<void>;
  /**
   * Delivered: the codes belong to the member. `costFen` is the total cost to us; it has been
   * posted.
   */
  onIssued(
    tx: Tx,
    issued: OrderRef & { supplierId: string; costFen: number; codes: Delivered[] },
  ): Promise<void>;
  /** Definitely not delivered on any route: refund what was paid. */
  onFailed(tx: Tx, failed: OrderRef & { reason: string }): Promise<void>;
  /** Returns what the member gave for it, in fen: money, and the value of a code. */
  amountOf(tx: Tx, order: OrderRef): Promise<number>;
}
