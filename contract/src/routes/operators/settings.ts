/** Routes of the server's settings, the kill switches and the maintenance notice. */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const mayRead = {
  caller: "operator",
  permissions: ["settings:read", "settings:edit", "settings:approve"],
} as const;
const mayEdit = {
  caller: "operator",
  permissions: ["settings:edit"],
  stepUp: stepUpOf.setting,
} as const;

export const operatorSettings = routesOf({
  list: { ...mayRead, method: "GET", path: "/settings" },
  change: { ...mayEdit, method: "PUT", path: "/settings/{name}" },
  versions: { ...mayRead, method: "GET", path: "/settings/{name}/versions" },
  rollBack: { ...mayEdit, method: "POST", path: "/settings/{name}/rollback" },
  flags: { ...mayRead, method: "GET", path: "/flags" },
  setFlag: { ...mayEdit, method: "PUT", path: "/flags/{name}" },
  notice: { ...mayRead, method: "GET", path: "/notice" },
  setNotice: { ...mayEdit, method: "PUT", path: "/notice" },
});
