/** A sandbox supplier's record of one order, and its wire format. */

/** An order request; the other fields depend on the supplier. */
export type SupplierOrderRequest = { outNo: string };

export type Code = { code: string; secret?: string; qr?: string; validUntil?: string };

/** `issued`, `failed` and `cancelled` are final; a cancelled number is a tombstone. */
export type OrderState = "accepted" | "issued" | "failed" | "cancelled";

export type KnownOrder<W extends SupplierOrderRequest = SupplierOrderRequest> = {
  outNo: string;
  state: OrderState;
  /** Absent for an order that was never accepted. */
  supplierNo?: string;
  /** Absent for a tombstone of an unknown number. */
  wanted?: W;
  /** When it is decided (ms since 1970); absent when it is never decided. */
  decideAt?: number;
  /** It was handed on, for example to a carrier, and cannot be cancelled any more. */
  isHandedOn?: true;
  /** When it ended (ms since 1970). */
  endedAt?: number;
  /** The decision planned for `decideAt`. */
  decision?: "issued" | "failed";
  codes?: Code[];
  validUntil?: string;
  reason?: string;
  /** The callback about the end of the order. */
  callback?: { eventId: string; at: string; nextAt: number | null; tries: number };
  /** Log of the supplier's calls and results, newest last. */
  seen: { at: string; what: "place" | "query" | "cancel" | "callback"; result: string }[];
};

/** An order that was accepted before this sandbox ran; it stays on its way. */
export type PastOrder = { outNo: string; supplierNo: string };

/** Returns the record of such an order. */
export const recordOfPast = ({ outNo, supplierNo }: PastOrder): KnownOrder => ({
  outNo,
  supplierNo,
  state: "accepted",
  isHandedOn: true,
  seen: [],
});

const SEEN_MAX = 40;

/** Returns the order with one more log entry. */
export function withLogEntry<W extends SupplierOrderRequest>(
  order: KnownOrder<W>,
  thing: KnownOrder["seen"][number],
): KnownOrder<W> {
  return { ...order, seen: [...order.seen, thing].slice(-SEEN_MAX) };
}

/** Returns the status of an order, as sent in answers and in callbacks. */
export function statusBodyOf(order: KnownOrder) {
  const { outNo, supplierNo, state, codes, validUntil, reason } = order;
  return { outNo, supplierNo, state, codes, validUntil, reason };
}
