/** What a pretend supplier knows of one order, and how it says it on the wire. */

/** An order as it is asked for; what else it says, its supplier knows. */
export type SupplierOrderRequest = { outNo: string };

export type Code = { code: string; secret?: string; qr?: string; validUntil?: string };

/** `failed` and `cancelled` are final, and so is `issued`; a cancelled number is a tombstone. */
export type OrderState = "accepted" | "issued" | "failed" | "cancelled";

export type KnownOrder<W extends SupplierOrderRequest = SupplierOrderRequest> = {
  outNo: string;
  state: OrderState;
  /** Absent for an order that was never taken. */
  supplierNo?: string;
  /** Absent for a tombstone of a number never seen. */
  wanted?: W;
  /** When it is decided (ms since 1970); absent when it never will be. */
  decideAt?: number;
  /** When it ended (ms since 1970). */
  endedAt?: number;
  /** What it comes to then. */
  decision?: "issued" | "failed";
  codes?: Code[];
  validUntil?: string;
  reason?: string;
  /** The callback about its end. */
  callback?: { eventId: string; at: string; nextAt: number | null; tries: number };
  /** What the supplier saw and said, newest last. */
  seen: { at: string; what: "place" | "query" | "cancel" | "callback"; result: string }[];
};

const SEEN_MAX = 40;

/** The order with one more thing seen. */
export function withLogEntry<W extends SupplierOrderRequest>(
  order: KnownOrder<W>,
  thing: KnownOrder["seen"][number],
): KnownOrder<W> {
  return { ...order, seen: [...order.seen, thing].slice(-SEEN_MAX) };
}

/** What the supplier says of an order, in an answer and in a callback alike. */
export function statusBodyOf(order: KnownOrder) {
  const { outNo, supplierNo, state, codes, validUntil, reason } = order;
  return { outNo, supplierNo, state, codes, validUntil, reason };
}
