/** Every lifecycle of the product by its module, lower modules first. */
import type { Lifecycle } from "../../platform/lifecycle.ts";
import { approvalLifecycle } from "../approvals/lifecycle.ts";
import { bulkSendLifecycle } from "../audiences/lifecycle.ts";
import { cardLifecycle } from "../cards/lifecycle.ts";
import { campaignLifecycle, couponLifecycle } from "../coupons/lifecycle.ts";
import { batchLifecycle, codeLifecycle, codeUseLifecycle } from "../exchange/lifecycle.ts";
import { supplierOrderLifecycle } from "../fulfilment/lifecycle.ts";
import { appealLifecycle, bindingLifecycle, rewardLifecycle } from "../invitations/lifecycle.ts";
import { invoiceLifecycle } from "../invoices/lifecycle.ts";
import { moderationLifecycle } from "../moderation/lifecycle.ts";
import { axes, itemLifecycle } from "../orders/lifecycle.ts";
import { attemptLifecycle, returnLifecycle } from "../payments/lifecycle.ts";
import { refundLifecycle } from "../refunds/lifecycle.ts";
import { riskCaseLifecycle } from "../risk/lifecycle.ts";
import { ticketLifecycle } from "../tickets/lifecycle.ts";
import { topUpLifecycle, topUpRefundLifecycle } from "../wallet/lifecycle.ts";
import { withdrawalLifecycle } from "../withdrawals/lifecycle.ts";

export const lifecyclesByModule: Readonly<Record<string, readonly Lifecycle[]>> = {
  approvals: [approvalLifecycle],
  risk: [riskCaseLifecycle],
  coupons: [couponLifecycle, campaignLifecycle],
  payments: [attemptLifecycle, returnLifecycle],
  wallet: [topUpLifecycle, topUpRefundLifecycle],
  withdrawals: [withdrawalLifecycle],
  fulfilment: [supplierOrderLifecycle],
  cards: [cardLifecycle],
  orders: [axes.order, axes.pay, axes.fulfil, axes.refund, itemLifecycle],
  refunds: [refundLifecycle],
  invoices: [invoiceLifecycle],
  exchange: [codeLifecycle, codeUseLifecycle, batchLifecycle],
  invitations: [bindingLifecycle, rewardLifecycle, appealLifecycle],
  tickets: [ticketLifecycle],
  moderation: [moderationLifecycle],
  audiences: [bulkSendLifecycle],
};

export const lifecycles: readonly Lifecycle[] = Object.values(lifecyclesByModule).flat();
