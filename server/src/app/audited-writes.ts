/** Maps every write of the console to the state that the audit shows before and after it. */
import type { Db } from "../platform/database/pool.ts";
import type { AuditedWrites } from "../platform/http/audited-writes.ts";
import type { AuditedState } from "../platform/http/call.ts";
import { audienceWrites } from "./audited-audience-writes.ts";
import { catalogWrites } from "./audited-catalog-writes.ts";
import { approvalObject, approvalStateOf, assignmentStateOf } from "../domain/approvals/actions.ts";
import { routeStateOf, supplierCostsOf } from "../domain/catalog/actions.ts";
import { campaignStateOf, couponStateOf, memberCouponCountOf } from "../domain/coupons/actions.ts";
import {
  batchStateOf,
  canaryStateOf,
  codeStateOf,
  dealerMonthStateOf,
  dealerPaymentStateOf,
  dealerStateOf,
  frictionState,
} from "../domain/exchange/actions.ts";
import { fileStateOf } from "../domain/files/actions.ts";
import {
  cardStockStateOf,
  lossStateOf,
  supplierOrderState,
  supplierStateOf,
} from "../domain/fulfilment/actions.ts";
import {
  bindingStateOf,
  campaignStateOf as invitationCampaignStateOf,
  rewardStateOf,
} from "../domain/invitations/actions.ts";
import { exportStateOf } from "../domain/exports/actions.ts";
import { jobStateOf } from "../domain/jobs/actions.ts";
import { freezeStateOf } from "../domain/ledger/actions.ts";
import { levelStateOf, memberLevelStateOf } from "../domain/levels/actions.ts";
import { findOrderByNo, orderNotesOf, orderSendingsOf } from "../domain/lookup/actions.ts";
import { findNamedMember, memberStateOf } from "../domain/members/actions.ts";
import { announcementStateOf, sendingStateOf } from "../domain/messages/actions.ts";
import { operatorStateOf } from "../domain/operators/actions.ts";
import { orderStateOf } from "../domain/orders/actions.ts";
import { hostStateOf, linkStateOf, partnerStateOf } from "../domain/partners/actions.ts";
import { attemptStateOf } from "../domain/payments/actions.ts";
import { ruleStateOf } from "../domain/points/actions.ts";
import {
  alertStateOf,
  deadCountOf,
  deadStateOf,
  recipientStateOf,
} from "../domain/queues/actions.ts";
import { billStateOf, caseStateOf } from "../domain/reconciliation/actions.ts";
import { refundObject, refundStateOf } from "../domain/refunds/actions.ts";
import { caseStateOf as moderationStateOf, wordStateOf } from "../domain/moderation/actions.ts";
import { invoiceStateOf } from "../domain/invoices/actions.ts";
import { preparedAnswerStateOf, ticketStateOf } from "../domain/tickets/actions.ts";
import { packageStateOf } from "../domain/wallet/actions.ts";
import { entryStateOf, riskCaseStateOf, riskRuleStateOf } from "../domain/risk/actions.ts";
import { noticeStateOf, settingStateOf, switchStateOf } from "../domain/settings/actions.ts";
import { withdrawalStateOf } from "../domain/withdrawals/actions.ts";

type State = Promise<AuditedState | undefined>;
type Approval = { readonly approvalId: string };
type Named = { readonly memberId?: string; readonly memberNo?: string };

const NOTHING = { reason: "It stores nothing but the record of this call." } as const;
const OWN_SESSION = { reason: "It changes the operator's own session only." } as const;
const OWN_VIEW = { reason: "It changes how the operator sees lists." } as const;

