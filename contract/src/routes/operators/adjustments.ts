/** Routes where an operator proposes an adjustment of a member ledger; another decides in the inbox. */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const maker = { caller: "operator", permissions: ["ledger:adjust"] } as const;
const either = {
  caller: "operator",
  permissions: ["ledger:read", "ledger:adjust", "ledger:approve"],
} as const;

export const operatorAdjustments = routesOf({
  list: { ...either, method: "GET", path: "/adjustments" },
  propose: { ...maker, method: "POST", path: "/adjustments", key: true, stepUp: stepUpOf.proposal },
});
