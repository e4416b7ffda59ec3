/** Routes of the pictures that members have uploaded. */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const may = { caller: "operator", permissions: ["files:manage"] } as const;

export const operatorFiles = routesOf({
  list: { ...may, method: "GET", path: "/files" },
  detail: { ...may, method: "GET", path: "/files/{fileId}", isReadAudited: true },
  reveal: { ...may, method: "POST", path: "/files/{fileId}/reveal" },
  block: { ...may, method: "POST", path: "/files/{fileId}/block" },
  unblock: { ...may, method: "POST", path: "/files/{fileId}/unblock" },
  remove: { ...may, method: "POST", path: "/files/{fileId}/remove", stepUp: stepUpOf.fileRemoval },
});
