/**
 * Routes where operators manage suppliers: prepaid money, circuits, own cards, alerts and losses.
 */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const may = { caller: "operator", permissions: ["supply:manage"] } as const;
const mayRead = { ...may, permissions: ["supply:manage", "supply:read"] } as const;
const maySettle = { ...may, permissions: ["supply:manage", "supply:money"] } as const;
const mayReadMoney = { ...may, permissions: [...mayRead.permissions, "supply:money"] } as const;
const mayImport = { ...may, permissions: ["supply:manage", "stock:import"] } as const;
const mayReadStock = { ...may, permissions: [...mayRead.permissions, "stock:import"] } as const;

export const operatorSupply = routesOf({
  suppliers: { ...mayReadMoney, method: "GET", path: "/suppliers" },
  topUp: {
    ...maySettle,
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
  stock: { ...mayReadStock, method: "GET", path: "/card-stock" },
  importCards: {
    ...mayImport,
    method: "POST",
    path: "/card-stock/{product}/import",
    stepUp: stepUpOf.cardImport,
  },
  routes: { ...mayReadMoney, method: "GET", path: "/skus/{skuId}/routes" },
  setRoute: { ...may, method: "POST", path: "/skus/{skuId}/routes/{supplierId}" },
  routeCosts: { ...mayReadMoney, method: "GET", path: "/skus/{skuId}/routes/{supplierId}/costs" },
  settlements: { ...mayReadMoney, method: "GET", path: "/settlements" },
  settlement: { ...mayReadMoney, method: "GET", path: "/suppliers/{supplierId}/settlements/{day}" },
  losses: { ...mayReadMoney, method: "GET", path: "/losses" },
  settleLoss: {
    ...maySettle,
    method: "POST",
    path: "/losses/{lossId}/settle",
    stepUp: stepUpOf.loss,
  },
});
