/** Routes where a member reads coupons and cards, opens a card, and claims coupons. */
import { routesOf } from "../operation.ts";

export const coupons = routesOf({
  list: { method: "GET", path: "/coupons", caller: "member" },
  detail: { method: "GET", path: "/coupons/{id}", caller: "member" },
  reveal: { method: "POST", path: "/coupons/{id}/reveal", caller: "member" },
  used: { method: "POST", path: "/coupons/{id}/used", caller: "member" },
  templates: { method: "GET", path: "/coupon-templates", caller: "anyone" },
  claim: {
    method: "POST",
    path: "/coupon-templates/{templateId}/claim",
    caller: "member",
    key: true,
  },
});
