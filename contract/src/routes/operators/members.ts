/**
 * Routes of the operators' member list, of one member with everything about it, and its actions.
 * Phones are in bodies only, so that no address contains one.
 */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const read = { caller: "operator", permissions: ["members:read"] } as const;
const edit = { caller: "operator", permissions: ["members:edit"] } as const;
const reveal = { caller: "operator", permissions: ["members:reveal"] } as const;
const coupon = { caller: "operator", permissions: ["members:edit", "campaigns:edit"] } as const;

export const operatorMembers = routesOf({
  list: { ...read, method: "GET", path: "/members" },
  find: { ...read, method: "POST", path: "/members/find" },
  detail: { ...read, method: "GET", path: "/members/{memberNo}" },
  ledger: { ...read, method: "GET", path: "/members/{memberNo}/ledger" },
  orders: { ...read, method: "GET", path: "/members/{memberNo}/orders" },
  coupons: { ...read, method: "GET", path: "/members/{memberNo}/coupons" },
  cards: { ...read, method: "GET", path: "/members/{memberNo}/cards" },
  codes: { ...read, method: "GET", path: "/members/{memberNo}/codes" },
  sessions: { ...read, method: "GET", path: "/members/{memberNo}/sessions" },
  events: { ...read, method: "GET", path: "/members/{memberNo}/events" },
  invitations: { ...read, method: "GET", path: "/members/{memberNo}/invitations" },
  messages: { ...read, method: "GET", path: "/members/{memberNo}/messages" },
  reveal: {
    ...reveal,
    method: "POST",
    path: "/members/{memberNo}/reveal",
    stepUp: stepUpOf.reveal,
  },
  restrict: { ...edit, method: "POST", path: "/members/{memberNo}/restrict" },
  lift: { ...edit, method: "POST", path: "/members/{memberNo}/lift" },
  endSessions: { ...edit, method: "POST", path: "/members/{memberNo}/end-sessions" },
  setTags: { ...edit, method: "POST", path: "/members/{memberNo}/tags" },
  note: { ...edit, method: "POST", path: "/members/{memberNo}/notes" },
  rebind: {
    ...edit,
    method: "POST",
    path: "/members/{memberNo}/rebind",
    stepUp: stepUpOf.proposal,
  },
  revokeCoupon: {
    ...coupon,
    method: "POST",
    path: "/members/{memberNo}/coupons/{couponId}/revoke",
    key: true,
  },
  extendCoupon: {
    ...coupon,
    method: "POST",
    path: "/members/{memberNo}/coupons/{couponId}/extend",
    key: true,
  },
});
