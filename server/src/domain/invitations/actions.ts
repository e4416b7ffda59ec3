/** The public actions of the invitations module. */
export {
  changeCampaign,
  createCampaign,
  listCampaigns,
} from "./actions/campaigns.ts";
export { appeal, decideAppeal } from "./actions/appeal.ts";
export {
  approveHeldReward,
  listBindings,
  decideHeldReward,
  listHeldRewards,
  rejectBinding,
  rejectHeldReward,
  transferBinding,
} from "./actions/operator.ts";
export { appealApprovals, rewardApprovals } from "./actions/approval-kinds.ts";
export { latestHeldRewards } from "./store/operator.ts";
export { pageOfFriends } from "./actions/read.ts";
export { handleOrderDone } from "./actions/order-done.ts";
export { handleOrderRefunded, settleRewards } from "./actions/settle.ts";
export { bindNewcomer, newcomerListener } from "./actions/bind.ts";
export {
  codeOf,
  deleteOldClicks,
  inviteCodes,
  recordClick,
} from "./actions/codes.ts";
export { eraseFriend, openRewardsOf } from "./actions/close.ts";
export { hasRewardsOpen } from "./actions/merge.ts";
export { bindingStateOf, campaignStateOf, rewardStateOf } from "./store/audited.ts";
export { recountInvites } from "./store/counts.ts";
