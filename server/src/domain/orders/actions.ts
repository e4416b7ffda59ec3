/** What may be asked of the orders room by the room above and the composition. */
export { fulfilmentListener } from "./actions/fulfilled.ts";
export { pageOfOrders } from "./actions/read.ts";
export { orderNoOf } from "./store/read.ts";
export { claimOrder, readReceipt, receiptTokenOf } from "./actions/receipt.ts";
