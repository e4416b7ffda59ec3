/** Routes where operators change help articles, service contacts, legal lines and share texts. */
import { routesOf } from "../../operation.ts";

const mayRead = {
  caller: "operator",
  permissions: ["catalog:read", "catalog:edit", "content:edit"],
} as const;
const mayPublish = { caller: "operator", permissions: ["catalog:publish"] } as const;

export const operatorContent = routesOf({
  help: { ...mayRead, method: "GET", path: "/help" },
  setHelp: { ...mayPublish, method: "PUT", path: "/help" },
  contacts: { ...mayRead, method: "GET", path: "/service-contacts" },
  share: { ...mayRead, method: "GET", path: "/share-texts" },
  setShare: { ...mayPublish, method: "PUT", path: "/share-texts" },
  setContacts: { ...mayPublish, method: "PUT", path: "/service-contacts" },
});
