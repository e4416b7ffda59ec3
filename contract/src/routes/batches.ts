/** Routes to create, approve, import and monitor code batches. */
import { routesOf } from "../operation.ts";

const making = { caller: "member", permissions: ["exchange:generate"] } as const;
const approving = { caller: "member", permissions: ["exchange:approve"] } as const;
/** A caller who decides on a batch must be able to read it. */
const reading = {
  caller: "member",
  permissions: ["exchange:generate", "exchange:approve"],
} as const;

export const batches = routesOf({
  create: { method: "POST", path: "/exchange/batches", key: true, ...making },
  list: { method: "GET", path: "/exchange/batches", ...reading },
  reviews: { method: "GET", path: "/exchange/batch-reviews", ...approving },
  dealer: { method: "GET", path: "/exchange/dealer", ...making },
  statement: { method: "GET", path: "/exchange/dealer/statement", ...making },
  detail: { method: "GET", path: "/exchange/batches/{batchId}", ...reading },
  submit: { method: "POST", path: "/exchange/batches/{batchId}/submit", key: true, ...making },
  codes: { method: "GET", path: "/exchange/batches/{batchId}/codes", ...reading },
  import: { method: "POST", path: "/exchange/batches/import", ...making },
  approve: { method: "POST", path: "/exchange/batches/{batchId}/approve", ...approving },
  reject: { method: "POST", path: "/exchange/batches/{batchId}/reject", ...approving },
  export: { method: "GET", path: "/exchange/batches/{batchId}/export", ...making },
  exportKey: {
    method: "POST",
    path: "/exchange/batches/{batchId}/export-key",
    key: true,
    ...approving,
  },
  freeze: { method: "POST", path: "/exchange/batches/{batchId}/freeze", ...reading },
  resume: { method: "POST", path: "/exchange/batches/{batchId}/resume", ...reading },
  activate: { method: "POST", path: "/exchange/batches/{batchId}/activate", ...making },
  extend: { method: "POST", path: "/exchange/batches/{batchId}/extend", ...reading },
  void: { method: "POST", path: "/exchange/batches/{batchId}/void", ...reading },
  decide: { method: "POST", path: "/exchange/batches/{batchId}/decide", ...approving },
});
