/** Routes of risk rules, lists and cases. */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const mayRead = { caller: "operator", permissions: ["risk:read", "risk:edit"] } as const;
const mayEdit = { caller: "operator", permissions: ["risk:edit"] } as const;

export const operatorRisk = routesOf({
  rules: { ...mayRead, method: "GET", path: "/risk/rules" },
  setRule: { ...mayEdit, method: "PUT", path: "/risk/rules/{code}", stepUp: stepUpOf.riskRule },
  lists: { ...mayRead, method: "GET", path: "/risk/lists" },
  list: { ...mayEdit, method: "POST", path: "/risk/lists", stepUp: stepUpOf.riskRule },
  endEntry: {
    ...mayEdit,
    method: "POST",
    path: "/risk/lists/{entryId}/end",
    stepUp: stepUpOf.riskRule,
  },
  cases: { ...mayRead, method: "GET", path: "/risk/cases" },
  caseDetail: { ...mayRead, method: "GET", path: "/risk/cases/{caseId}", isReadAudited: true },
  decide: {
    ...mayEdit,
    method: "POST",
    path: "/risk/cases/{caseId}/decide",
    stepUp: stepUpOf.riskRule,
  },
});
