/** What the dining supplier knows of one order, and how it says it on the wire. */
import type { EatType } from "./types.ts";

export type OrderLine = {
  productId: string;
  quantity: number;
  options: { groupId: string; optionId: string }[];
  unitFen: number;
};

/** An order as it is asked for. */
export type WantedOrder = {
  outNo: string;
  kind: "meal";
  storeCode: string;
  eatType: EatType;
  /** ISO instant, or "now". */
  pickupAt: string;
  contactPhone: string;
  lines: OrderLine[];
  totalFen: number;
};

export type PickupCode = { code: string; qr?: string };

/** `failed` and `cancelled` are final, and so is `issued`; a cancelled number is a tombstone. */
export type OrderState = "accepted" | "issued" | "failed" | "cancelled";

export type KnownOrder = {
  outNo: string;
  state: OrderState;
  /** Absent for an order that was never taken. */
  supplierNo?: string;
  /** Absent for a tombstone of a number never seen. */
  wanted?: WantedOrder;
  /** When it is decided (ms since 1970); absent when it never will be. */
  decideAt?: number;
  /** What it comes to then. */
  decision?: "issued" | "failed";
  codes?: PickupCode[];
  validUntil?: string;
  reason?: string;
  /** The callback about its end. */
  callback?: { eventId: string; at: string; nextAt: number | null; tries: number };
  /** What the supplier saw and said, newest last. */
  seen: { at: string; what: "place" | "query" | "cancel" | "callback"; result: string }[];
};

const SEEN_MAX = 40;

/** The order with one more thing seen. */
export function withSeen(order: KnownOrder, thing: KnownOrder["seen"][number]): KnownOrder {
  return { ...order, seen: [...order.seen, thing].slice(-SEEN_MAX) };
}

/** What the supplier says of an order, in an answer and in a callback alike. */
export function wordOf(order: KnownOrder) {
  const { outNo, supplierNo, state, codes, validUntil, reason } = order;
  return { outNo, supplierNo, state, codes, validUntil, reason };
}

const id = { type: "string", minLength: 1, maxLength: 64 };

/** What an order must look like to be read at all. */
export const wantedOrderSchema = {
  type: "object",
  required: [
    "outNo",
    "kind",
    "storeCode",
    "eatType",
    "pickupAt",
    "contactPhone",
    "lines",
    "totalFen",
  ],
  properties: {
    outNo: id,
    kind: { const: "meal" },
    storeCode: id,
    eatType: { enum: ["dine_in", "take_away"] },
    pickupAt: { type: "string", maxLength: 40 },
    contactPhone: { type: "string", minLength: 1, maxLength: 20 },
    totalFen: { type: "integer", minimum: 0 },
    lines: {
      type: "array",
      minItems: 1,
      maxItems: 100,
      items: {
        type: "object",
        required: ["productId", "quantity", "options", "unitFen"],
        properties: {
          productId: id,
          quantity: { type: "integer", minimum: 1, maximum: 100 },
          unitFen: { type: "integer", minimum: 0 },
          options: {
            type: "array",
            maxItems: 100,
            items: {
              type: "object",
              required: ["groupId", "optionId"],
              properties: { groupId: id, optionId: id },
            },
          },
        },
      },
    },
  },
};
