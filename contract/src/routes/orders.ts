/** Routes of a member's orders and of an anonymous holder's receipt. */
import { routesOf } from "../operation.ts";

export const orders = routesOf({
  list: { method: "GET", path: "/orders", caller: "member" },
  summary: { method: "GET", path: "/orders/summary", caller: "member" },
  detail: { method: "GET", path: "/orders/{orderNo}", caller: "member" },
  received: { method: "POST", path: "/orders/{orderNo}/received", caller: "member", key: true },
  hide: { method: "POST", path: "/orders/{orderNo}/hide", caller: "member", key: true },
  receipt: { method: "GET", path: "/receipts/{receiptToken}", caller: "holder" },
  receiptReceived: { method: "POST", path: "/receipts/{receiptToken}/received", caller: "holder" },
  claim: { method: "POST", path: "/receipts/{receiptToken}/claim", caller: "member" },
});
