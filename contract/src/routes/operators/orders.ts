/** Routes of the operators' order list, of one order with everything about it, and its actions. */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const read = { caller: "operator", permissions: ["orders:read"] } as const;
const handle = { caller: "operator", permissions: ["orders:handle"] } as const;
const refund = { caller: "operator", permissions: ["orders:refund"] } as const;
const give = { caller: "operator", permissions: ["campaigns:give"] } as const;

export const operatorOrders = routesOf({
  list: { ...read, method: "GET", path: "/orders" },
  detail: { ...read, method: "GET", path: "/orders/{orderNo}" },
  exchange: { ...handle, method: "GET", path: "/exchanges/{ref}" },
  ask: { ...handle, method: "POST", path: "/orders/{orderNo}/ask" },
  cancelAtSupplier: { ...handle, method: "POST", path: "/orders/{orderNo}/cancel-at-supplier" },
  toDesk: { ...handle, method: "POST", path: "/orders/{orderNo}/to-desk" },
  close: { ...handle, method: "POST", path: "/orders/{orderNo}/close" },
  resend: { ...handle, method: "POST", path: "/orders/{orderNo}/resend", key: true },
  note: { ...handle, method: "POST", path: "/orders/{orderNo}/note" },
  reroute: {
    ...handle,
    method: "POST",
    path: "/orders/{orderNo}/reroute",
    key: true,
    stepUp: stepUpOf.secondOrder,
  },
  refundPreview: { ...refund, method: "POST", path: "/orders/{orderNo}/refund-preview" },
  refund: {
    ...refund,
    method: "POST",
    path: "/orders/{orderNo}/refunds",
    key: true,
    stepUp: stepUpOf.payment,
  },
  compensate: {
    ...give,
    method: "POST",
    path: "/orders/{orderNo}/compensate",
    key: true,
    stepUp: stepUpOf.compensation,
  },
});
