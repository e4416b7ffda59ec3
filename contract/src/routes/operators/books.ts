/** Routes of reconciliation: whether the ledger agrees, and closing the differences. */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const read = { caller: "operator", permissions: ["ledger:read"] } as const;
const adjust = { caller: "operator", permissions: ["ledger:adjust"] } as const;
/** Who may decide an adjustment may also say something about the case. */
const comment = { caller: "operator", permissions: ["ledger:adjust", "ledger:approve"] } as const;
const freeze = { caller: "operator", permissions: ["ledger:freeze"] } as const;

export const operatorBooks = routesOf({
  balance: { ...read, method: "GET", path: "/books/balance" },
  runs: { ...read, method: "GET", path: "/books/runs" },
  cases: { ...read, method: "GET", path: "/books/cases" },
  counts: { ...read, method: "GET", path: "/case-counts" },
  case: { ...read, method: "GET", path: "/books/cases/{caseId}" },
  propose: {
    ...adjust,
    method: "POST",
    path: "/books/cases/{caseId}/propose",
    key: true,
    stepUp: stepUpOf.proposal,
  },
  dismiss: { ...adjust, method: "POST", path: "/books/cases/{caseId}/dismiss" },
  colleagues: { ...adjust, method: "GET", path: "/case-colleagues" },
  assign: { ...adjust, method: "POST", path: "/books/cases/{caseId}/assign" },
  comment: { ...comment, method: "POST", path: "/books/cases/{caseId}/comment" },
  merges: { ...read, method: "GET", path: "/books/merges" },
  freezes: { ...read, method: "GET", path: "/books/freezes" },
  freeze: { ...freeze, method: "POST", path: "/books/freezes/freeze", stepUp: stepUpOf.freeze },
  thaw: { ...freeze, method: "POST", path: "/books/freezes/thaw", stepUp: stepUpOf.freeze },
});
