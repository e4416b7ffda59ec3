/**
 * Public actions of the coupons module: reading, claiming and granting coupons, and running
 * campaigns.
 */
export { couponSubscriber } from "./actions/automatic.ts";
export { giveBirthdayCoupons } from "./actions/birthdays.ts";
export { warnOfBudgets } from "./actions/budget-warning.ts";
export { claimCentre, claimCoupon, sharedCentreStock } from "./actions/claim.ts";
export {
  approveCampaign,
  changeCampaign,
  copyCampaign,
  createCampaign,
  createActiveCampaign,
  pauseCampaign,
  rejectCampaign,
  resumeCampaign,
  stopCampaign,
  submitCampaign,
} from "./actions/campaigns.ts";
export { budgetApprovals, budgetHandler, proposeBudget } from "./actions/budget.ts";
export { campaignApprovals } from "./actions/approval-kind.ts";
export { type GiveLimits, giveLimitsOf } from "./actions/give-limits.ts";
export { grantByOperator, grantToMembers } from "./actions/grant-to-members.ts";
export { packRulesFor } from "./actions/pack.ts";
export { grantCoupon } from "./actions/grant.ts";
export { campaignDetail, campaignMemberPage, campaignPage } from "./actions/list.ts";
export { couponOf, couponPage, memberCouponsQuery, couponsOf } from "./actions/read.ts";
export { newcomerCampaigns } from "./actions/newcomers.ts";
export { campaignsToday, readCampaignDays } from "./store/campaign-days.ts";
export { campaignFigures, countCampaigns } from "./store/campaigns.ts";
export { listExpiringCoupons } from "./store/expiring.ts";
export { countCoupons } from "./store.ts";
export {
  type FoundDraft,
  grantedTemplates,
  isTemplateGranted,
  type TemplateDraft,
} from "./store/templates.ts";
export { couponFaceOf, walletCoupon } from "./view.ts";
export { countMovable, moveCoupons } from "./actions/merge.ts";
export { extendCoupon, revokeCoupon } from "./actions/one-coupon.ts";
export { couponRows } from "./store/rows.ts";
export { forfeitCoupons } from "./actions/forfeit.ts";
export { campaignStateOf, couponStateOf, memberCouponCountOf } from "./store/audited.ts";
