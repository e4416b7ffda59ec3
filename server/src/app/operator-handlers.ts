/** Maps the operators' topics to the routes of their modules. */
import { operatorAdjustmentsRoutes, operatorBooksRoutes } from "../domain/reconciliation/routes.ts";
import { operatorBillRoutes } from "../domain/reconciliation/bills/routes.ts";
import { approvalKindsOf } from "./approval-kinds.ts";
import type { ExportedLists } from "../domain/exports/port.ts";
import { operatorExportRoutes } from "../domain/exports/routes.ts";
import { operatorFigureRoutes } from "../domain/figures/routes.ts";
import { operatorReportRoutes } from "../domain/reports/routes.ts";
import { operatorJobRoutes } from "../domain/jobs/routes.ts";
import { operatorQueueRoutes } from "../domain/queues/routes.ts";
import { operatorAudienceRoutes } from "../domain/audiences/routes.ts";
import { auditRoutes } from "../domain/audit/routes.ts";
import { operatorApprovalRoutes } from "../domain/operators/approval-routes.ts";
import {
  operatorNames,
  readActiveOperators,
  readOperatorsWith,
} from "../domain/operators/actions.ts";
import { operatorAccountRoutes } from "../domain/operators/account-routes.ts";
import {
  operatorContractRoutes,
  operatorGoodsRoutes,
  operatorTaxonomyRoutes,
} from "../domain/catalog/operator-routes.ts";
import { operatorHomePageRoutes } from "../domain/catalog/home-page-routes.ts";
import { operatorAgreementRoutes } from "../domain/content/agreement-routes.ts";
import { operatorContentRoutes } from "../domain/content/operator-routes.ts";
import { operatorCampaignRoutes } from "../domain/operators/campaign-routes.ts";
import { operatorCatalogRoutes } from "../domain/operators/catalog-routes.ts";
import { operatorDealerRoutes } from "../domain/operators/dealer-routes.ts";
import { operatorGuessRoutes } from "../domain/operators/guess-routes.ts";
import { undrawableIn } from "../domain/invitations/posters/actions.ts";
import { operatorInvitationRoutes } from "../domain/operators/invitation-routes.ts";
import { operatorLevelRoutes } from "../domain/operators/level-routes.ts";
import { operatorDeskRoutes, operatorRefundRoutes } from "../domain/operators/order-routes.ts";
import { operatorSupplierRoutes } from "../domain/operators/supplier-routes.ts";
import { operatorSupplyRoutes } from "../domain/operators/supply-routes.ts";
import { operatorPassportRoutes } from "../domain/operators/routes.ts";
import { operatorWithdrawalRoutes } from "../domain/operators/withdrawal-routes.ts";
import { operatorPointsRoutes } from "../domain/operators/points-routes.ts";
import { operatorWalletRoutes } from "../domain/operators/wallet-routes.ts";
import { operatorOrderRoutes } from "../domain/lookup/order-routes.ts";
import { operatorLedgerRoutes } from "../domain/lookup/ledger-routes.ts";
import { operatorPaymentRoutes } from "../domain/lookup/payment-routes.ts";
import { operatorSearchRoutes } from "../domain/lookup/search-routes.ts";
import { batchesOfSetMeals, codeRedeemer } from "../domain/exchange/actions.ts";
import { operatorDiningRoutes } from "../domain/dining/operator-routes.ts";
import { operatorCodeRoutes } from "../domain/lookup/code-routes.ts";
import { operatorFileRoutes } from "../domain/lookup/file-routes.ts";
import { operatorMemberRoutes } from "../domain/lookup/member-routes.ts";
import { operatorTicketRoutes } from "../domain/operators/ticket-routes.ts";
import { operatorBatchRoutes } from "../domain/exchange/operator-routes.ts";
import { operatorRiskRoutes } from "../domain/risk/routes.ts";
import { operatorModerationRoutes } from "../domain/moderation/routes.ts";
import { operatorInvoiceRoutes } from "../domain/invoices/routes.ts";
import type { LiveState } from "../domain/settings/actions.ts";
import { operatorSettingsRoutes } from "../domain/settings/routes.ts";
import { orderNoOf } from "../domain/orders/actions.ts";
import type { ConsoleTopic } from "@yunjing/contract/operations";
import type { AllHandlers } from "../platform/http/handlers.ts";
import { createPusher } from "../platform/push/event-log.ts";
import { wakeWorkers } from "../platform/jobs/worker-wakeup.ts";
import type { AppServices, HandlerOptions } from "./types.ts";

const inboxOf = ({ start }: LiveState) => ({ kinds: approvalKindsOf(start), wake: wakeWorkers });

export type OperatorServices = Pick<
  AppServices,
  "authenticator" | "gateways" | "fulfilment" | "payments" | "files" | "regions" | "shop"
>;

/**
 * Creates the handlers of the operators' host, except those built together with their members'
 * topics.
 */
export const createOperatorHandlers = (
  { config, context, db, live, risk }: HandlerOptions,
  { authenticator, gateways, fulfilment, payments, files, regions, shop }: OperatorServices,
): Omit<
  Pick<AllHandlers, ConsoleTopic>,
  "operatorExports" | "operatorJobs" | "operatorMessages" | "operatorPartners"
