/** Composition: the only file that knows every room. It makes the server, the couriers and the agents; it starts none. */
import httpProxy from "@fastify/http-proxy";
import { prefixes } from "@yunjing/contract/operations";
import type { FastifyInstance } from "fastify";
import { Gauge, type Registry } from "prom-client";
import type { Config } from "./config.ts";
import { sandboxDoors } from "./demo/doors.ts";
import { openShop } from "./domain/catalog/actions.ts";
import { operatorAdjustmentsRoutes, operatorBooksRoutes } from "./domain/books/routes.ts";
import { booksAgents } from "./domain/books/jobs.ts";
import { billSources } from "./domain/books/bills/sources.ts";
import { operatorBillRoutes } from "./domain/books/bills/routes.ts";
import { billKeeper } from "./domain/books/bills/jobs.ts";
import { countCards } from "./domain/cards/actions.ts";
import { couponsRoutes } from "./domain/cards/routes.ts";
import { noteCalls } from "./domain/audit/actions.ts";
import { auditRoutes } from "./domain/audit/routes.ts";
import { homeRoutes } from "./domain/catalog/routes.ts";
import { countCoupons } from "./domain/coupons/actions.ts";
import { levelCourier } from "./domain/coupons/couriers.ts";
import { storeSyncer } from "./domain/dining/jobs.ts";
import { diningRoutes } from "./domain/dining/routes.ts";
import { codeReturner, codeTaker } from "./domain/exchange/actions.ts";
import { batchesRoutes, exchangeRoutes } from "./domain/exchange/routes.ts";
import { type FulfilmentDeps, OWN_STOCK, ownStock } from "./domain/fulfilment/actions.ts";
import { fulfilmentCouriers, supplierPoller, supplierWatcher } from "./domain/fulfilment/jobs.ts";
import { supplierCallbacks } from "./domain/fulfilment/routes.ts";
import { itemRefunder, refundListener } from "./domain/refunds/actions.ts";
import { refundCouriers, refundPoller } from "./domain/refunds/jobs.ts";
import { refundsRoutes } from "./domain/refunds/routes.ts";
import { booksRoller } from "./domain/ledger/jobs.ts";
import { levelOf } from "./domain/levels/actions.ts";
import { levelKeeper } from "./domain/levels/jobs.ts";
import { levelsRoutes } from "./domain/levels/routes.ts";
import { type Authenticator, createAuthenticator } from "./domain/members/actions.ts";
import { smsCourier } from "./domain/members/couriers.ts";
import type { AssetReader, ProfileListener } from "./domain/members/port.ts";
import { memberRoutes, passportRoutes } from "./domain/members/routes.ts";
import { operatorCampaignRoutes } from "./domain/operators/campaign-routes.ts";
import { operatorCatalogRoutes } from "./domain/operators/catalog-routes.ts";
import { operatorLevelRoutes } from "./domain/operators/level-routes.ts";
import { operatorDeskRoutes, operatorRefundRoutes } from "./domain/operators/order-routes.ts";
import { operatorSupplyRoutes } from "./domain/operators/supply-routes.ts";
import { operatorPassportRoutes } from "./domain/operators/routes.ts";
import { operatorWithdrawalRoutes } from "./domain/operators/withdrawal-routes.ts";
import {
  fulfilmentListener,
  orderNoOf,
  paymentListener,
  orderNosOf,
  pointsMallOrders,
} from "./domain/orders/actions.ts";
import { operatorPointsRoutes } from "./domain/operators/points-routes.ts";
import { operatorWalletRoutes } from "./domain/operators/wallet-routes.ts";
import { pickupCloser, unpaidCloser } from "./domain/orders/jobs.ts";
import { buyingRoutes, ordersRoutes } from "./domain/orders/routes.ts";
import { type PaymentDeps, returnStarter } from "./domain/payments/actions.ts";
import { paymentPoller } from "./domain/payments/jobs.ts";
import { wechatPayCallbacks } from "./domain/payments/routes.ts";
import { pointsOf, taskDone } from "./domain/points/actions.ts";
import { pointsKeeper } from "./domain/points/jobs.ts";
import { pointsRoutes } from "./domain/points/routes.ts";
import { readRegions } from "./domain/regions/file.ts";
import { regionsRoutes } from "./domain/regions/routes.ts";
import { proofSweeper } from "./domain/security/jobs.ts";
import { securityRoutes } from "./domain/security/routes.ts";
import { wechatRoutes } from "./domain/share/routes.ts";
import { walletOf, topUpListener, topUpReturns } from "./domain/wallet/actions.ts";
import {
  payoutsUnderWay,
  transferListener,
  type WithdrawDeps,
  keptProofs,
} from "./domain/withdrawals/actions.ts";
import { withdrawalCouriers, withdrawalPoller } from "./domain/withdrawals/jobs.ts";
import { withdrawalsRoutes } from "./domain/withdrawals/routes.ts";
import { bonusKeeper } from "./domain/wallet/jobs.ts";
import { walletRoutes } from "./domain/wallet/routes.ts";
import { createPartners, type Partners } from "./partners.ts";
import type { Context } from "./platform/context.ts";
import type { Db } from "./platform/database/pool.ts";
import { createDoor } from "./platform/http/door.ts";
import type { AllHandlers } from "./platform/http/handlers.ts";
import { mountPages, type Pages } from "./platform/http/pages.ts";
import { serve } from "./platform/http/serve.ts";
import { createServer } from "./platform/http/server.ts";
import { createRegistry, mountVitals } from "./platform/http/vitals.ts";
import type { Couriers } from "./platform/jobs/outbox.ts";
import type { Agent } from "./platform/jobs/schedule.ts";
import { outboxSweeper } from "./platform/jobs/worker-agents.ts";
import { outboxFigures } from "./platform/jobs/worker-claims.ts";
import { wake } from "./platform/jobs/worker-wakeup.ts";
import { Refusal } from "./platform/refusal.ts";
import { counterSweeper, keySweeper } from "./platform/sweepers.ts";

