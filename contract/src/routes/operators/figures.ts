/** Routes of the operators' figures: the dashboard, series, rankings and what members are owed. */
import { routesOf } from "../../operation.ts";

const read = { caller: "operator", permissions: ["stats:read"] } as const;

export const operatorFigures = routesOf({
  overview: { ...read, method: "GET", path: "/stats/overview" },
  series: { ...read, method: "GET", path: "/stats/series" },
  top: { ...read, method: "GET", path: "/stats/top" },
  fetching: { ...read, method: "GET", path: "/stats/fetching" },
  batch: {
    caller: "operator",
    permissions: ["stats:read", "codes:read", "codes:make", "exchange:approve"],
    method: "GET",
    path: "/stats/batches/{batchId}",
  },
  liabilities: { ...read, method: "GET", path: "/stats/liabilities" },
});
