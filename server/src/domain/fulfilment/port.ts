/** What any supplier must do: take an order once by our number, answer for it, give it up. */
import type { Tx } from "../../platform/database/pool.ts";

/**
 * A supplier's word on one order. Only `issued` and `failed` are definite; `unknown` is never a
 * failure: the same number is asked about again, and nothing is given back.
 */
export type SupplierAnswer =
  | { state: "accepted"; supplierNo: string }
  | {
      state: "issued";
      supplierNo: string;
      codes: { code: string; qr?: string }[];
      /** ISO instant until which the codes may be used. */
      validUntil?: string;
    }
  /** Definite: refused, cancelled, or a number the supplier has sworn never to take. */
  | { state: "failed"; reason: string }
  /** A time-out, a 5xx, or words that could not be read. */
  | { state: "unknown"; reason: string };

export type SupplierOrder = {
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

/** Whose order changed; the supplier order belongs to the order, and both lie in the owner's book. */
export type Concerned = { ownerId: string; orderId: string };

/** Who is told, inside the transaction of the change. The end is told once, whichever of the two it is. */
export interface FulfilmentListener {
  /** On its way, and how it goes; after `manual` only the end is told. */
  onState(
    tx: Tx,
    change: Concerned & { state: "sent" | "accepted" | "unknown" | "manual"; reason?: string },
  ): Promise<void>;
  /** Delivered: the codes are the member's. */
  onIssued(
    tx: Tx,
    issued: Concerned & { codes: { code: string; qr?: string }[]; validUntil?: string },
  ): Promise<void>;
  /** Definitely not delivered, and never to be: give back what was paid. */
  onFailed(tx: Tx, failed: Concerned & { reason: string }): Promise<void>;
}
