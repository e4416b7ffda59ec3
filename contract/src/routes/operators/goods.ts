/** Routes where operators make benefits: drafts, their check, their versions. */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const mayRead = { caller: "operator", permissions: ["catalog:read", "catalog:edit"] } as const;
const mayEdit = { caller: "operator", permissions: ["catalog:edit"] } as const;

export const operatorGoods = routesOf({
  list: { ...mayRead, method: "GET", path: "/catalog/goods" },
  create: { ...mayEdit, method: "POST", path: "/catalog/benefits" },
  detail: { ...mayRead, method: "GET", path: "/catalog/benefits/{benefitId}" },
  saveDraft: { ...mayEdit, method: "PUT", path: "/catalog/benefits/{benefitId}/draft" },
  preview: { ...mayRead, method: "POST", path: "/catalog/benefits/{benefitId}/preview" },
  versions: { ...mayRead, method: "GET", path: "/catalog/benefits/{benefitId}/versions" },
  diff: { ...mayRead, method: "GET", path: "/catalog/benefits/{benefitId}/diff" },
  restore: { ...mayEdit, method: "POST", path: "/catalog/benefits/{benefitId}/restore" },
  proposeLoss: {
    ...mayEdit,
    method: "POST",
    path: "/catalog/benefits/{benefitId}/loss",
    stepUp: stepUpOf.proposal,
  },
  makePicture: { ...mayEdit, method: "POST", path: "/catalog/pictures" },
  prices: { ...mayRead, method: "GET", path: "/catalog/benefits/{benefitId}/prices" },
  withdrawPrice: {
    ...mayEdit,
    method: "POST",
    path: "/catalog/skus/{skuId}/prices/{version}/withdraw",
  },
});
