/** The public actions of the withdrawals module. */
export { transferListener } from "./actions/apply-status-update.ts";
export {
  cancelWithdrawal,
  createWithdrawal,
} from "./actions/create.ts";
export {
  approveMany,
  approveWithdrawal,
  recallWithdrawal,
  rejectWithdrawal,
  retryWithdrawal,
  withdrawalStateOf,
} from "./actions/operator.ts";
export {
  pollDueWithdrawals,
  sendWithdrawal,
} from "./actions/send.ts";
export { pageOfWithdrawals, findView, withdrawalOf } from "./actions/read.ts";
export { settlementApprovals, withdrawalApprovals } from "./actions/approval-kinds.ts";
export { latestWaitingWithdrawals } from "./store/approvals.ts";
export { reviewQueue, unknownQueue, withdrawalPage } from "./actions/queue.ts";
export { pendingPayouts } from "./actions/pending-payouts.ts";
export { decideSettlement, proposeSettlement, settlementsOf } from "./actions/settle.ts";
export { withdrawalSheetOf } from "./actions/sheet.ts";
export { findHoldMismatches } from "./store.ts";
export { securityProofs } from "./proofs.ts";
export type { WithdrawDeps } from "./actions/deps.ts";
export { eraseNames } from "./store.ts";
