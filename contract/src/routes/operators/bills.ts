/** Routes where operators read the daily bills of the payment channel and the suppliers. */
import { routesOf } from "../../operation.ts";

const may = { caller: "operator", permissions: ["ledger:adjust"] } as const;
const reads = { caller: "operator", permissions: ["ledger:read", "ledger:adjust"] } as const;

export const operatorBills = routesOf({
  list: { ...reads, method: "GET", path: "/bills" },
  differences: { ...reads, method: "GET", path: "/bills/differences" },
  ask: { ...may, method: "POST", path: "/bills/ask" },
  refetch: { ...may, method: "POST", path: "/bills/refetch" },
});
