/**
 * Routes where operators approve or deny withdrawals of reward cash, and resolve transfers with an
 * unknown result.
 */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const may = { caller: "operator", permissions: ["withdrawals:review"] } as const;

export const operatorWithdrawals = routesOf({
  list: { ...may, method: "GET", path: "/withdrawals" },
  unknown: { ...may, method: "GET", path: "/withdrawals/unknown" },
  approveMany: { ...may, method: "POST", path: "/withdrawals/approve", stepUp: stepUpOf.payment },
  settlements: { ...may, method: "GET", path: "/withdrawals/settlements" },
  settle: {
    ...may,
    method: "POST",
    path: "/withdrawals/{withdrawalNo}/settle",
    stepUp: stepUpOf.proposal,
  },
  approve: {
    ...may,
    method: "POST",
    path: "/withdrawals/{withdrawalNo}/approve",
    stepUp: stepUpOf.payment,
  },
  reject: { ...may, method: "POST", path: "/withdrawals/{withdrawalNo}/reject" },
  retry: { ...may, method: "POST", path: "/withdrawals/{withdrawalNo}/retry" },
  recall: { ...may, method: "POST", path: "/withdrawals/{withdrawalNo}/recall" },
});
