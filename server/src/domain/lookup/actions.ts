/** Public actions of the lookup module: what the audit shows of an order. */
export { orderNotesOf, orderSendingsOf } from "./store/audited.ts";
export { findOrderByNo } from "./store/order-detail.ts";
