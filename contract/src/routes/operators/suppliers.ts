/**
 * Routes of one supplier: what operators keep about it, its figures, callbacks and unknown orders,
 * and its prices.
 */
import { routesOf } from "../../operation.ts";

const may = { caller: "operator", permissions: ["supply:manage"] } as const;

export const operatorSuppliers = routesOf({
  detail: { ...may, method: "GET", path: "/suppliers/{supplierId}" },
  change: { ...may, method: "PUT", path: "/suppliers/{supplierId}" },
  series: { ...may, method: "GET", path: "/suppliers/{supplierId}/series" },
  callbacks: { ...may, method: "GET", path: "/suppliers/{supplierId}/callbacks" },
  unknown: { ...may, method: "GET", path: "/suppliers/{supplierId}/unknown" },
  importPrices: { ...may, method: "POST", path: "/suppliers/{supplierId}/prices/import" },
});
