/** Routes where operators write the agreements: drafts, versions and their publication. */
import { routesOf } from "../../operation.ts";

const mayRead = {
  caller: "operator",
  permissions: ["catalog:read", "catalog:edit", "content:edit"],
} as const;
const mayEdit = { caller: "operator", permissions: ["catalog:edit", "content:edit"] } as const;
const mayPublish = { caller: "operator", permissions: ["catalog:publish"] } as const;

export const operatorAgreements = routesOf({
  detail: { ...mayRead, method: "GET", path: "/agreements/{kind}" },
  saveDraft: { ...mayEdit, method: "PUT", path: "/agreements/{kind}/draft" },
  versions: { ...mayRead, method: "GET", path: "/agreements/{kind}/versions" },
  version: { ...mayRead, method: "GET", path: "/agreements/{kind}/text" },
  publish: { ...mayPublish, method: "POST", path: "/agreements/{kind}/versions" },
  withdraw: { ...mayPublish, method: "POST", path: "/agreements/{kind}/withdraw" },
});
