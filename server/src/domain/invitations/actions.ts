/** What may be asked of the invitations room. */
export {
  type CampaignChange,
  changeCampaign,
  createCampaign,
  listCampaigns,
} from "./actions/campaigns.ts";
export { appeal, decideAppeal } from "./actions/appeal.ts";
export {
  approveHeld,
  bondsOf,
  decideHeld,
  heldQueue,
  rejectBond,
  rejectHeld,
  transferBond,
} from "./actions/operate.ts";
export { inviteSummary, pageOfFriends } from "./actions/read.ts";
export { orderDone } from "./actions/earn.ts";
export { orderRefunded, settleRewards } from "./actions/settle.ts";
export { bind, newcomerListener } from "./actions/bind.ts";
export { codeOf, forgetClicks, inviteCodes, visit } from "./actions/codes.ts";
export { eraseFriend, openRewardsOf } from "./actions/close.ts";
export { hasRewardsOpen } from "./actions/merge.ts";
