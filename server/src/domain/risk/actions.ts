/** Public actions of the risk module: the guard of acts, rules, lists and cases. */
export { createLiveRisk, type LiveRisk } from "./actions/guard.ts";
export { decideRiskCase, endEntry, listSubject, setRule } from "./actions/operator.ts";
export { sumRiskHits } from "./actions/days.ts";
export { pageOfCases, pageOfEntries, readRiskCase, readRiskRules } from "./actions/read.ts";
export { latestRiskCases, riskCaseStateOf } from "./store/cases.ts";
export { entryStateOf } from "./store/entries.ts";
export { riskRuleStateOf } from "./store/rules.ts";
