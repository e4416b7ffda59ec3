/** What may be asked of the books. */
export {
  type Adjusted,
  adjustmentsOf,
  decideAdjustment,
  proposeAdjustment,
} from "./actions/adjust.ts";
export { closeCase, healCases, openCase } from "./actions/cases.ts";
export {
  balanceSheet,
  dismissCase,
  freezeByHand,
  type FreezeWish,
  latestRuns,
  listCases,
  listFreezes,
  oneCase,
  thawByHand,
} from "./actions/desk.ts";
export { reconcile } from "./actions/reconcile.ts";
export { beginRun, finishRun } from "./actions/runs.ts";
export { type SettlementDay, settlementDays, settlementLines } from "./bills/settlement.ts";
