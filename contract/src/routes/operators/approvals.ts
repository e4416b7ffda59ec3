/** Routes of the approvals inbox: one list and one decision for every kind of two-person approval. */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

/**
 * Makers and checkers of every kind. Each kind's own permission decides what is listed and who may
 * decide.
 */
const may = {
  caller: "operator",
  permissions: [
    "ledger:adjust",
    "ledger:approve",
    "orders:refund",
    "withdrawals:review",
    "campaigns:edit",
    "campaigns:approve",
    "exchange:approve",
    "invitations:review",
    "operators:manage",
    "partners:manage",
  ],
} as const;

export const operatorApprovals = routesOf({
  list: { ...may, method: "GET", path: "/approvals" },
  detail: { ...may, method: "GET", path: "/approvals/{approvalId}" },
  approve: {
    ...may,
    method: "POST",
    path: "/approvals/{approvalId}/approve",
    key: true,
    stepUp: stepUpOf.decision,
  },
  reject: { ...may, method: "POST", path: "/approvals/{approvalId}/reject", key: true },
  colleagues: { ...may, method: "GET", path: "/approvals/{approvalId}/colleagues" },
  passOn: { ...may, method: "POST", path: "/approvals/{approvalId}/pass-on", key: true },
  withdraw: { ...may, method: "POST", path: "/approvals/{approvalId}/withdraw", key: true },
});
