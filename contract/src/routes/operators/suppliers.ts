/**
 * Routes of one supplier: what operators keep about it, its figures, callbacks and unknown orders,
 * and its prices.
 */
import { routesOf } from "../../operation.ts";

const may = { caller: "operator", permissions: ["supply:manage"] } as const;
const mayRead = { ...may, permissions: ["supply:manage", "supply:read", "supply:money"] } as const;

export const operatorSuppliers = routesOf({
  detail: { ...mayRead, method: "GET", path: "/suppliers/{supplierId}" },
  change: { ...may, method: "PUT", path: "/suppliers/{supplierId}" },
  series: { ...mayRead, method: "GET", path: "/suppliers/{supplierId}/series" },
  callbacks: { ...mayRead, method: "GET", path: "/suppliers/{supplierId}/callbacks" },
  unknown: { ...mayRead, method: "GET", path: "/suppliers/{supplierId}/unknown" },
  importPrices: { ...may, method: "POST", path: "/suppliers/{supplierId}/prices/import" },
});
