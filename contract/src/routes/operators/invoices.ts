/** Routes where operators issue or reject the invoices that members ask for. */
import { routesOf } from "../../operation.ts";

const may = { caller: "operator", permissions: ["invoices:handle"] } as const;

export const operatorInvoices = routesOf({
  list: { ...may, method: "GET", path: "/invoices" },
  issue: { ...may, method: "POST", path: "/invoices/{invoiceId}/issue", key: true },
  reject: { ...may, method: "POST", path: "/invoices/{invoiceId}/reject", key: true },
  reverse: { ...may, method: "POST", path: "/invoices/{invoiceId}/reverse", key: true },
  ask: { ...may, method: "POST", path: "/invoices/{invoiceId}/ask" },
});
