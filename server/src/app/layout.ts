/** The database layout of the whole product, composed of what each module registers. */
import { cloudModule } from "../cloud/module.ts";
import { accountsModule } from "../domain/accounts/module.ts";
import { addressesModule } from "../domain/addresses/module.ts";
import { approvalsModule } from "../domain/approvals/module.ts";
import { auditModule } from "../domain/audit/module.ts";
import { audiencesModule } from "../domain/audiences/module.ts";
import { cardsModule } from "../domain/cards/module.ts";
import { catalogModule } from "../domain/catalog/module.ts";
import { closingModule } from "../domain/closing/module.ts";
import { copiesModule } from "../domain/copies/module.ts";
import { couponsModule } from "../domain/coupons/module.ts";
import { diningModule } from "../domain/dining/module.ts";
import { exchangeModule } from "../domain/exchange/module.ts";
import { exportsModule } from "../domain/exports/module.ts";
import { figuresModule } from "../domain/figures/module.ts";
import { filesModule } from "../domain/files/module.ts";
import { fulfilmentModule } from "../domain/fulfilment/module.ts";
import { invitationsModule } from "../domain/invitations/module.ts";
import { ledgerModule } from "../domain/ledger/module.ts";
import { contentModule } from "../domain/content/module.ts";
import { levelsModule } from "../domain/levels/module.ts";
import { membersModule } from "../domain/members/module.ts";
import { mergingModule } from "../domain/merging/module.ts";
import { messagesModule } from "../domain/messages/module.ts";
import { operatorsModule } from "../domain/operators/module.ts";
import { ordersModule } from "../domain/orders/module.ts";
import { partnersModule } from "../domain/partners/module.ts";
import { paymentsModule } from "../domain/payments/module.ts";
import { pointsModule } from "../domain/points/module.ts";
import { queuesModule } from "../domain/queues/module.ts";
import { reconciliationModule } from "../domain/reconciliation/module.ts";
import { refundsModule } from "../domain/refunds/module.ts";
import { reportsModule } from "../domain/reports/module.ts";
import { riskModule } from "../domain/risk/module.ts";
import { settingsModule } from "../domain/settings/module.ts";
import { securityModule } from "../domain/security/module.ts";
import { moderationModule } from "../domain/moderation/module.ts";
import { invoicesModule } from "../domain/invoices/module.ts";
import { ticketsModule } from "../domain/tickets/module.ts";
import { walletModule } from "../domain/wallet/module.ts";
import { withdrawalsModule } from "../domain/withdrawals/module.ts";
import { gatewaysModule } from "../gateways/module.ts";
import { platformModule } from "../platform/module.ts";
import { composeLayout } from "../platform/database/layout-types.ts";

/** Every table, view and exceptional function; modules from low to high. */
export const layout = composeLayout([
  platformModule,
  ledgerModule,
  auditModule,
  approvalsModule,
  settingsModule,
  filesModule,
  membersModule,
  securityModule,
  riskModule,
  levelsModule,
  contentModule,
  addressesModule,
  accountsModule,
  catalogModule,
  couponsModule,
  pointsModule,
  paymentsModule,
  walletModule,
  withdrawalsModule,
  fulfilmentModule,
  diningModule,
  cardsModule,
  ordersModule,
  refundsModule,
  exchangeModule,
  invitationsModule,
  partnersModule,
  messagesModule,
  invoicesModule,
  moderationModule,
  audiencesModule,
  ticketsModule,
  mergingModule,
  closingModule,
  copiesModule,
  reconciliationModule,
  operatorsModule,
  queuesModule,
  figuresModule,
  reportsModule,
  exportsModule,
  cloudModule,
  gatewaysModule,
]);
