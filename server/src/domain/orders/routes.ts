/** Maps the contract operations of orders to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { Shop } from "../catalog/actions.ts";
import { cancelOrder } from "./actions/cancel.ts";
import { hideFromList } from "./actions/hide.ts";
import { type PayDeps, payOrder } from "./actions/pay.ts";
import { paymentOf } from "./actions/payment.ts";
import { placeOrder } from "./actions/place.ts";
import { placeMeal } from "./actions/place-meal.ts";
import { couponBenefits } from "./actions/coupon-benefits.ts";
import { estimatePrice } from "./actions/estimate.ts";
import { quoteBasket } from "./actions/quote.ts";
import type { QuoteDeps } from "./actions/read-basket.ts";
import { orderDetail, pageOfOrders, summaryOfOrders } from "./actions/read.ts";
import { claimOrder, readReceipt, receiveByReceipt } from "./actions/receipt.ts";
import { receiveOwnOrder } from "./actions/receive.ts";
import type { ExternalOrders } from "./port.ts";

const memberIdOf = (call: Call): string => memberOf(call).memberId;

export const ordersRoutes = (
  context: Context,
  db: Db,
  { elsewhere }: { readonly elsewhere: ExternalOrders },
): Handlers<"orders"> => ({
  list: (input, call) => pageOfOrders(context, db, memberIdOf(call), input, elsewhere),
  summary: (_input, call) => summaryOfOrders(context, db, memberIdOf(call), elsewhere),
  detail: ({ orderNo }, call) => orderDetail(context, db, memberIdOf(call), orderNo),
  received: ({ orderNo }, call) =>
    receiveOwnOrder(context, db, { memberId: memberIdOf(call), key: call.key, orderNo }),
  hide: ({ orderNo }, call) =>
    hideFromList(context, db, { memberId: memberIdOf(call), key: call.key, orderNo }),
  receipt: ({ receiptToken }) => readReceipt(context, db, receiptToken),
  receiptReceived: ({ receiptToken }) => receiveByReceipt(context, db, receiptToken),
  claim: ({ receiptToken }, call) =>
    claimOrder(context, db, { memberId: memberIdOf(call), token: receiptToken }),
});

export const buyingRoutes = (
  context: Context,
  db: Db,
  { shop, ...deps }: PayDeps & QuoteDeps & { readonly shop: Shop },
): Handlers<"buying"> => ({
  estimate: (input, call) => estimatePrice(context, db, memberIdOf(call), input, deps),
  couponBenefits: (input, call) => couponBenefits(shop, memberIdOf(call), input),
  quote: (input, call) => quoteBasket(context, db, memberIdOf(call), input, deps),
  place: (input, call) =>
    placeOrder(context, db, { ...input, memberId: memberIdOf(call), key: call.key }),
  placeMeal: (input, call) =>
    placeMeal(context, db, { input, memberId: memberIdOf(call), key: call.key }),
  pay: (input, call) => {
    const { key, address, device } = call;
    const paying = { memberId: memberIdOf(call), key, address, device, input };
    return payOrder(context, db, deps, paying);
  },
  payment: ({ orderNo }, call) =>
    paymentOf(context, db, deps.payments, { memberId: memberIdOf(call), orderNo }),
  cancel: ({ orderNo }, call) =>
    cancelOrder(context, db, deps, { memberId: memberIdOf(call), key: call.key, orderNo }),
});
