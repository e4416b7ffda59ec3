/** Where operators let reward cash out, say no, and look after transfers whose end is not known. */
import { routesOf } from "../../operation.ts";

const may = { caller: "operator", permissions: ["withdrawals:review"] } as const;

export const operatorWithdrawals = routesOf({
  list: { ...may, method: "GET", path: "/withdrawals" },
  unknown: { ...may, method: "GET", path: "/withdrawals/unknown" },
  approveMany: { ...may, method: "POST", path: "/withdrawals/approve" },
  settlements: { ...may, method: "GET", path: "/withdrawals/settlements" },
  settle: { ...may, method: "POST", path: "/withdrawals/{withdrawalNo}/settle" },
  approveSettlement: {
    ...may,
    method: "POST",
    path: "/withdrawals/settlements/{approvalId}/approve",
  },
  rejectSettlement: {
    ...may,
    method: "POST",
    path: "/withdrawals/settlements/{approvalId}/reject",
  },
  approve: { ...may, method: "POST", path: "/withdrawals/{withdrawalNo}/approve" },
  reject: { ...may, method: "POST", path: "/withdrawals/{withdrawalNo}/reject" },
  retry: { ...may, method: "POST", path: "/withdrawals/{withdrawalNo}/retry" },
  recall: { ...may, method: "POST", path: "/withdrawals/{withdrawalNo}/recall" },
});
