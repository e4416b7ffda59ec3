/** Contract operations of coupons → actions: this room is the lowest that knows both coupons and cards. */
import type { Handlers } from "../../platform/http/handlers.ts";
import { Refusal } from "../../platform/refusal.ts";

const none = { available: 0, used: 0, over: 0 };
const missing = () => Promise.reject(new Refusal("NOT_FOUND"));
const emptyPage = { list: [], page: 1, pageSize: 20, hasMore: false };

export const couponsRoutes = (): Handlers<"coupons"> => ({
  list: () => Promise.resolve({ ...emptyPage, counts: { coupon: none, card: none } }),
  detail: missing,
  reveal: missing,
  used: missing,
  templates: () => Promise.resolve(emptyPage),
  claim: missing,
});