> => ({
  operatorPassport: operatorPassportRoutes(context, db, { authenticator }),
  operatorAccounts: operatorAccountRoutes(context, db, { authenticator }),
  operatorApprovals: operatorApprovalRoutes(context, db, inboxOf(live)),
  operatorQueues: operatorQueueRoutes(context, db, {
    inbox: inboxOf(live),
    namesOf: operatorNames,
    operators: { activeOperators: readActiveOperators },
    robots: gateways.robots,
    wake: wakeWorkers,
  }),
  operatorAudit: auditRoutes(db, { store: files.store, namesOf: operatorNames }),
  operatorBills: operatorBillRoutes(context, db, { payments }),
  operatorCatalog: operatorCatalogRoutes(context, db),
  operatorGoods: operatorGoodsRoutes(context, db, {
    namesOf: operatorNames,
    cityOf: shop.cityOf,
    supplierIds: Object.keys(fulfilment.suppliers),
    reencoder: files.reencoder,
  }),
  operatorHomePage: operatorHomePageRoutes(db, {
    shop,
    namesOf: operatorNames,
    cities: regions.cities,
  }),
  operatorContent: operatorContentRoutes(context, db, { namesOf: operatorNames, undrawableIn }),
  operatorAgreements: operatorAgreementRoutes(context, db, operatorNames),
  operatorTaxonomy: operatorTaxonomyRoutes(context, db),
  operatorContracts: operatorContractRoutes(context, db, { namesOf: operatorNames }),
  operatorDining: operatorDiningRoutes(context, db, {
    namesOf: operatorNames,
    cityOf: regions.byCode,
    source: gateways.diningSource,
    batchesOfSetMeals,
  }),
  operatorCampaigns: operatorCampaignRoutes(context, db, { cityOf: shop.cityOf }),
  operatorAudiences: operatorAudienceRoutes(context, db, {
    namesOf: operatorNames,
    wake: wakeWorkers,
  }),
  operatorPoints: operatorPointsRoutes(context, db),
  operatorOrders: operatorOrderRoutes(context, db, {
    fulfilment,
    payments,
    codes: codeRedeemer(context),
    store: files.store,
    wake: wakeWorkers,
    cityOf: regions.byCode,
  }),
  operatorPayments: operatorPaymentRoutes(context, db),
  operatorSearch: operatorSearchRoutes(context, db),
  operatorRefunds: operatorRefundRoutes(context, db),
  operatorModeration: operatorModerationRoutes(context, db, { namesOf: operatorNames }),
  operatorInvoices: operatorInvoiceRoutes(context, db, { namesOf: operatorNames }),
  operatorDesk: operatorDeskRoutes(context, db, fulfilment),
  operatorSupply: operatorSupplyRoutes(context, db, {
    suppliers: fulfilment.suppliers,
    supplierSettings: config.supplierSettings,
    namesOf: operatorNames,
    orderNoOf: (ownerId, orderId) => orderNoOf(db, { ownerId, orderId }),
  }),
  operatorSuppliers: operatorSupplierRoutes(context, db),
  operatorBooks: operatorBooksRoutes(context, db, {
    namesOf: operatorNames,
    operatorsWith: readOperatorsWith,
  }),
  operatorAdjustments: operatorAdjustmentsRoutes(context, db, operatorNames),
  operatorWithdrawals: operatorWithdrawalRoutes(context, db, {
    channel: gateways.payoutChannel,
    wake: wakeWorkers,
  }),
  operatorWallet: operatorWalletRoutes(context, db),
  operatorMembers: operatorMemberRoutes(context, db, {
    invalidate: (memberId) => authenticator.invalidate(memberId),
  }),
  operatorCodes: operatorCodeRoutes(context, db, { store: files.store }),
  operatorDealers: operatorDealerRoutes(context, db),
  operatorFigures: operatorFigureRoutes(context, db),
  operatorReports: operatorReportRoutes(context, db),
  operatorGuesses: operatorGuessRoutes(context, db),
  operatorInvitations: operatorInvitationRoutes(context, db),
  operatorLedger: operatorLedgerRoutes(context, db),
  operatorLevels: operatorLevelRoutes(context, db),
  operatorBatches: operatorBatchRoutes(context, db, {
    wake: wakeWorkers,
    namesOf: operatorNames,
  }),
  operatorTickets: operatorTicketRoutes(context, db, { pusher: createPusher(context, db) }),
  operatorRisk: operatorRiskRoutes(context, db, { risk, namesOf: operatorNames }),
  operatorSettings: operatorSettingsRoutes(context, db, { live, namesOf: operatorNames }),
  operatorFiles: operatorFileRoutes(context, db, { store: files.store, namesOf: operatorNames }),
});

/** Creates the handlers of exports, which read the lists of the others. */
export const createExportHandlers = (
  { context, db }: HandlerOptions,
  lists: ExportedLists,
  { files }: Pick<AppServices, "files">,
): Pick<AllHandlers, "operatorExports"> => ({
  operatorExports: operatorExportRoutes(context, db, {
    lists,
    store: files.store,
    namesOf: operatorNames,
    wake: wakeWorkers,
  }),
});

/** Creates the handlers of scheduled jobs, which are known once the jobs are created. */
export const createJobHandlers = (
  { context, db }: HandlerOptions,
  { jobNames }: Pick<AppServices, "jobNames">,
): Pick<AllHandlers, "operatorJobs"> => ({
  operatorJobs: operatorJobRoutes(context, db, { namesOf: operatorNames, jobNames }),
});
