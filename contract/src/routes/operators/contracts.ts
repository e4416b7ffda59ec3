/** Routes where operators keep the fulfilment terms that benefits share. */
import { routesOf } from "../../operation.ts";

const mayRead = { caller: "operator", permissions: ["catalog:read", "catalog:edit"] } as const;
const mayEdit = { caller: "operator", permissions: ["catalog:edit"] } as const;

export const operatorContracts = routesOf({
  list: { ...mayRead, method: "GET", path: "/contracts" },
  forms: { ...mayRead, method: "GET", path: "/contracts/forms" },
  detail: { ...mayRead, method: "GET", path: "/contracts/{code}" },
  preview: { ...mayRead, method: "POST", path: "/contracts/preview" },
  set: { ...mayEdit, method: "PUT", path: "/contracts/{code}" },
});
