/** The lifecycle of a risk case. */
import { defineLifecycle, type StateOf } from "../../platform/lifecycle.ts";

export const riskCaseLifecycle = defineLifecycle({
  name: "risk-case",
  description:
    "A case collects the hits of one rule on one subject until an operator releases the subject or " +
    "puts it on a list. Later hits open another case.",
  stored: { table: "risk_case", column: "state" },
  history: "risk_case",
  states: ["OPEN", "RELEASED", "LISTED"],
  initial: ["OPEN"],
  final: ["RELEASED", "LISTED"],
  events: [
    { name: "release", from: ["OPEN"], to: "RELEASED", by: ["operator"] },
    { name: "list", from: ["OPEN"], to: "LISTED", by: ["operator"] },
  ],
});
export type RiskCaseState = StateOf<typeof riskCaseLifecycle>;
