/** Public actions of the reports module. */
export { tryCoupon } from "./actions/coupon-trial.ts";
export { readReport } from "./actions/read.ts";
