/**
 * Parses a supplier's answer about an order; an unreadable answer is `unknown`, never a failure.
 */
import Type, { type Static } from "typebox";
import Value from "typebox/value";
import type { Delivered, SupplierAnswer } from "../../domain/fulfilment/port.ts";
import { INSTANT_MAX } from "@yunjing/contract/values";
import type { Reply } from "../signing/call.ts";

const Name = Type.String({ minLength: 1, maxLength: 64 });
const Reason = Type.String({ maxLength: 200 });
const IsoInstant = Type.String({
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?(Z|[+-]\\d\\d:\\d\\d)$",
});
const Codes = Type.Array(
  Type.Object({
    code: Type.String({ minLength: 1, maxLength: 64 }),
    secret: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    qr: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
    validUntil: Type.Optional(IsoInstant),
  }),
  { maxItems: 100 },
);

/** The status of an order, in a supplier's answer or callback. */
export const OrderStatusUpdate = Type.Union([
  Type.Object({ state: Type.Literal("accepted"), outNo: Name, supplierNo: Name }),
  Type.Object({
    state: Type.Literal("issued"),
    outNo: Name,
    supplierNo: Name,
    /** Empty for a top-up; the fulfilment module checks whether the number of codes is right. */
    codes: Codes,
    /** Applies to every code without its own `validUntil`. */
    validUntil: Type.Optional(IsoInstant),
  }),
  Type.Object({
    state: Type.Union([Type.Literal("failed"), Type.Literal("cancelled")]),
    outNo: Name,
    supplierNo: Type.Optional(Name),
    reason: Type.Optional(Reason),
  }),
]);
export type OrderStatusUpdate = Static<typeof OrderStatusUpdate>;

const Absent = Type.Object({ code: Type.Literal("ORDER_ABSENT"), outNo: Name });
const Conflict = Type.Object({ code: Type.Literal("OUT_NO_CONFLICT") });

/** Returns whether the value, in ms since 1970, is an instant that the database can store. */
export const isInstant = (ms: number): boolean => ms >= 0 && ms <= INSTANT_MAX;

/** Converts a status update to the port's type; an invalid calendar date makes it `unknown`. */
export function answerOf(update: OrderStatusUpdate): SupplierAnswer {
  if (update.state === "accepted") return { state: "accepted", supplierNo: update.supplierNo };
  if (update.state === "issued") {
    const { supplierNo, codes: issued } = update;
    const codes: Delivered[] = [];
    for (const { validUntil = update.validUntil, ...code } of issued) {
      if (validUntil === undefined) codes.push(code);
      else {
        const until = new Date(validUntil);
        if (!isInstant(until.getTime())) return { state: "unknown", reason: "unreadable date" };
        codes.push({ ...code, validUntil: until.toISOString() });
      }
    }
    return { state: "issued", supplierNo, codes };
  }
  return { state: "failed", reason: update.reason ?? update.state };
}

/** Returns the answer about `outNo`: definite only when it is well formed and about that number. */
export function readAnswer(reply: Reply, outNo: string): SupplierAnswer {
  if (!reply.answered) return { state: "unknown", reason: reply.reason };
  if (reply.status === 409 && Value.Check(Conflict, reply.body)) {
    return { state: "unknown", reason: "our number belongs to another order at the supplier" };
  }
  if (reply.status !== 200) return { state: "unknown", reason: `answered ${reply.status}` };
  if (!Value.Check(OrderStatusUpdate, reply.body))
    return { state: "unknown", reason: "unreadable answer" };
  if (reply.body.outNo !== outNo) {
    return { state: "unknown", reason: "answered about another order" };
  }
  return answerOf(reply.body);
}

/**
 * A plain 404 may come from any intermediary; only the supplier's own answer means that the order
 * does not exist.
 */
export function isOrderAbsent(reply: Reply, outNo: string): boolean {
  if (!reply.answered || reply.status !== 404 || !Value.Check(Absent, reply.body)) return false;
  return reply.body.outNo === outNo;
}
