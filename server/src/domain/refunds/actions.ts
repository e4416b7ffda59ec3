/** What may be asked of the refunds room. */
export { applyForRefund, withdrawRefund } from "./actions/apply.ts";
export { itemRefunder, refundBySystem } from "./actions/by-system.ts";
export { approveRefund, type Decision, rejectRefund, retryRefund } from "./actions/decide.ts";
export { refundQueue } from "./actions/queue.ts";
export { refundSheetOf } from "./actions/sheet.ts";
export { cashKeepers, keptCashOf } from "./store.ts";
export { askChannel, lookAtRefunds, refundListener } from "./actions/word.ts";
export { eraseEvidence } from "./actions/erase.ts";
