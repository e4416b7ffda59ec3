/** Routes of invoices: a member asks for one, reads their own, and opens the issued file. */
import { routesOf } from "../operation.ts";

const dealer = { caller: "member", permissions: ["exchange:generate"] } as const;

export const invoices = routesOf({
  ofOrder: { method: "GET", path: "/orders/{orderNo}/invoice", caller: "member" },
  request: { method: "POST", path: "/invoices", caller: "member", key: true },
  ofStatement: { method: "GET", path: "/exchange/dealer/invoice", ...dealer },
  requestStatement: { method: "POST", path: "/exchange/dealer/invoice", key: true, ...dealer },
  list: { method: "GET", path: "/invoices", caller: "member" },
  cancel: { method: "POST", path: "/invoices/{invoiceId}/cancel", caller: "member", key: true },
  file: { method: "GET", path: "/invoices/{invoiceId}/file", caller: "member" },
});
