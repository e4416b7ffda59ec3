/**
 * Routes where operators manage suppliers: prepaid money, circuits, own cards, alerts and losses.
 */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const may = { caller: "operator", permissions: ["supply:manage"] } as const;

export const operatorSupply = routesOf({
  suppliers: { ...may, method: "GET", path: "/suppliers" },
  topUp: {
    ...may,
    method: "POST",
    path: "/suppliers/{supplierId}/topups",
    key: true,
    stepUp: stepUpOf.payment,
  },
  switch: { ...may, method: "POST", path: "/suppliers/{supplierId}/switch" },
  test: { ...may, method: "POST", path: "/suppliers/{supplierId}/test" },
  closeCircuit: {
    ...may,
    method: "POST",
    path: "/suppliers/{supplierId}/close-circuit",
    stepUp: stepUpOf.circuit,
  },
  stock: { ...may, method: "GET", path: "/card-stock" },
  importCards: {
    ...may,
    method: "POST",
    path: "/card-stock/{product}/import",
    stepUp: stepUpOf.cardImport,
  },
  routes: { ...may, method: "GET", path: "/skus/{skuId}/routes" },
  setRoute: { ...may, method: "POST", path: "/skus/{skuId}/routes/{supplierId}" },
  routeCosts: { ...may, method: "GET", path: "/skus/{skuId}/routes/{supplierId}/costs" },
  settlements: { ...may, method: "GET", path: "/settlements" },
  settlement: { ...may, method: "GET", path: "/suppliers/{supplierId}/settlements/{day}" },
  losses: { ...may, method: "GET", path: "/losses" },
  settleLoss: { ...may, method: "POST", path: "/losses/{lossId}/settle", stepUp: stepUpOf.loss },
});
