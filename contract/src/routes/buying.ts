/** Routes of buying: the price, the order, the payment. */
import { routesOf } from "../operation.ts";

export const buying = routesOf({
  estimate: { method: "POST", path: "/orders/estimate", caller: "member" },
  couponBenefits: { method: "GET", path: "/coupons/{couponId}/benefits", caller: "member" },
  quote: { method: "POST", path: "/orders/quote", caller: "member" },
  place: { method: "POST", path: "/orders", caller: "member", key: true },
  placeMeal: { method: "POST", path: "/orders/meals", caller: "member", key: true },
  pay: { method: "POST", path: "/orders/{orderNo}/pay", caller: "member", key: true },
  payment: { method: "GET", path: "/orders/{orderNo}/payment", caller: "member" },
  cancel: { method: "POST", path: "/orders/{orderNo}/cancel", caller: "member", key: true },
});
