/** Routes where operators look after stores and menus beside the supplier's own lists. */
import { routesOf } from "../../operation.ts";

const mayRead = {
  caller: "operator",
  permissions: ["catalog:read", "catalog:edit", "dining:manage"],
} as const;
const mayEdit = { caller: "operator", permissions: ["catalog:edit", "dining:manage"] } as const;
const mayPublish = {
  caller: "operator",
  permissions: ["catalog:publish", "dining:manage"],
} as const;

export const operatorDining = routesOf({
  stores: { ...mayRead, method: "GET", path: "/dining/stores" },
  setStore: { ...mayPublish, method: "PUT", path: "/dining/stores/{storeId}/override" },
  menus: { ...mayRead, method: "GET", path: "/dining/menus" },
  menu: { ...mayRead, method: "GET", path: "/dining/menus/{brand}" },
  checkPrices: { ...mayRead, method: "POST", path: "/dining/menus/{brand}/price-check" },
  setProduct: {
    ...mayPublish,
    method: "PUT",
    path: "/dining/menus/{brand}/products/{productId}/override",
  },
  sync: { ...mayEdit, method: "POST", path: "/dining/sync" },
  syncRuns: { ...mayRead, method: "GET", path: "/dining/sync-runs" },
});
