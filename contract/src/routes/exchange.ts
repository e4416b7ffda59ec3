/** Routes of redemption: a code becomes a session, and a session becomes an order. */
import { routesOf } from "../operation.ts";

export const exchange = routesOf({
  open: { method: "POST", path: "/exchange/sessions", caller: "anyone" },
  resume: { method: "GET", path: "/exchange/sessions/{session}", caller: "holder" },
  leave: { method: "POST", path: "/exchange/sessions/{session}/leave", caller: "holder" },
  redeem: {
    method: "POST",
    path: "/exchange/sessions/{session}/redeem",
    caller: "holder",
    key: true,
  },
  orderMeal: {
    method: "POST",
    path: "/exchange/sessions/{session}/dining-order",
    caller: "holder",
    key: true,
  },
});
