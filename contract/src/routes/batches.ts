/**
 * Routes of a dealer's own code batches. Approving batches and handing out export keys is in the
 * console (operators/batches.ts).
 */
import { routesOf } from "../operation.ts";

const own = { caller: "member", permissions: ["exchange:generate"] } as const;

export const batches = routesOf({
  create: { method: "POST", path: "/exchange/batches", key: true, ...own },
  list: { method: "GET", path: "/exchange/batches", ...own },
  dealer: { method: "GET", path: "/exchange/dealer", ...own },
  statement: { method: "GET", path: "/exchange/dealer/statement", ...own },
  statementPdf: { method: "GET", path: "/exchange/dealer/statement/pdf", ...own },
  statementCsv: { method: "GET", path: "/exchange/dealer/statement/csv", ...own },
  detail: { method: "GET", path: "/exchange/batches/{batchId}", ...own },
  redemptions: { method: "GET", path: "/exchange/batches/{batchId}/redemptions", ...own },
  submit: { method: "POST", path: "/exchange/batches/{batchId}/submit", key: true, ...own },
  codes: { method: "GET", path: "/exchange/batches/{batchId}/codes", ...own },
  import: { method: "POST", path: "/exchange/batches/import", ...own },
  export: { method: "GET", path: "/exchange/batches/{batchId}/export", ...own },
  freeze: { method: "POST", path: "/exchange/batches/{batchId}/freeze", ...own },
  resume: { method: "POST", path: "/exchange/batches/{batchId}/resume", ...own },
  activate: { method: "POST", path: "/exchange/batches/{batchId}/activate", ...own },
  extend: { method: "POST", path: "/exchange/batches/{batchId}/extend", ...own },
  void: { method: "POST", path: "/exchange/batches/{batchId}/void", ...own },
});