/** Reads the states of writes; a reader returns `undefined` for what does not exist. */
export function auditedWrites(db: Db): AuditedWrites {
  const none: State = Promise.resolve(undefined);
  const proposed = (_input: object, made: Partial<Approval> | undefined): State =>
    made?.approvalId === undefined ? none : approvalStateOf(db, made.approvalId);
  const ofMember = async (named: Named, read: (memberId: string) => State) => {
    const memberId = await findNamedMember(db, named);
    return memberId === undefined ? undefined : read(memberId);
  };

  const account = ({ operatorId }: { readonly operatorId: string }) =>
    operatorStateOf(db, operatorId);
  const batch = ({ batchId }: { readonly batchId: string }) => batchStateOf(db, batchId);
  const code = ({ codeId }: { readonly codeId: string }) => codeStateOf(db, codeId);
  const campaign = ({ templateId }: { readonly templateId: string }) =>
    campaignStateOf(db, templateId);
  const supplier = ({ supplierId }: { readonly supplierId: string }) =>
    supplierStateOf(db, supplierId);
  const binding = ({ memberId }: { readonly memberId: string }) => bindingStateOf(db, memberId);
  const reward = (key: { readonly memberId: string; readonly rewardId: string }) =>
    rewardStateOf(db, key);
  const member = ({ memberNo }: { readonly memberNo: string }) => memberStateOf(db, memberNo);
  const coupon = ({
    memberNo,
    couponId,
  }: {
    readonly memberNo: string;
    readonly couponId: string;
  }) => ofMember({ memberNo }, (memberId) => couponStateOf(db, { memberId, couponId }));
  const partner = ({ partnerId }: { readonly partnerId: string }) => partnerStateOf(db, partnerId);
  const freeze = ({ asset, ...named }: Named & { readonly asset: string }) =>
    ofMember(named, (memberId) => freezeStateOf(db, { memberId, asset }));
  /** A proposal changes nothing yet; its own record is written as well. */
  const setting = ({ name }: { readonly name: string }, made: Partial<Approval> | undefined) =>
    made?.approvalId === undefined ? settingStateOf(db, name) : proposed({}, made);
  const job = ({ name }: { readonly name: string }) => jobStateOf(db, name);
  const file = ({ fileId }: { readonly fileId: string }) => fileStateOf(db, fileId);
  const ticket = ({ ticketId }: { readonly ticketId: string }) => ticketStateOf(db, ticketId);
  const reconciled = ({ caseId }: { readonly caseId: string }) => caseStateOf(db, caseId);
  const moderated = ({ caseId }: { readonly caseId: string }) => moderationStateOf(db, caseId);
  const invoice = ({ invoiceId }: { readonly invoiceId: string }) => invoiceStateOf(db, invoiceId);
  const refund = ({ refundNo }: { readonly refundNo: string }) => refundStateOf(db, refundNo);
  const withdrawal = ({ withdrawalNo }: { readonly withdrawalNo: string }) =>
    withdrawalStateOf(db, withdrawalNo);
  const alert = ({ alertId }: { readonly alertId: string }) => alertStateOf(db, alertId);
  const order = async ({ orderNo }: { readonly orderNo: string }) => {
    const key = await findOrderByNo(db, orderNo);
    return key && orderStateOf(db, key);
  };
  const supplierOrder = async ({ outNo }: { readonly outNo: string }) => {
    const placed = await supplierOrderState(db, outNo);
    const of = placed && (await orderStateOf(db, placed));
    return of && { object: of.object, state: { ...of.state, supplier: placed.state } };
  };

  return {
    operatorPassport: { stepUp: OWN_SESSION, logout: OWN_SESSION },
    operatorAccounts: {
      invite: proposed,
      setRoles: proposed,
      enable: proposed,
      resetTotp: proposed,
      disable: account,
      endSessions: account,
      setRole: "handler",
    },
    // The kinds of approvals have tables of their own.
    operatorApprovals: {
      passOn: ({ approvalId }) => assignmentStateOf(db, approvalObject(approvalId)),
      approve: "handler",
      reject: "handler",
      withdraw: "handler",
    },
    operatorAudit: { verify: NOTHING },
    operatorBills: {
      ask: ({ outTradeNo }) => attemptStateOf(db, outTradeNo),
      refetch: (day) => billStateOf(db, day),
    },
    ...catalogWrites(db),
    operatorCampaigns: {
      create: campaign,
      change: campaign,
      copy: ({ newId }) => campaignStateOf(db, newId),
      simulate: NOTHING,
      submit: campaign,
      pause: campaign,
      resume: campaign,
      stop: campaign,
      give: campaign,
      proposeBudget: proposed,
    },
    operatorAudiences: audienceWrites(db),
    operatorPoints: { changeRule: ({ ruleId }) => ruleStateOf(db, ruleId) },
    operatorQueues: {
      setListSettings: OWN_VIEW,
      saveView: OWN_VIEW,
      deleteView: OWN_VIEW,
      acknowledge: alert,
      assign: alert,
      setRecipients: ({ kind }) => recipientStateOf(db, kind),
      resend: ({ messageId }) => deadStateOf(db, messageId),
      resendTopic: ({ topic }) => deadCountOf(db, topic),
    },
    operatorRefunds: {
      approve: refund,
      reject: refund,
      retry: refund,
      handOver: ({ refundNo }) => assignmentStateOf(db, refundObject(refundNo)),
    },
    operatorModeration: {
      approve: moderated,
      reject: moderated,
      setWord: ({ word }) => wordStateOf(db, word),
    },
    operatorInvoices: { issue: invoice, reject: invoice, reverse: invoice, ask: invoice },
    operatorDesk: {
      claim: supplierOrder,
      handOver: supplierOrder,
      delivered: supplierOrder,
      failed: supplierOrder,
    },
    operatorSupply: {
      topUp: supplier,
      switch: supplier,
      test: NOTHING,
      closeCircuit: supplier,
      importCards: ({ product }) => cardStockStateOf(db, product),
      setRoute: (route) => routeStateOf(db, route),
      settleLoss: ({ lossId }) => lossStateOf(db, lossId),
    },
    operatorSuppliers: {
      change: supplier,
      importPrices: ({ supplierId }) => supplierCostsOf(db, supplierId),
    },
    operatorBooks: {
      propose: proposed,
      dismiss: reconciled,
      assign: reconciled,
      comment: reconciled,
      freeze,
      thaw: freeze,
    },
    operatorAdjustments: { propose: proposed },
    operatorWithdrawals: {
      approveMany: async ({ withdrawalNos }) => {
        const states = await Promise.all(withdrawalNos.map((no) => withdrawalStateOf(db, no)));
        const known = states.flatMap((one) => (one ? [[one.object, one.state["state"]]] : []));
        return { object: withdrawalNos.join(" "), state: Object.fromEntries(known) };
      },
      approve: withdrawal,
      reject: withdrawal,
      retry: withdrawal,
      recall: withdrawal,
      settle: proposed,
    },
    operatorWallet: { setPackage: ({ packageId }) => packageStateOf(db, packageId) },
    operatorLedger: {},
    operatorLevels: {
      change: ({ grade }) => levelStateOf(db, Number(grade)),
      give: (named) => ofMember(named, (memberId) => memberLevelStateOf(db, memberId)),
    },
    operatorInvitations: {
      create: async (_input, made) => made && invitationCampaignStateOf(db, made.campaignId),
      change: ({ campaignId }) => invitationCampaignStateOf(db, campaignId),
      transfer: binding,
      reject: binding,
      approveReward: reward,
      rejectReward: reward,
      decideAppeal: reward,
    },
    operatorMembers: {
      find: NOTHING,
      reveal: NOTHING,
      restrict: member,
      lift: member,
      endSessions: member,
      setTags: member,
      note: member,
      rebind: proposed,
      revokeCoupon: coupon,
      extendCoupon: coupon,
    },
    operatorMessages: {
      announce: async (_input, made) => made && announcementStateOf(db, made.announcementId),
      withdraw: ({ announcementId }) => announcementStateOf(db, announcementId),
      resend: (sending) => sendingStateOf(db, sending),
    },
    operatorOrders: {
      ask: order,
      cancelAtSupplier: order,
      toDesk: order,
      close: order,
      resend: ({ orderNo }) => orderSendingsOf(db, orderNo),
      note: ({ orderNo }) => orderNotesOf(db, orderNo),
      reroute: order,
      refundPreview: NOTHING,
      refund: order,
      compensate: async ({ orderNo, kind, templateId }, made) => {
        if (kind === "points") return proposed({}, made);
        const key = templateId === undefined ? undefined : await findOrderByNo(db, orderNo);
        if (!key || templateId === undefined) return undefined;
        return memberCouponCountOf(db, { memberId: key.ownerId, templateId });
      },
    },
    operatorSearch: { search: NOTHING },
    operatorPartners: {
      setLink: ({ linkId }) => linkStateOf(db, linkId),
      switchLink: ({ linkId }) => linkStateOf(db, linkId),
      switchPartner: partner,
      proposeHost: proposed,
      closeHost: (host) => hostStateOf(db, host),
      pull: partner,
    },
    operatorExports: {
      create: async (_input, made) => made && exportStateOf(db, made.exportId),
      proposeClear: proposed,
      cancel: ({ exportId }) => exportStateOf(db, exportId),
      link: NOTHING,
    },
    operatorFigures: {},
    operatorReports: {},
    operatorPayments: {},
    operatorCodes: {
      lookup: NOTHING,
      release: code,
      freeze: code,
      resume: code,
      extend: code,
      void: proposed,
    },
    operatorDealers: {
      set: (named) => ofMember(named, (memberId) => dealerStateOf(db, memberId)),
      paid: ({ memberNo, month }) =>
        ofMember({ memberNo }, (memberId) => dealerMonthStateOf(db, { memberId, month })),
      reverse: ({ memberNo, paymentId }) =>
        ofMember({ memberNo }, (memberId) => dealerPaymentStateOf(db, { memberId, paymentId })),
    },
    operatorGuesses: {
      friction: () => frictionState(db),
      plant: async (_input, made) => made && canaryStateOf(db, made.batchId),
    },
    operatorTickets: {
      take: ticket,
      answer: ticket,
      handOver: ticket,
      close: ticket,
      stopClosing: member,
      setAnswer: ({ answerId }) => preparedAnswerStateOf(db, answerId),
    },
    operatorBatches: {
      create: async (_input, made) => made && batchStateOf(db, made.batchId),
      submit: batch,
      import: async (_input, made) => (made?.batchId ? batchStateOf(db, made.batchId) : undefined),
      reject: batch,
      exportKey: batch,
      freeze: batch,
      resume: batch,
      activate: batch,
      extend: batch,
      void: batch,
    },
    operatorFiles: { reveal: NOTHING, block: file, unblock: file, remove: file },
    operatorJobs: { run: job, pause: job, resume: job },
    operatorRisk: {
      setRule: ({ code: ruleCode }) => riskRuleStateOf(db, ruleCode),
      list: async (_input, made) => made && entryStateOf(db, made.entryId),
      endEntry: ({ entryId }) => entryStateOf(db, entryId),
      decide: ({ caseId }) => riskCaseStateOf(db, caseId),
    },
    operatorSettings: {
      change: setting,
      rollBack: setting,
      setFlag: ({ name }) => switchStateOf(db, name),
      setNotice: () => noticeStateOf(db),
    },
  };
}
