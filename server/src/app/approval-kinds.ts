/** The approvals inbox's view of every kind of two-person approval, each from the module that owns it. */
import type { ApprovalKinds } from "../domain/approvals/port.ts";
import { bulkGiveApprovals } from "../domain/audiences/actions.ts";
import { lossApprovals } from "../domain/catalog/actions.ts";
import { budgetApprovals, campaignApprovals } from "../domain/coupons/actions.ts";
import { clearApprovals } from "../domain/exports/actions.ts";
import { batchApprovals, exportApprovals, voidApprovals } from "../domain/exchange/actions.ts";
import { appealApprovals, rewardApprovals } from "../domain/invitations/actions.ts";
import { rebindApprovals } from "../domain/members/actions.ts";
import { grantApprovals } from "../domain/operators/actions.ts";
import { hostApprovals } from "../domain/partners/actions.ts";
import { adjustmentApprovals } from "../domain/reconciliation/actions.ts";
import { refundApprovals } from "../domain/refunds/actions.ts";
import { settingApprovals } from "../domain/settings/actions.ts";
import { settlementApprovals, withdrawalApprovals } from "../domain/withdrawals/actions.ts";
import type { Settings } from "../platform/settings.ts";

/** `start` are the installation's own settings, on which changes of settings are based. */
export const approvalKindsOf = (start: Settings): ApprovalKinds => ({
  adjust: adjustmentApprovals,
  invite_reward: rewardApprovals,
  invite_appeal: appealApprovals,
  partner_host: hostApprovals,
  withdrawal_settle: settlementApprovals,
  code_void: voidApprovals,
  member_rebind: rebindApprovals,
  operator_grant: grantApprovals,
  benefit_loss: lossApprovals,
  export_clear: clearApprovals,
  bulk_give: bulkGiveApprovals,
  campaign_budget: budgetApprovals,
  setting: settingApprovals(start),
  refund: refundApprovals,
  withdrawal: withdrawalApprovals,
  campaign: campaignApprovals,
  code_batch: batchApprovals,
  code_export: exportApprovals,
});
