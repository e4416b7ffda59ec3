/** Routes where operators set prices, stock, publication and the home page. */
import { routesOf } from "../../operation.ts";

const may = { caller: "operator", permissions: ["catalog:edit"] } as const;

export const operatorCatalog = routesOf({
  offers: { ...may, method: "GET", path: "/catalog/benefits" },
  publish: { ...may, method: "POST", path: "/catalog/benefits/{benefitId}/publish" },
  unpublish: { ...may, method: "POST", path: "/catalog/benefits/{benefitId}/unpublish" },
  setPrice: { ...may, method: "POST", path: "/catalog/skus/{skuId}/price" },
  changeStock: { ...may, method: "POST", path: "/catalog/skus/{skuId}/stock", key: true },
  switchSku: { ...may, method: "POST", path: "/catalog/skus/{skuId}/switch" },
  scheduleBlock: { ...may, method: "POST", path: "/catalog/blocks/{blockId}" },
});
