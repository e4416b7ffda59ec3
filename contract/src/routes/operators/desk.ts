/** Routes of orders that no supplier has decided: the queue, and the operators' decisions. */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const may = { caller: "operator", permissions: ["orders:handle"] } as const;

export const operatorDesk = routesOf({
  list: { ...may, method: "GET", path: "/desk" },
  claim: { ...may, method: "POST", path: "/desk/{outNo}/claim" },
  handOver: { ...may, method: "POST", path: "/desk/{outNo}/hand-over" },
  delivered: { ...may, method: "POST", path: "/desk/{outNo}/delivered", stepUp: stepUpOf.payment },
  failed: { ...may, method: "POST", path: "/desk/{outNo}/failed", stepUp: stepUpOf.payment },
});
