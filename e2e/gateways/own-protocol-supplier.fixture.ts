/**
 * A top-up supplier that speaks its own protocol: the worked example of docs/connect-a-supplier.md,
 * which shows this file.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import Type from "typebox";
import Value from "typebox/value";
import type {
  CallbackMessage,
  CallbackReader,
  Supplier,
  SupplierAnswer,
  SupplierExchange,
} from "@yunjing/server/domain/fulfilment/port";
import {
  type Partner,
  type Reply,
  requireSafeOrigin,
  unsignedCall,
} from "@yunjing/server/gateways/signing/call";
import type { SigningKey } from "@yunjing/server/gateways/signing/sign";
import { tryParseJson } from "@yunjing/server/platform/http/json";

const Name = Type.String({ minLength: 1, maxLength: 64 });
/** An order as this supplier describes it, in an answer and in a callback. */
const Order = Type.Object({
  outTradeNo: Name,
  tradeNo: Name,
  status: Type.Union(["PROCESSING", "SUCCESS", "FAIL"].map((status) => Type.Literal(status))),
  failReason: Type.Optional(Type.String({ maxLength: 200 })),
});
const Accepted = Type.Object({ code: Type.Literal("0"), data: Order });
const NoSuchOrder = Type.Object({ code: Type.Literal("1004") });
/** Refused before the order existed: 2001 product not on sale, 2002 prepaid balance too low. */
const NotTaken = Type.Object({
  code: Type.Union([Type.Literal("2001"), Type.Literal("2002")]),
  message: Type.String({ maxLength: 200 }),
});
const Callback = Type.Object({
  ...Order.properties,
  /** Milliseconds since 1970. */
  time: Type.Integer({ minimum: 1_500_000_000_000, maximum: 9_999_999_999_999 }),
  sign: Type.String({ pattern: "^[0-9A-F]{64}$" }),
});

/** Signs as the supplier's manual says: `name=value` of all fields by name, joined by `&`. */
export function signOf(fields: Readonly<Record<string, string | number>>, secret: string): string {
  const names = Object.keys(fields).toSorted();
  const text = names.map((name) => `${name}=${fields[name]}`).join("&");
  return createHmac("sha256", secret).update(text).digest("hex").toUpperCase();
}

function answerOf(order: Type.Static<typeof Order>): SupplierAnswer {
  const { status, tradeNo: supplierNo } = order;
  if (status === "SUCCESS") return { state: "issued", supplierNo, codes: [] };
  if (status === "PROCESSING") return { state: "accepted", supplierNo };
  return { state: "failed", reason: order.failReason ?? "FAIL" };
}

/** Everything that is not the supplier's own definite word about our number is `unknown`. */
function readAnswer(reply: Reply, outNo: string): SupplierAnswer | { state: "absent" } {
  if (!reply.answered) return { state: "unknown", reason: reply.reason };
  if (reply.status !== 200) return { state: "unknown", reason: `answered ${reply.status}` };
  if (Value.Check(NoSuchOrder, reply.body)) return { state: "absent" };
  if (Value.Check(NotTaken, reply.body)) return { state: "failed", reason: reply.body.message };
  if (!Value.Check(Accepted, reply.body)) return { state: "unknown", reason: "unreadable answer" };
  if (reply.body.data.outTradeNo !== outNo) {
    return { state: "unknown", reason: "answered about another order" };
  }
  return answerOf(reply.body.data);
}

/** Throws TypeError at once when the origin is not safe. Calls never throw. */
export function ownProtocolSupplier(partner: Partner): Supplier {
  requireSafeOrigin(partner.origin);
  const call = async (
    what: SupplierExchange["what"],
    path: string,
    order: { readonly outTradeNo: string } & Readonly<Record<string, string | number>>,
  ) => {
    const since = partner.clock.now().getTime();
    const fields = { ...order, appId: partner.key.keyId, time: since };
    const body = { ...fields, sign: signOf(fields, partner.key.secret) };
    const reply = await unsignedCall(partner, { method: "POST", path, body });
    const answer = readAnswer(reply, order.outTradeNo);
    await partner.record?.({
      outNo: order.outTradeNo,
      what,
      tookMs: partner.clock.now().getTime() - since,
      outcome: answer.state,
      request: { method: "POST", path, body },
      ...(reply.answered
        ? { httpStatus: reply.status, answer: reply.body }
        : { answer: reply.reason }),
    });
    return answer;
  };
  const query = (outNo: string, what: SupplierExchange["what"] = "query") =>
    call(what, "/open/v2/query", { outTradeNo: outNo });
  return {
    async place(order) {
      if (order.kind !== "topup") return { state: "failed", reason: "KIND_NOT_TAKEN" };
      const { outNo: outTradeNo, product, account: mobile, quantity: count } = order;
      const request = { outTradeNo, product, mobile, count };
      const answer = await call("place", "/open/v2/recharge", request);
      return answer.state === "absent" ? { state: "unknown", reason: "1004" } : answer;
    },
    query: (outNo) => query(outNo),
    // This supplier cannot cancel, so the order ends only when the supplier ends it. An order that it
    // does not have yet may still be on its way: that is not an end either.
    async cancel(outNo) {
      const answer = await query(outNo, "cancel");
      const isEnded = answer.state === "issued" || answer.state === "failed";
      return isEnded ? answer : { state: "unknown", reason: "cannot be cancelled" };
    },
  };
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Reads a callback of this supplier, which wants the plain text `success` as its answer. */
export function readOwnProtocolCallback(
  message: CallbackMessage,
  { keys }: { readonly keys: readonly SigningKey[] },
): ReturnType<CallbackReader> {
  const body = tryParseJson(Buffer.from(message.rawBody).toString("utf8"));
  if (!Value.Check(Callback, body)) return { kind: "unreadable" };
  const { sign, ...fields } = body;
  if (!keys.some(({ secret }) => isSame(signOf(fields, secret), sign))) {
    return { kind: "refused", why: "forged" };
  }
  const { outTradeNo: outNo, status, time } = body;
  // The supplier has no numbers for events. Number and status name one, so a repeated callback is the
  // same event and changes nothing.
  const event = {
    eventId: `${outNo}:${status}`,
    outNo,
    at: new Date(time),
    answer: answerOf(body),
  };
  return { kind: "event", event, acknowledgement: "success" };
}
