/**
 * Routes of code batches in the console: those of operators who make batches, and approving the
 * batches of dealers and operators.
 */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const caller = "operator";
const reading = { caller, permissions: ["codes:read", "codes:make", "exchange:approve"] } as const;
const making = { caller, permissions: ["codes:make"] } as const;
const approving = { caller, permissions: ["exchange:approve"] } as const;
/** Both stop and change codes that live. */
const changing = { caller, permissions: ["codes:make", "exchange:approve"] } as const;
const proven = { stepUp: stepUpOf.codes } as const;

export const operatorBatches = routesOf({
  list: { method: "GET", path: "/batches", ...reading },
  targets: { method: "GET", path: "/batch-targets", ...making },
  detail: { method: "GET", path: "/batches/{batchId}", ...reading },
  codes: { method: "GET", path: "/batches/{batchId}/codes", ...reading },
  create: { method: "POST", path: "/batches", key: true, ...making },
  submit: {
    method: "POST",
    path: "/batches/{batchId}/submit",
    key: true,
    ...making,
    ...proven,
  },
  import: { method: "POST", path: "/batches/import", ...making },
  reject: { method: "POST", path: "/batches/{batchId}/reject", ...approving },
  export: { method: "GET", path: "/batches/{batchId}/export", ...making },
  exportKey: {
    method: "POST",
    path: "/batches/{batchId}/export-key",
    key: true,
    ...approving,
    ...proven,
  },
  freeze: { method: "POST", path: "/batches/{batchId}/freeze", ...changing, ...proven },
  resume: { method: "POST", path: "/batches/{batchId}/resume", ...changing, ...proven },
  activate: { method: "POST", path: "/batches/{batchId}/activate", ...making, ...proven },
  extend: { method: "POST", path: "/batches/{batchId}/extend", ...changing, ...proven },
  void: { method: "POST", path: "/batches/{batchId}/void", ...changing, ...proven },
});
