/**
 * A supplier's orders over signed HTTP: placed, queried and cancelled by our number. Only the
 * supplier's own answers decide the result.
 */
import type { Supplier, SupplierExchange, SupplierOrder } from "../../domain/fulfilment/port.ts";
import { type Partner, type Reply, requireSafeOrigin, signedCall } from "../signing/call.ts";
import { readAnswer, isOrderAbsent } from "./answer.ts";
import { supplierStatement } from "./statement.ts";

/** The answer of an exchange as it is recorded. */
function recordedReply(
  reply: Reply,
  outNo: string,
): Pick<SupplierExchange, "outcome" | "httpStatus" | "answer"> {
  if (!reply.answered) return { outcome: reply.reason, answer: undefined };
  const { status: httpStatus, body: answer } = reply;
  const outcome = isOrderAbsent(reply, outNo) ? "absent" : readAnswer(reply, outNo).state;
  const isReadable = httpStatus === 200 || outcome === "absent";
  return { outcome: isReadable ? outcome : `HTTP ${httpStatus}`, httpStatus, answer };
}

/**
 * Returns a supplier that takes orders of these kinds under the path `orders`. Throws TypeError at
 * once when the origin is not safe. Calls never throw.
 */
export function signedSupplier(
  partner: Partner,
  { orders, kinds }: { orders: string; kinds: readonly SupplierOrder["kind"][] },
): Supplier {
  requireSafeOrigin(partner.origin);
  const pathOf = (outNo: string) => `${orders}/${encodeURIComponent(outNo)}`;
  /** Calls the supplier about one order, and records the call with its answer. */
  const call = async (
    { outNo, what }: Pick<SupplierExchange, "outNo" | "what">,
    request: { method: "GET" | "POST"; path: string; body?: unknown },
  ): Promise<Reply> => {
    const since = partner.clock.now().getTime();
    const reply = await signedCall(partner, request);
    const tookMs = partner.clock.now().getTime() - since;
    await partner.record?.({ outNo, what, tookMs, request, ...recordedReply(reply, outNo) });
    return reply;
  };
  return {
    async place(order) {
      // The order is never sent, so the failure is definite: it was routed to a supplier that does
      // not take this kind.
      if (!kinds.includes(order.kind)) return { state: "failed", reason: "KIND_NOT_TAKEN" };
      const { outNo } = order;
      const request = { method: "POST", path: orders, body: order } as const;
      return readAnswer(await call({ outNo, what: "place" }, request), outNo);
    },
    async query(outNo) {
      const reply = await call({ outNo, what: "query" }, { method: "GET", path: pathOf(outNo) });
      return isOrderAbsent(reply, outNo) ? { state: "absent" } : readAnswer(reply, outNo);
    },
    async cancel(outNo) {
      const path = `${pathOf(outNo)}/cancel`;
      const reply = await call({ outNo, what: "cancel" }, { method: "POST", path, body: {} });
      const answer = readAnswer(reply, outNo);
      // An order that is still accepted after a cancel is not decided yet.
      return answer.state === "accepted" ? { state: "unknown", reason: "not cancelled" } : answer;
    },
    // Statements are beside the orders at every supplier, as `/topup/v1/orders` and
    // `/topup/v1/statements`.
    statement: (day) =>
      supplierStatement(partner, { statements: orders.replace(/orders$/, "statements"), day }),
  };
}
