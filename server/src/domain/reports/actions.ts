/** Public actions of the reports module. */
export { campaignEffect, campaignEffects, sumCampaignDays } from "./actions/campaign-effect.ts";
export { tryCoupons } from "./actions/coupon-trial.ts";
export { readReport } from "./actions/read.ts";
export { sumReports } from "./actions/sum-reports.ts";
