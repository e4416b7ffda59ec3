/** Routes of exports: files of lists and reports that a job writes, each read once by its maker. */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const make = { caller: "operator", permissions: ["exports:make"] } as const;
const see = { caller: "operator", permissions: ["exports:make", "audit:read"] } as const;

export const operatorExports = routesOf({
  list: { ...see, method: "GET", path: "/exports" },
  create: { ...make, method: "POST", path: "/exports", key: true },
  proposeClear: {
    caller: "operator",
    permissions: ["exports:clear"],
    method: "POST",
    path: "/exports/clear",
    key: true,
    stepUp: stepUpOf.proposal,
  },
  detail: { ...see, method: "GET", path: "/exports/{exportId}" },
  cancel: { ...make, method: "POST", path: "/exports/{exportId}/cancel" },
  link: { ...make, method: "POST", path: "/exports/{exportId}/link" },
  file: { ...make, method: "GET", path: "/exports/{exportId}/file", isReadAudited: true },
});
