/** What may be asked of the withdrawals room. */
export { applyTransferWord, transferListener } from "./actions/word.ts";
export { cancelWithdrawal, createWithdrawal, type Wish } from "./actions/create.ts";
export {
  approveMany,
  approveWithdrawal,
  type Decision,
  recallWithdrawal,
  rejectWithdrawal,
  retryWithdrawal,
} from "./actions/decide.ts";
export { lookAtWithdrawals, refreshWithdrawal, sendWithdrawal } from "./actions/send.ts";
export { pageOfWithdrawals, shownOf, withdrawalOf } from "./actions/read.ts";
export { reviewQueue, unknownQueue } from "./actions/queue.ts";
export { payoutsUnderWay } from "./actions/under-way.ts";
export { decideSettlement, proposeSettlement, settlementsOf } from "./actions/settle.ts";
export { withdrawalSheetOf } from "./actions/sheet.ts";
export { type HeldFault, heldFaults } from "./store.ts";
export { keptProofs } from "./proofs.ts";
export type { WithdrawDeps } from "./actions/deps.ts";
export { eraseNames } from "./store.ts";
