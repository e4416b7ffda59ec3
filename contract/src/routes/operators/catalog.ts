/** Routes where operators set prices, stock and publication. */
import { routesOf } from "../../operation.ts";

const may = { caller: "operator", permissions: ["catalog:edit"] } as const;
const mayPublish = { caller: "operator", permissions: ["catalog:publish"] } as const;

export const operatorCatalog = routesOf({
  publish: { ...mayPublish, method: "POST", path: "/catalog/benefits/{benefitId}/publish" },
  unpublish: { ...mayPublish, method: "POST", path: "/catalog/benefits/{benefitId}/unpublish" },
  setPrice: { ...may, method: "POST", path: "/catalog/skus/{skuId}/price" },
  changeStock: { ...may, method: "POST", path: "/catalog/skus/{skuId}/stock", key: true },
  switchSku: { ...may, method: "POST", path: "/catalog/skus/{skuId}/switch" },
});
