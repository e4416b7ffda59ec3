/** Where code batches are made, approved, imported and watched. */
import { routesOf } from "../operation.ts";

const making = { caller: "member", permission: "exchange:generate" } as const;
const approving = { caller: "member", permission: "exchange:approve" } as const;

export const batches = routesOf({
  create: { method: "POST", path: "/exchange/batches", key: true, ...making },
  list: { method: "GET", path: "/exchange/batches", ...making },
  detail: { method: "GET", path: "/exchange/batches/{batchId}", ...making },
  submit: { method: "POST", path: "/exchange/batches/{batchId}/submit", key: true, ...making },
  codes: { method: "GET", path: "/exchange/batches/{batchId}/codes", ...making },
  import: { method: "POST", path: "/exchange/batches/import", ...making },
  approve: { method: "POST", path: "/exchange/batches/{batchId}/approve", ...approving },
  reject: { method: "POST", path: "/exchange/batches/{batchId}/reject", ...approving },
});
