/** Routes where a member requests a refund. */
import { routesOf } from "../operation.ts";

export const refunds = routesOf({
  sheet: { method: "GET", path: "/orders/{orderNo}/refund", caller: "member" },
  apply: { method: "POST", path: "/orders/{orderNo}/refund", caller: "member", key: true },
  withdraw: {
    method: "POST",
    path: "/orders/{orderNo}/refund/withdraw",
    caller: "member",
    key: true,
  },
});
