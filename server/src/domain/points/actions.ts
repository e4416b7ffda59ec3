/** What may be asked of the points room: giving, earning and telling points, signing in, tasks, rules and the mall. */
export {
  earn,
  grant,
  pointsEnding,
  pointsOf,
  pointsWith,
  settlePoints,
  tidyLots,
} from "./actions/earn.ts";
export { enterLots, type MovedLot, repayDebt, takeLots } from "./actions/merge.ts";
export { changeRule, listRules, taskDone } from "./actions/rules.ts";
export { pointsSummary, signIn, signInFor } from "./actions/summary.ts";
export { pointsRecords, pointsRows } from "./actions/records.ts";
export { endingPoints } from "./store/ending.ts";
export { expiryOf } from "./model.ts";
