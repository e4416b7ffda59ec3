/** Routes of the audit log: what operators requested, and the result. */
import { routesOf } from "../../operation.ts";

export const operatorAudit = routesOf({
  list: { method: "GET", path: "/audit", caller: "operator", permissions: ["audit:read"] },
  verify: {
    method: "POST",
    path: "/audit/verify",
    caller: "operator",
    permissions: ["audit:read"],
  },
});