export type AppParts = {
  readonly config: Config;
  readonly context: Context;
  readonly db: Db;
  readonly pages: Pages | undefined;
  /** Says why the server is not ready yet, or undefined. */
  readonly notReady: () => string | undefined;
};

export type App = {
  readonly server: FastifyInstance;
  readonly couriers: Couriers;
  readonly agents: readonly Agent[];
  readonly partners: Partners;
};

/** Without a build of the pages there is only the API. */
const NO_PAGES_VERSION = "1.0.0+nopages";

const assetReader = (context: Context, db: Db): AssetReader => ({
  assetsOf: async (memberId) => {
    const [points, balance, coupons, cards] = await Promise.all([
      pointsOf(db, memberId, context.clock.now()),
      walletOf(db, memberId, context.clock.sql()),
      countCoupons(db, memberId, context.clock.sql()),
      countCards(db, memberId, context.clock.sql()),
    ]);
    return { points, balance, coupons: coupons.available, cards: cards.available, unread: 0 };
  },
});

/** A name of one's own is a task that brings points. */
const profileListener = (context: Context): ProfileListener => ({
  onRenamed: async (tx, memberId) => {
    await taskDone(context, tx, { memberId, task: "nickname" });
  },
});
/** What the operations work with besides the database. */
type Wired = {
  readonly authenticator: Authenticator;
  readonly partners: Partners;
  readonly fulfilment: FulfilmentDeps;
  readonly payments: PaymentDeps;
};

const withdrawalsOf = (context: Context, partners: Partners): WithdrawDeps => ({
  ...{ channel: partners.payoutChannel, payers: partners.payers, proofs: keptProofs(context) },
});

