/** The public actions of the orders module, for the modules above it and the composition. */
export { eraseContacts, countPendingOrders } from "./actions/account-closing.ts";
export { displayOf, displayText } from "./display.ts";
export { contactPhone } from "./actions/contact.ts";
export { fulfilmentListener } from "./actions/fulfilment-listener.ts";
export {
  type CancelDeps,
  cancelOrder,
  cancelUnpaidByOperator,
  closeUnpaid,
} from "./actions/cancel.ts";
export { paymentListener } from "./actions/payment-listener.ts";
export { giftOf, isStoredInAccount } from "./actions/gift.ts";
export { paymentOf } from "./actions/payment.ts";
export { payByBalance, payOrder } from "./actions/pay.ts";
export { pickupOf } from "./actions/pickup.ts";
export { placeMeal } from "./actions/place-meal.ts";
export { placeOrder } from "./actions/place.ts";
export { quoteBasket } from "./actions/quote.ts";
export { accountTextsOf, itemContact } from "./actions/account-texts.ts";
export {
  findOrderKey,
  firstPaidAt,
  hasBought,
  orderHead,
  orderNoOf,
  orderNosOf,
  orderStateOf,
  pointsMallOrders,
} from "./store/read.ts";
export { whyNotRefundable } from "./refund-rule.ts";
export { cardListener, completeWhenAllUsed } from "./actions/card-listener.ts";
export { orderDetail } from "./actions/read.ts";
export { claimOrder, readReceipt, receiptTokenOf } from "./actions/receipt.ts";
export {
  type ItemAmounts,
  type RefundableItem,
  type RefundableOrder,
  refundableByNo,
  refundableOf,
  type ReleasedUnits,
} from "./store/refundable.ts";
export {
  mergeOrders,
  summarizeOrdersForMerge,
} from "./actions/merge.ts";
export { orderRows } from "./store/rows.ts";
