/**
 * Public actions of the points module: granting, earning and reading points, signing in, tasks,
 * rules and the mall.
 */
export {
  earnForOrder,
  creditPoints,
  lotSumsQuery,
  pointsOf,
  computePoints,
  settlePoints,
  expireDueLots,
} from "./actions/earn.ts";
export {
  moveLotsIn,
  type MovedLot,
  repayDebt,
  moveLotsOut,
} from "./actions/merge.ts";
export { changeRule, listRules, completeTask } from "./actions/rules.ts";
export { pointsSummary, signIn, signInWithTx } from "./actions/summary.ts";
export { pointsRecords, pointsRows } from "./actions/records.ts";
export { recountPoints } from "./store/lots.ts";
export { listExpiringPoints } from "./store/expiring.ts";
export { expiryOf } from "./model.ts";
export { ruleStateOf } from "./store/audited.ts";
