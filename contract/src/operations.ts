/**
 * The table of all operations: every route with its shape. The server, OpenAPI and the tests use
 * it.
 */
import { ownValue } from "./own-value.ts";
import type { Static } from "typebox";
import { consoleRoutes, type ConsoleRoutes } from "./console-routes.ts";
import { type DealerRoutes, dealerRoutes } from "./dealer-routes.ts";
import { routes, type Routes } from "./routes.ts";
import { accounts } from "./schemas/accounts.ts";
import { addresses } from "./schemas/addresses.ts";
import { batches } from "./schemas/batches.ts";
import { buying } from "./schemas/buying.ts";
import { closing } from "./schemas/closing.ts";
import { copies } from "./schemas/copies.ts";
import { coupons } from "./schemas/coupons.ts";
import { dining } from "./schemas/dining.ts";
import { exchange } from "./schemas/exchange.ts";
import { home } from "./schemas/home.ts";
import { identity } from "./schemas/identity.ts";
import { invite } from "./schemas/invite.ts";
import { member } from "./schemas/member.ts";
import { merging } from "./schemas/merging.ts";
import { messages } from "./schemas/messages.ts";
import { notice } from "./schemas/notice.ts";
import { operatorAccounts } from "./schemas/operators/accounts.ts";
import { operatorAdjustments } from "./schemas/operators/adjustments.ts";
import { operatorAgreements } from "./schemas/operators/agreements.ts";
import { operatorApprovals } from "./schemas/operators/approvals.ts";
import { operatorAudiences } from "./schemas/operators/audiences.ts";
import { operatorAudit } from "./schemas/operators/audit.ts";
import { operatorBatches } from "./schemas/operators/batches.ts";
import { operatorBooks } from "./schemas/operators/books.ts";
import { operatorBills } from "./schemas/operators/bills.ts";
import { operatorCampaigns } from "./schemas/operators/campaigns.ts";
import { operatorCatalog } from "./schemas/operators/catalog.ts";
import { operatorContent } from "./schemas/operators/content.ts";
import { operatorContracts } from "./schemas/operators/contracts.ts";
import { operatorDining } from "./schemas/operators/dining.ts";
import { operatorDesk } from "./schemas/operators/desk.ts";
import { operatorExports } from "./schemas/operators/exports.ts";
import { operatorGoods } from "./schemas/operators/goods.ts";
import { operatorHomePage } from "./schemas/operators/home-page.ts";
import { operatorFiles } from "./schemas/operators/files.ts";
import { operatorFigures } from "./schemas/operators/figures.ts";
import { operatorGuesses } from "./schemas/operators/guesses.ts";
import { operatorInvitations } from "./schemas/operators/invitations.ts";
import { operatorInvoices } from "./schemas/operators/invoices.ts";
import { operatorJobs } from "./schemas/operators/jobs.ts";
import { operatorLedger } from "./schemas/operators/ledger.ts";
import { operatorLevels } from "./schemas/operators/levels.ts";
import { operatorMembers } from "./schemas/operators/members.ts";
import { operatorMessages } from "./schemas/operators/messages.ts";
import { operatorCodes } from "./schemas/operators/codes.ts";
import { operatorDealers } from "./schemas/operators/dealers.ts";
import { operatorModeration } from "./schemas/operators/moderation.ts";
import { operatorOrders } from "./schemas/operators/orders.ts";
import { operatorPartners } from "./schemas/operators/partners.ts";
import { operatorPassport } from "./schemas/operators/passport.ts";
import { operatorPayments } from "./schemas/operators/payments.ts";
import { operatorPoints } from "./schemas/operators/points.ts";
import { operatorQueues } from "./schemas/operators/queues.ts";
import { operatorRefunds } from "./schemas/operators/refunds.ts";
import { operatorReports } from "./schemas/operators/reports.ts";
import { operatorSearch } from "./schemas/operators/search.ts";
import { operatorRisk } from "./schemas/operators/risk.ts";
import { operatorSettings } from "./schemas/operators/settings.ts";
import { operatorSuppliers } from "./schemas/operators/suppliers.ts";
import { operatorSupply } from "./schemas/operators/supply.ts";
import { operatorTaxonomy } from "./schemas/operators/taxonomy.ts";
import { operatorTickets } from "./schemas/operators/tickets.ts";
import { operatorWithdrawals } from "./schemas/operators/withdrawals.ts";
import { operatorWallet } from "./schemas/operators/wallet.ts";
import { orders } from "./schemas/orders.ts";
import { partners } from "./schemas/partners.ts";
import { passport } from "./schemas/passport.ts";
import { points } from "./schemas/points.ts";
import { posters } from "./schemas/posters.ts";
import { push } from "./schemas/push.ts";
import { refunds } from "./schemas/refunds.ts";
import { regions } from "./schemas/regions.ts";
import { tickets } from "./schemas/tickets.ts";
import { wallet } from "./schemas/wallet.ts";
import { invoices } from "./schemas/invoices.ts";
import { levels } from "./schemas/levels.ts";
import { security } from "./schemas/security.ts";
import { wechat } from "./schemas/wechat.ts";
import { withdrawals } from "./schemas/withdrawals.ts";
import type { Route, Shape } from "./operation.ts";

export const shapes = {
  passport,
  member,
  identity,
  merging,
  closing,
  copies,
  home,
  regions,
  dining,
  exchange,
  buying,
  orders,
  refunds,
  invoices,
  tickets,
  batches,
  wechat,
  coupons,
  security,
  levels,
  withdrawals,
  messages,
  points,
  posters,
  wallet,
  invite,
  push,
  addresses,
  accounts,
  partners,
  notice,
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
  operatorSuppliers,
  operatorSupply,
  operatorBooks,
  operatorAdjustments,
  operatorWithdrawals,
  operatorWallet,
  operatorLedger,
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
export type Shapes = typeof shapes;

type EveryRoute = Routes & DealerRoutes & ConsoleRoutes;
/** Topics of the members' API, and those of the operators'. */
export type MemberTopic = keyof Routes | keyof DealerRoutes;
export type ConsoleTopic = keyof ConsoleRoutes;
export type Topic = MemberTopic | ConsoleTopic;
export type Name<T extends Topic> = keyof EveryRoute[T] & keyof Shapes[T];
export type Input<T extends Topic, N extends Name<T>> = Shapes[T][N] extends {
  input: infer I extends Shape["input"];
}
  ? Static<I>
  : never;
export type Output<T extends Topic, N extends Name<T>> = Shapes[T][N] extends {
  output: infer O extends Shape["output"];
}
  ? Static<O>
  : never;

/** The API that an operation belongs to. */
export type Host = "api" | "console";
export const prefixes: Readonly<Record<Host, string>> = { api: "/api", console: "/console/api" };

export type Operation = Route &
  Shape & { readonly topic: Topic; readonly name: string; readonly host: Host };

function operationsOf(host: Host, tables: Partial<Record<Topic, Record<string, Route>>>) {
  return Object.entries(tables).flatMap(([topic, plain]) => {
    const known = topic as Topic;
    const shaped: Record<string, Shape> = shapes[known];
    return Object.entries(plain).map(([name, route]): Operation => {
      const shape = ownValue(shaped, name);
      if (!shape) throw new Error(`operation ${topic}.${name} has no shape`);
      return { topic: known, name, host, ...route, ...shape };
    });
  });
}

/** Every operation, flat, in the order of the tables. */
export const operations: readonly Operation[] = [
  ...operationsOf("api", { ...routes, ...dealerRoutes }),
  ...operationsOf("console", consoleRoutes),
];
