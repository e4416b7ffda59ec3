/** What happens after an answer: money heard of, messages carried, and what time alone brings about. */
import { cloudSweeper } from "./cloud/once.ts";
import { levelTold, messageDeps, remindDeps } from "./app-messages.ts";
import { auditAgents } from "./domain/audit/jobs.ts";
import { booksAgents } from "./domain/books/jobs.ts";
import { billSources } from "./domain/books/bills/sources.ts";
import { billKeeper } from "./domain/books/bills/jobs.ts";
import { levelCourier } from "./domain/coupons/couriers.ts";
import { storeSyncer } from "./domain/dining/jobs.ts";
import { codeTaker } from "./domain/exchange/actions.ts";
import { codeCouriers, guessSweeper, guessWatcher } from "./domain/exchange/jobs.ts";
import { fileAgents } from "./domain/files/jobs.ts";
import {
  fulfilmentCouriers,
  supplierPoller,
  supplierWatcher,
  supplierLearner,
} from "./domain/fulfilment/jobs.ts";
import { refundListener } from "./domain/refunds/actions.ts";
import { refundCouriers, refundPoller } from "./domain/refunds/jobs.ts";
import { clickSweeper, invitationNews, rewardKeeper } from "./domain/invitations/jobs.ts";
import { booksRoller } from "./domain/ledger/jobs.ts";
import { levelKeeper } from "./domain/levels/jobs.ts";
import { closingKeeper, lateOfClosed } from "./domain/closing/jobs.ts";
import { LATE } from "./domain/merging/model.ts";
import { lateCourier, mergeKeeper, mergingNews } from "./domain/merging/jobs.ts";
import { smsCourier } from "./domain/members/couriers.ts";
import { newsListener } from "./domain/messages/actions.ts";
import type { MessageDeps } from "./domain/messages/port.ts";
import { messageCouriers, reminder } from "./domain/messages/jobs.ts";
import { stateSweeper } from "./domain/members/jobs.ts";
import { paymentListener } from "./domain/orders/actions.ts";
import { orderAgents } from "./domain/orders/jobs.ts";
import { type PaymentDeps, returnStarter } from "./domain/payments/actions.ts";
import { partnerPuller } from "./domain/partners/jobs.ts";
import { paymentPoller } from "./domain/payments/jobs.ts";
import { pointsKeeper } from "./domain/points/jobs.ts";
import { proofSweeper } from "./domain/security/jobs.ts";
import { topUpListener, topUpReturns } from "./domain/wallet/actions.ts";
import { withdrawalCouriers, withdrawalPoller } from "./domain/withdrawals/jobs.ts";
import { bonusKeeper } from "./domain/wallet/jobs.ts";
import { type Partners } from "./partners.ts";
import type { Context } from "./platform/context.ts";
import type { Db } from "./platform/database/pool.ts";
import { NEWS, newsCourier } from "./platform/jobs/news.ts";
import { outboxSweeper } from "./platform/jobs/worker-agents.ts";
import { pushSweeper } from "./platform/push/sweeper.ts";
import { counterSweeper, keySweeper } from "./platform/sweepers.ts";
import type { App, AppParts, Wired } from "./app-parts.ts";

/** Who hears that a payment came, by what it was for. */
const paymentListeners = (context: Context): PaymentDeps["listener"] => {
  const listeners = {
    order: paymentListener(context, { codes: codeTaker(context) }),
    topup: topUpListener(context),
  };
  return {
    onPaid: (tx, paid) => listeners[paid.bizType].onPaid(tx, paid),
    receive: async (db, paid) => (await listeners[paid.bizType].receive?.(db, paid)) ?? false,
  };
};

/** How payments hear of the channel and tell of it. */
export const paymentsOf = (context: Context, { payChannel, payers }: Partners): PaymentDeps => ({
  channel: payChannel,
  payers,
  listener: paymentListeners(context),
  returned: topUpReturns(context),
  refunds: refundListener(context, payChannel),
  starter: returnStarter(context),
});

/** Outbox handlers of money that goes back, goes out, or comes late. */
const moneyCouriers = ({ context, db }: AppParts, partners: Partners): App["couriers"] => ({
  ...refundCouriers(context, db, partners.payChannel),
  ...withdrawalCouriers(context, db, partners.payoutChannel),
  [LATE]: lateOfClosed(context, db, lateCourier(context, db)[LATE]),
});

/** Carries news to whoever acts on it, then to the member. */
const newsOf = (context: Context, db: Db, messages: MessageDeps) =>
  newsCourier([
    invitationNews(context, db),
    mergingNews(context, db),
    newsListener(context, db, messages),
  ]);

/** What happens after the answer: messages carried, and what time alone brings about. */
export function afterwards(
  parts: AppParts,
  {
    partners,
    fulfilment,
    payments,
    files,
  }: Pick<Wired, "partners" | "fulfilment" | "payments" | "files">,
): Pick<App, "couriers" | "agents"> {
  const { context, db } = parts;
  const messages = messageDeps(parts, partners);
  return {
    couriers: {
      [NEWS]: newsOf(context, db, messages),
      "sms.send": smsCourier(context, partners.sms),
      "level.reached": levelTold(context, db, messages, levelCourier(context, db)),
      ...messageCouriers(context, db, messages),
      ...fulfilmentCouriers(context, db, fulfilment),
      ...codeCouriers(context, db),
      ...moneyCouriers(parts, partners),
    },
    agents: [
      supplierPoller(context, db, fulfilment),
      paymentPoller(context, db, payments),
      supplierWatcher(context, db),
      supplierLearner(context, db),
      guessWatcher(context, db),
      guessSweeper(context, db),
      ...orderAgents(context, db, { payments, codes: codeTaker(context) }),
      refundPoller(context, db, partners.payChannel),
      withdrawalPoller(context, db, partners.payoutChannel),
      billKeeper(context, db, billSources(partners.payBills, partners.suppliers)),
      storeSyncer(context, db, partners.diningSource),
      outboxSweeper(context, db),
      keySweeper(context, db),
      counterSweeper(context, db),
      ...fileAgents(context, db, files.store),
      pushSweeper(context, db),
      cloudSweeper(context, db),
      ...auditAgents(context, db, files.store),
      proofSweeper(context, db),
      stateSweeper(context, db),
      levelKeeper(context, db),
      booksRoller(context, db),
      pointsKeeper(context, db),
      bonusKeeper(context, db),
      reminder(context, db, remindDeps(context, db)),
      partnerPuller(context, db, partners.gates),
      rewardKeeper(context, db),
      clickSweeper(context, db),
      mergeKeeper(context, db),
      closingKeeper(context, db),
      ...booksAgents(context, db),
    ],
  };
}