function handlersOf(
  { context, db }: AppParts,
  { authenticator, partners, fulfilment, payments }: Wired,
): AllHandlers {
  const regions = readRegions();
  const members = {
    ...{ authenticator, assets: assetReader(context, db) },
    levels: { levelOf: (memberId: string) => levelOf(context, db, memberId) },
    profile: profileListener(context),
  };
  const shop = openShop(context, db, regions.byCode);
  return {
    passport: passportRoutes(context, db, members),
    member: memberRoutes(context, db, members),
    home: homeRoutes(shop),
    regions: regionsRoutes(regions),
    dining: diningRoutes(context, db, { cityOf: regions.byCode }),
    exchange: exchangeRoutes(context, db, { wake }),
    buying: buyingRoutes(context, db, { payments, wake, codes: codeTaker(context) }),
    orders: ordersRoutes(context, db),
    refunds: refundsRoutes(context, db, { wake }),
    withdrawals: withdrawalsRoutes(context, db, { ...withdrawalsOf(context, partners), wake }),
    batches: batchesRoutes(context, db),
    wechat: wechatRoutes(context, db, { tickets: partners.pageTickets }),
    coupons: couponsRoutes(context, db, {
      orderNoOf: (ownerId, orderId) => orderNoOf(db, { ownerId, orderId }),
    }),
    security: securityRoutes(context, db),
    levels: levelsRoutes(context, db),
    operatorLevels: operatorLevelRoutes(context, db),
    points: pointsRoutes(context, db, {
      ...{ shop, causes: { orderNos: orderNosOf, pointsMallOrders } },
    }),
    wallet: walletRoutes(context, db, {
      ...{ payments, payouts: payoutsUnderWay },
      causes: { orderNos: orderNosOf },
    }),
    operatorPassport: operatorPassportRoutes(context, db, { authenticator }),
    operatorAudit: auditRoutes(db),
    operatorBills: operatorBillRoutes(context, db, { payments }),
    operatorCatalog: operatorCatalogRoutes(context, db),
    operatorCampaigns: operatorCampaignRoutes(context, db),
    operatorPoints: operatorPointsRoutes(context, db),
    operatorRefunds: operatorRefundRoutes(context, db),
    operatorDesk: operatorDeskRoutes(context, db, fulfilment),
    operatorSupply: operatorSupplyRoutes(context, db, {
      orderNoOf: (ownerId, orderId) => orderNoOf(db, { ownerId, orderId }),
    }),
    operatorBooks: operatorBooksRoutes(context, db),
    operatorAdjustments: operatorAdjustmentsRoutes(context, db),
    operatorWithdrawals: operatorWithdrawalRoutes(context, db, {
      ...{ channel: partners.payoutChannel, wake },
    }),
    operatorWallet: operatorWalletRoutes(context, db),
  };
}

/** How many messages wait, are carried, and were given up: asked when the figures are. */
function showOutbox(registry: Registry, context: Context, db: Db): void {
  new Gauge({
    name: "outbox_messages",
    help: "messages waiting, being carried, and given up",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      const figures = await outboxFigures(context, db);
      for (const state of ["queued", "claimed", "dead"] as const)
        this.set({ state }, figures[state]);
    },
  });
}

/** The pretend outside world answers below /sandbox of the product's own origin, through a proxy. */
async function mountSandbox(server: FastifyInstance, { config, context, db }: AppParts) {
  if (!config.sandboxOrigin) return;
  await server.register(sandboxDoors(context, db));
  const upstream = config.sandboxOrigin;
  await server.register(async (scope) => {
    // The proxy passes bodies on unread.
    scope.removeAllContentTypeParsers();
    await scope.register(httpProxy, { upstream, prefix: "/sandbox", rewritePrefix: "/sandbox" });
  });
}

/** With a host of its own, the operators' API is not there on any other. */
function keepToHost(scope: FastifyInstance, origin: string | undefined): void {
  if (origin === undefined) return;
  const { host } = new URL(origin);
  scope.addHook("onRequest", async (request) => {
    if (request.host !== host) throw new Refusal("NOT_FOUND");
  });
}

