/** Wires the background work: payment listeners, outbox handlers and scheduled jobs. */
import { cloudCleanupJob } from "../cloud/single-use.ts";
import { levelReachedHandler, createMessageDeps, createReminderDeps } from "./messages.ts";
import { auditArchive } from "../domain/audit/actions.ts";
import { auditJobs } from "../domain/audit/jobs.ts";
import { eventArchive, runArchive } from "../domain/reconciliation/actions.ts";
import { reconciliationJobs } from "../domain/reconciliation/jobs.ts";
import { billSources } from "../domain/reconciliation/bills/sources.ts";
import { billReconciliationJob } from "../domain/reconciliation/bills/jobs.ts";
import { couponSubscriber } from "../domain/coupons/actions.ts";
import { birthdayCouponJob, campaignBudgetJob } from "../domain/coupons/jobs.ts";
import { levelCouponHandler } from "../domain/coupons/outbox-handlers.ts";
import { pictureCleanupJob } from "../domain/catalog/jobs.ts";
import { copyCleanupJob, copyOutboxHandlers } from "../domain/copies/jobs.ts";
import { storeSyncJob } from "../domain/dining/jobs.ts";
import { codeRedeemer } from "../domain/exchange/actions.ts";
import {
  codeGenerationHandlers,
  codeCountJob,
  guessCleanupJob,
  guessMonitorJob,
} from "../domain/exchange/jobs.ts";
import { audienceHandlers, memberListCleanupJob } from "../domain/audiences/jobs.ts";
import { exportCleanupJob, exportOutboxHandlers } from "../domain/exports/jobs.ts";
import { figuresJob } from "../domain/figures/jobs.ts";
import { fileJobs } from "../domain/files/jobs.ts";
import {
  fulfilmentOutboxHandlers,
  supplierPollJob,
  supplierMonitorJob,
  exchangeDeletionJob,
  supplierStatsJob,
} from "../domain/fulfilment/jobs.ts";
import { alertHandlers } from "../domain/queues/actions.ts";
import { alertNotificationJob } from "../domain/queues/jobs.ts";
import { operatorNames, readActiveOperators } from "../domain/operators/actions.ts";
import { refundListener } from "../domain/refunds/actions.ts";
import { refundOutboxHandlers, refundPollJob } from "../domain/refunds/jobs.ts";
import {
  clickCleanupJob,
  inviteCountJob,
  invitationSubscriber,
  rewardSettlementJob,
} from "../domain/invitations/jobs.ts";
import { invoiceSubscriber } from "../domain/invoices/actions.ts";
import { moderationHandlers, moderationSubscriber } from "../domain/moderation/actions.ts";
import { invoicePollJob } from "../domain/invoices/jobs.ts";
import { rollUpJob } from "../domain/ledger/jobs.ts";
import { levelSettlementJob } from "../domain/levels/jobs.ts";
import { closingJob, lateArrivalHandler } from "../domain/closing/jobs.ts";
import { LATE_ARRIVAL_TOPIC } from "../domain/merging/model.ts";
import {
  lateArrivalHandlers,
  mergeTransferJob,
  mergingSubscriber,
} from "../domain/merging/jobs.ts";
import { smsHandler } from "../domain/members/outbox-handlers.ts";
import { messageSubscriber } from "../domain/messages/actions.ts";
import type { MessageDeps } from "../domain/messages/port.ts";
import { messageHandlers, expiryReminderJob } from "../domain/messages/jobs.ts";
import { wechatStateCleanupJob } from "../domain/members/jobs.ts";
import { paymentListener } from "../domain/orders/actions.ts";
import { createOrderJobs } from "../domain/orders/jobs.ts";
import type { PaymentDeps } from "../domain/payments/actions.ts";
import { partnerCountJob, partnerPullJob } from "../domain/partners/jobs.ts";
import { paymentPollJob } from "../domain/payments/jobs.ts";
import { pointsExpiryJob } from "../domain/points/jobs.ts";
import { campaignDayJob, reportSumJob } from "../domain/reports/jobs.ts";
import { riskCleanupJob, riskDayJob } from "../domain/risk/jobs.ts";
import type { RiskGuard } from "../domain/risk/port.ts";
import { proofCleanupJob } from "../domain/security/jobs.ts";
import { topUpListener, topUpReturnListener } from "../domain/wallet/actions.ts";
import { withdrawalOutboxHandlers, withdrawalPollJob } from "../domain/withdrawals/jobs.ts";
import { bonusExpiryJob } from "../domain/wallet/jobs.ts";
import { type Gateways } from "./gateways.ts";
import { archiveJob } from "../platform/archive.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { DOMAIN_EVENT_TOPIC, domainEventHandler } from "../platform/jobs/domain-events.ts";
import { wakeWorkers } from "../platform/jobs/worker-wakeup.ts";
import { outboxCleanupJob } from "../platform/jobs/outbox-cleanup.ts";
import { pushCleanupJob } from "../platform/push/jobs.ts";
import { limitCounterCleanupJob, idempotencyKeyCleanupJob } from "../platform/cleanup-jobs.ts";
import { createOwnHandlers } from "./member-handlers.ts";
import { createOperatorHandlers, type OperatorServices } from "./operator-handlers.ts";
import type { App, AppOptions, HandlerOptions } from "./types.ts";

