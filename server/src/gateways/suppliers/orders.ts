/** A supplier's orders over signed HTTP: placed, queried and cancelled by our number. What they say is theirs alone. */
import type { Supplier, SupplierOrder } from "../../domain/fulfilment/port.ts";
import { type Partner, requireSafeOrigin, signedCall } from "../signing/call.ts";
import { readAnswer, isOrderAbsent } from "./answer.ts";
import { supplierStatement } from "./statement.ts";

/**
 * The supplier whose orders, of these kinds, lie under `orders`. Throws TypeError at once when the origin is not a safe
 * one. Answers never throw.
 */
export function signedSupplier(
  partner: Partner,
  { orders, kinds }: { orders: string; kinds: readonly SupplierOrder["kind"][] },
): Supplier {
  requireSafeOrigin(partner.origin);
  const pathOf = (outNo: string) => `${orders}/${encodeURIComponent(outNo)}`;
  return {
    async place(order) {
      // Never sent, and so a definite no: a route that leads to the wrong counter.
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
      // Still accepted after a cancel is no decision.
      return answer.state === "accepted" ? { state: "unknown", reason: "not cancelled" } : answer;
    },
    // `/topup/v1/orders` and `/topup/v1/statements` are neighbours, and so at every supplier.
    statement: (day) =>
      supplierStatement(partner, { statements: orders.replace(/orders$/, "statements"), day }),
  };
}
