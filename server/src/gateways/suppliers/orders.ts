/**
 * A supplier's orders over signed HTTP: placed, queried and cancelled by our number. Only the
 * supplier's own answers decide the result.
 */
import type { Supplier, SupplierOrder } from "../../domain/fulfilment/port.ts";
import { type Partner, requireSafeOrigin, signedCall } from "../signing/call.ts";
import { readAnswer, isOrderAbsent } from "./answer.ts";
import { supplierStatement } from "./statement.ts";

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
  return {
    async place(order) {
      // The order is never sent, so the failure is definite: it was routed to a supplier that does
      // not take this kind.
      if (!kinds.includes(order.kind)) return { state: "failed", reason: "KIND_NOT_TAKEN" };
      const reply = await signedCall(partner, { method: "POST", path: orders, body: order });
      return readAnswer(reply, order.outNo);
    },
    async query(outNo) {
      const reply = await signedCall(partner, { method: "GET", path: pathOf(outNo) });
      return isOrderAbsent(reply, outNo) ? { state: "absent" } : readAnswer(reply, outNo);
    },
    async cancel(outNo) {
      const path = `${pathOf(outNo)}/cancel`;
      const reply = await signedCall(partner, { method: "POST", path, body: {} });
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
