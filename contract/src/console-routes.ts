/**
 * Every route of the operators' API by topic. Separate from the members' routes, because the member
 * client must not contain it.
 */
import { operatorAccounts } from "./routes/operators/accounts.ts";
import { operatorAdjustments } from "./routes/operators/adjustments.ts";
import { operatorApprovals } from "./routes/operators/approvals.ts";
import { operatorAudiences } from "./routes/operators/audiences.ts";
import { operatorAudit } from "./routes/operators/audit.ts";
import { operatorBatches } from "./routes/operators/batches.ts";
import { operatorBooks } from "./routes/operators/books.ts";
import { operatorBills } from "./routes/operators/bills.ts";
import { operatorCampaigns } from "./routes/operators/campaigns.ts";
import { operatorCatalog } from "./routes/operators/catalog.ts";
import { operatorCodes } from "./routes/operators/codes.ts";
import { operatorAgreements } from "./routes/operators/agreements.ts";
import { operatorContent } from "./routes/operators/content.ts";
import { operatorDealers } from "./routes/operators/dealers.ts";
import { operatorContracts } from "./routes/operators/contracts.ts";
import { operatorDining } from "./routes/operators/dining.ts";
import { operatorDesk } from "./routes/operators/desk.ts";
import { operatorExports } from "./routes/operators/exports.ts";
import { operatorGoods } from "./routes/operators/goods.ts";
import { operatorHomePage } from "./routes/operators/home-page.ts";
import { operatorFiles } from "./routes/operators/files.ts";
import { operatorFigures } from "./routes/operators/figures.ts";
import { operatorGuesses } from "./routes/operators/guesses.ts";
import { operatorInvitations } from "./routes/operators/invitations.ts";
import { operatorInvoices } from "./routes/operators/invoices.ts";
import { operatorJobs } from "./routes/operators/jobs.ts";
import { operatorLedger } from "./routes/operators/ledger.ts";
import { operatorLevels } from "./routes/operators/levels.ts";
import { operatorMembers } from "./routes/operators/members.ts";
import { operatorMessages } from "./routes/operators/messages.ts";
import { operatorModeration } from "./routes/operators/moderation.ts";
import { operatorOrders } from "./routes/operators/orders.ts";
import { operatorPartners } from "./routes/operators/partners.ts";
import { operatorPayments } from "./routes/operators/payments.ts";
import { operatorPassport } from "./routes/operators/passport.ts";
import { operatorPoints } from "./routes/operators/points.ts";
import { operatorQueues } from "./routes/operators/queues.ts";
import { operatorRefunds } from "./routes/operators/refunds.ts";
import { operatorReports } from "./routes/operators/reports.ts";
import { operatorSearch } from "./routes/operators/search.ts";
import { operatorRisk } from "./routes/operators/risk.ts";
import { operatorSettings } from "./routes/operators/settings.ts";
import { operatorSupply } from "./routes/operators/supply.ts";
import { operatorWithdrawals } from "./routes/operators/withdrawals.ts";
import { operatorSuppliers } from "./routes/operators/suppliers.ts";
import { operatorTaxonomy } from "./routes/operators/taxonomy.ts";
import { operatorTickets } from "./routes/operators/tickets.ts";
import { operatorWallet } from "./routes/operators/wallet.ts";

export const consoleRoutes = {
  operatorPassport,
  operatorAccounts,
  operatorApprovals,
  operatorAudit,
  operatorBills,
  operatorCatalog,
  operatorGoods,
  operatorHomePage,
  operatorContent,
  operatorAgreements,
  operatorTaxonomy,
  operatorDining,
  operatorContracts,
  operatorCampaigns,
  operatorAudiences,
  operatorPoints,
  operatorQueues,
  operatorRefunds,
  operatorModeration,
  operatorInvoices,
  operatorDesk,
  operatorSupply,
  operatorSuppliers,
  operatorBooks,
  operatorLedger,
  operatorAdjustments,
  operatorWithdrawals,
  operatorWallet,
  operatorLevels,
  operatorInvitations,
  operatorMembers,
  operatorMessages,
  operatorOrders,
  operatorSearch,
  operatorPartners,
  operatorPayments,
  operatorCodes,
  operatorDealers,
  operatorExports,
  operatorFigures,
  operatorReports,
  operatorGuesses,
  operatorTickets,
  operatorBatches,
  operatorRisk,
  operatorSettings,
  operatorJobs,
  operatorFiles,
};
export type ConsoleRoutes = typeof consoleRoutes;
