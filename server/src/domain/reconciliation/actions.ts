/** The public actions of the reconciliation module. */
export {
  type AdjustmentDetail,
  listAdjustments,
  decideAdjustment,
  proposeAdjustment,
} from "./actions/adjust.ts";
export { adjustmentApprovals } from "./actions/approval-kind.ts";
export { latestOpenCases, openCasesOf } from "./store/operator.ts";
export { eventArchive, runArchive } from "./archive.ts";
export { closeCase, closeHealedCases, openCase } from "./actions/cases.ts";
export {
  balanceSheet,
  caseCounts,
  dismissCase,
  freezeByOperator,
  type FreezeRequest,
  latestRuns,
  listCases,
  listFreezes,
  readCaseView,
  type ShownCase,
  thawByOperator,
} from "./actions/operator.ts";
export { assignCase, commentCase } from "./actions/notes.ts";
export { type PassStatus, passStatus, reconcile } from "./actions/reconcile.ts";
export { beginRun, finishRun } from "./actions/runs.ts";
export { type SettlementDay, settlementDays, settlementLines } from "./bills/settlement.ts";
export { billStateOf, caseStateOf } from "./store/audited.ts";
export { readCaseNotes } from "./store/notes.ts";
