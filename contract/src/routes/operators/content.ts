/** Routes where operators change help articles, service contacts and legal lines. */
import { routesOf } from "../../operation.ts";

const mayRead = { caller: "operator", permissions: ["catalog:read", "catalog:edit"] } as const;
const mayPublish = { caller: "operator", permissions: ["catalog:publish"] } as const;

export const operatorContent = routesOf({
  help: { ...mayRead, method: "GET", path: "/help" },
  setHelp: { ...mayPublish, method: "PUT", path: "/help" },
  contacts: { ...mayRead, method: "GET", path: "/service-contacts" },
  setContacts: { ...mayPublish, method: "PUT", path: "/service-contacts" },
});
