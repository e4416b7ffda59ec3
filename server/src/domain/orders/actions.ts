/** What may be asked of the orders room by the room above and the composition. */
export { eraseContacts, openOrdersOf } from "./actions/close.ts";
export { contactPhone } from "./actions/contact.ts";
export { fulfilmentListener } from "./actions/fulfilled.ts";
export { cancelOrder, closeUnpaid } from "./actions/give-up.ts";
export { paymentListener } from "./actions/paid.ts";
export { giftOf, isKeptInAccount } from "./actions/gift.ts";
export { paymentOf } from "./actions/payment.ts";
export { payByBalance, payOrder } from "./actions/pay.ts";
export { pickupOf } from "./actions/pickup.ts";
export { placeOrder } from "./actions/place.ts";
export { quoteBasket } from "./actions/quote.ts";
export { pageOfOrders } from "./actions/read.ts";
export { accountTextsOf } from "./actions/account-texts.ts";
export {
  firstPaidAt,
  hasBought,
  orderHead,
  orderNoOf,
  orderNosOf,
  pointsMallOrders,
} from "./store/read.ts";
export { type Returnable, whyNotBack } from "./refund-rule.ts";
export { cardListener, endUsedUp } from "./actions/used-up.ts";
export { claimOrder, readReceipt, receiptTokenOf } from "./actions/receipt.ts";
export {
  type ItemAmounts,
  type RefundableItem,
  type RefundableOrder,
  refundableByNo,
  refundableOf,
} from "./store/refundable.ts";
export { enterOrders, ordersUnderWay } from "./actions/merge.ts";
export { orderRows } from "./store/rows.ts";
