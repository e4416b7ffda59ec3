/** The public actions of the refunds module. */
export { applyForRefund, withdrawRefund } from "./actions/apply.ts";
export { itemRefunder } from "./actions/automatic.ts";
export {
  approveRefund,
  handOverRefund,
  refundObject,
  refundStateOf,
  rejectRefund,
  retryRefund,
} from "./actions/operator.ts";
export { previewRefund, refundByOperator } from "./actions/by-operator.ts";
export { refundApprovals } from "./actions/approval-kind.ts";
export { latestWaitingRefunds, waitingRefundsOf } from "./store/approvals.ts";
export { refundCounts, refundPage, refundQueue } from "./actions/queue.ts";
export { refundSheetOf } from "./actions/sheet.ts";
export {
  findMembersWithRetainedCash,
  findRetainedCash,
} from "./store.ts";
export {
  sendRefund,
  pollDueRefunds,
  refundListener,
} from "./actions/apply-status-update.ts";
export { eraseEvidence } from "./actions/erase.ts";
