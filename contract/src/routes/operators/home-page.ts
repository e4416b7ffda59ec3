/** Routes where operators make the home page: its draft, its preview, its versions. */
import { routesOf } from "../../operation.ts";

const mayRead = { caller: "operator", permissions: ["catalog:read", "catalog:edit"] } as const;
const mayEdit = { caller: "operator", permissions: ["catalog:edit"] } as const;
const mayPublish = { caller: "operator", permissions: ["catalog:publish"] } as const;

export const operatorHomePage = routesOf({
  detail: { ...mayRead, method: "GET", path: "/home/draft" },
  cities: {
    caller: "operator",
    permissions: [...mayRead.permissions, "campaigns:edit", "messages:send", "orders:read"],
    method: "GET",
    path: "/home/cities",
  },
  saveDraft: { ...mayEdit, method: "PUT", path: "/home/draft" },
  preview: { ...mayRead, method: "POST", path: "/home/preview" },
  versions: { ...mayRead, method: "GET", path: "/home/versions" },
  diff: { ...mayRead, method: "GET", path: "/home/diff" },
  publish: { ...mayPublish, method: "POST", path: "/home/publish" },
  withdraw: { ...mayPublish, method: "POST", path: "/home/withdraw" },
  rollBack: { ...mayPublish, method: "POST", path: "/home/rollback" },
});
