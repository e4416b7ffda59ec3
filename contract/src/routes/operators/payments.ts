/** Routes where operators read what went through the payment channel, and what the channel sent. */
import { routesOf } from "../../operation.ts";

const may = { caller: "operator", permissions: ["orders:read", "ledger:read"] } as const;

export const operatorPayments = routesOf({
  list: { ...may, method: "GET", path: "/payments" },
  notices: { ...may, method: "GET", path: "/payments/notices" },
});
