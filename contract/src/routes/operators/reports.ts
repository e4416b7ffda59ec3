/** Routes of the operators' reports, each compared with the ledger. */
import { routesOf } from "../../operation.ts";

export const operatorReports = routesOf({
  read: {
    method: "GET",
    path: "/reports/{kind}",
    caller: "operator",
    permissions: ["ledger:read"],
  },
});