/** What members, suppliers and browsers ask: the API, the callbacks, the sandbox's doors and the pages. */
async function mountWeb(server: FastifyInstance, parts: AppParts, wired: Wired): Promise<void> {
  const { config, context, db, pages } = parts;
  const { authenticator, partners, fulfilment, payments } = wired;
  const handlers = handlersOf(parts, wired);
  const note = noteCalls(context, db);
  const origins = {
    api: config.publicOrigin,
    console: config.consoleOrigin ?? config.publicOrigin,
  };
  for (const host of ["api", "console"] as const) {
    const { member, operator } = authenticator;
    const publicOrigin = origins[host];
    const door = createDoor({ member, operator, random: context.random, publicOrigin });
    const mount = async (scope: FastifyInstance) => {
      if (host === "console") keepToHost(scope, config.consoleOrigin);
      serve(scope, host, { door, note, handlers });
    };
    await server.register(mount, { prefix: prefixes[host] });
  }
  const readers = partners.callbackReaders;
  await server.register(supplierCallbacks(context, db, { ...fulfilment, readers }));
  const read = partners.payNotices;
  const transfers = transferListener(context, partners.payoutChannel);
  await server.register(wechatPayCallbacks(context, db, { ...payments, transfers, read }));
  await mountSandbox(server, parts);
  await mountPages(server, pages);
}

/** Who hears that a payment came, by what it was for. */
const paymentListeners = (context: Context): PaymentDeps["listener"] => {
  const listeners = {
    order: paymentListener(context, { codes: codeTaker(context) }),
    topup: topUpListener(context),
  };
  return { onPaid: (tx, paid) => listeners[paid.bizType].onPaid(tx, paid) };
};

const paymentsOf = (context: Context, { payChannel, payers }: Partners): PaymentDeps => ({
  ...{ channel: payChannel, payers },
  listener: paymentListeners(context),
  returned: topUpReturns(context),
  refunds: refundListener(context, payChannel),
  starter: returnStarter(context),
});

/** What happens after the answer: messages carried, and what time alone brings about. */
function afterwards(
  { context, db }: AppParts,
  { partners, fulfilment, payments }: Omit<Wired, "authenticator">,
): Pick<App, "couriers" | "agents"> {
  return {
    couriers: {
      "sms.send": smsCourier(context, partners.sms),
      "level.reached": levelCourier(context, db),
      ...fulfilmentCouriers(context, db, fulfilment),
      ...refundCouriers(context, db, partners.payChannel),
      ...withdrawalCouriers(context, db, partners.payoutChannel),
    },
    agents: [
      supplierPoller(context, db, fulfilment),
      paymentPoller(context, db, payments),
      supplierWatcher(context, db),
      pickupCloser(context, db),
      unpaidCloser(context, db, { payments, codes: codeTaker(context) }),
      refundPoller(context, db, partners.payChannel),
      withdrawalPoller(context, db, partners.payoutChannel),
      billKeeper(context, db, billSources(partners.payBills, partners.suppliers)),
      storeSyncer(context, db, partners.diningSource),
      outboxSweeper(context, db),
      keySweeper(context, db),
      counterSweeper(context, db),
      proofSweeper(context, db),
      levelKeeper(context, db),
      booksRoller(context, db),
      pointsKeeper(context, db),
      bonusKeeper(context, db),
      ...booksAgents(context, db),
    ],
  };
}

/** Makes the whole product around one database. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, context, db, pages } = parts;
  const partners = createPartners(context, config, db);
  const authenticator = createAuthenticator(context, db);
  const fulfilment = {
    suppliers: { ...partners.suppliers, [OWN_STOCK]: ownStock(context, db) },
    listener: fulfilmentListener(context, {
      ...{ codes: codeReturner(context), refunds: itemRefunder(context) },
    }),
  };
  const payments = paymentsOf(context, partners);
  const server = await createServer({
    log: context.log,
    ids: context.ids,
    trustProxy: config.trustProxy,
    scriptHashes: pages?.scriptHashes ?? [],
    styleHashes: pages?.styleHashes ?? [],
    floodPerMinute: config.sandboxOrigin ? undefined : config.settings.floodPerMinute,
    isProduction: config.isProduction,
  });
  const registry = createRegistry();
  showOutbox(registry, context, db);
  const version = pages?.version ?? NO_PAGES_VERSION;
  mountVitals(server, db, registry, {
    notReady: parts.notReady,
    version,
    isProduction: config.isProduction,
  });
  // A worker answers what machines ask of a server, and "no" to everything else.
  if (config.roles.web) {
    await mountWeb(server, parts, { authenticator, partners, fulfilment, payments });
  } else await mountPages(server, undefined);
  return {
    server,
    partners,
    ...afterwards(parts, { partners, fulfilment, payments }),
  };
}