/** Returns the listeners for a received payment, by what it paid for. */
const paymentListeners = (context: Context): PaymentDeps["listener"] => {
  const listeners = {
    order: paymentListener(context, { codes: codeRedeemer(context) }),
    topup: topUpListener(context),
  };
  return {
    receive: (db, payment) => listeners[payment.bizType].receive(db, payment),
  };
};

/** Creates the dependencies of payments: the channel, the payers, and the listeners to notify. */
export const createPaymentDeps = (
  context: Context,
  { payChannel, payers }: Gateways,
  risk: RiskGuard,
): PaymentDeps => ({
  channel: payChannel,
  payers,
  risk,
  listener: paymentListeners(context),
  returnListener: topUpReturnListener(context),
  refundListener: refundListener(context, payChannel),
});

/** Outbox handlers for refunds, payouts and late arrivals of money. */
const moneyHandlers = ({ context, db }: AppOptions, partners: Gateways): App["outboxHandlers"] => ({
  ...refundOutboxHandlers(context, db, partners.payChannel),
  ...withdrawalOutboxHandlers(context, db, partners.payoutChannel),
  [LATE_ARRIVAL_TOPIC]: lateArrivalHandler(
    context,
    db,
    lateArrivalHandlers(context, db)[LATE_ARRIVAL_TOPIC],
  ),
});

/** Delivers domain events to the subscribing modules, and last to the member's messages. */
const createDomainEventHandler = (context: Context, db: Db, messages: MessageDeps) =>
  domainEventHandler([
    invitationSubscriber(context, db),
    couponSubscriber(context, db),
    mergingSubscriber(context, db),
    invoiceSubscriber(context, db),
    moderationSubscriber(context, db),
    messageSubscriber(context, db, messages),
  ]);

/** Creates the outbox handlers and the scheduled jobs. */
export function createBackgroundJobs(
  parts: HandlerOptions,
  services: OperatorServices,
): Pick<App, "outboxHandlers" | "jobs" | "lists"> {
  const { context, db } = parts;
  const { gateways, fulfilment, payments, files } = services;
  const exports = {
    context,
    db,
    lists: createOperatorHandlers(parts, services),
    store: files.store,
    namesOf: operatorNames,
  };
  const copies = { own: createOwnHandlers(parts, services), store: files.store };
  const messages = createMessageDeps(parts, gateways);
  return {
    lists: exports.lists,
    outboxHandlers: {
      [DOMAIN_EVENT_TOPIC]: createDomainEventHandler(context, db, messages),
      "sms.send": smsHandler(context, gateways.sms),
      "level.reached": levelReachedHandler(context, db, messages, levelCouponHandler(context, db)),
      ...messageHandlers(context, db, messages),
      ...fulfilmentOutboxHandlers(context, db, fulfilment),
      ...codeGenerationHandlers(context, db),
      ...moneyHandlers(parts, gateways),
      ...exportOutboxHandlers(exports),
      ...audienceHandlers(context, db),
      ...copyOutboxHandlers(context, db, copies),
      ...moderationHandlers(context, db, { screener: gateways.screener, store: files.store }),
      ...alertHandlers(context, db, {
        operators: { activeOperators: readActiveOperators },
        robots: gateways.robots,
        sms: gateways.sms,
      }),
    },
    jobs: [
      supplierPollJob(context, db, fulfilment),
      paymentPollJob(context, db, payments),
      supplierMonitorJob(context, db),
      supplierStatsJob(context, db),
      exchangeDeletionJob(context, db),
      guessMonitorJob(context, db),
      codeCountJob(db),
      guessCleanupJob(context, db),
      ...createOrderJobs(context, db, { payments, codes: codeRedeemer(context) }),
      refundPollJob(context, db, gateways.payChannel),
      withdrawalPollJob(context, db, gateways.payoutChannel),
      ...(gateways.invoices
        ? [invoicePollJob(context, db, { issuer: gateways.invoices, store: files.store })]
        : []),
      billReconciliationJob(context, db, billSources(gateways.payBills, gateways.suppliers)),
      storeSyncJob(context, db, gateways.diningSource),
      pictureCleanupJob(context, db),
      outboxCleanupJob(context, db),
      idempotencyKeyCleanupJob(context, db),
      limitCounterCleanupJob(context, db),
      riskCleanupJob(context, db),
      riskDayJob(context, db),
      ...fileJobs(context, db, files.store),
      pushCleanupJob(context, db),
      cloudCleanupJob(context, db),
      ...auditJobs(context, db, files.store),
      archiveJob(context, db, files.store, [
        auditArchive(context),
        eventArchive(context),
        runArchive(context),
      ]),
      proofCleanupJob(context, db),
      wechatStateCleanupJob(context, db),
      levelSettlementJob(context, db),
      rollUpJob(context, db),
      campaignBudgetJob(context, db),
      birthdayCouponJob(context, db),
      memberListCleanupJob(context, db),
      pointsExpiryJob(context, db),
      bonusExpiryJob(context, db),
      expiryReminderJob(context, db, createReminderDeps(context, db)),
      partnerPullJob(context, db, gateways.gates),
      partnerCountJob(context, db),
      rewardSettlementJob(context, db),
      clickCleanupJob(context, db),
      inviteCountJob(db),
      mergeTransferJob(context, db),
      closingJob(context, db),
      ...reconciliationJobs(context, db),
      figuresJob(context, db),
      campaignDayJob(context, db),
      reportSumJob(context, db),
      exportCleanupJob(exports),
      copyCleanupJob(context, db, files.store),
      alertNotificationJob(context, db, wakeWorkers),
    ],
  };
}
