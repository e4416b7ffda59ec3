/** What may be asked of the coupons room: reading, claiming and giving coupons, and running campaigns. */
export { claimCentre, claimCoupon } from "./actions/claim.ts";
export { grantCoupon } from "./actions/grant.ts";
export { couponOf, couponPage, couponsOf } from "./actions/read.ts";
export { countCoupons, type Position, type Tab, type TabCounts } from "./store.ts";
export { walletCoupon } from "./view.ts";
