/** Each topic of the contract with the rooms that answer it. */
import { openShop } from "./domain/catalog/actions.ts";
import { operatorAdjustmentsRoutes, operatorBooksRoutes } from "./domain/books/routes.ts";
import { operatorBillRoutes } from "./domain/books/bills/routes.ts";
import { countCards } from "./domain/cards/actions.ts";
import { couponsRoutes } from "./domain/cards/routes.ts";
import { auditRoutes } from "./domain/audit/routes.ts";
import { homeRoutes } from "./domain/catalog/routes.ts";
import { countCoupons } from "./domain/coupons/actions.ts";
import { diningRoutes } from "./domain/dining/routes.ts";
import { codeTaker } from "./domain/exchange/actions.ts";
import { batchesRoutes, exchangeRoutes } from "./domain/exchange/routes.ts";
import { refundsRoutes } from "./domain/refunds/routes.ts";
import { levelOf } from "./domain/levels/actions.ts";
import { levelsRoutes } from "./domain/levels/routes.ts";
import type { AssetReader, NewcomerListener, ProfileListener } from "./domain/members/port.ts";
import { memberRoutes, passportRoutes } from "./domain/members/routes.ts";
import { operatorCampaignRoutes } from "./domain/operators/campaign-routes.ts";
import { operatorCatalogRoutes } from "./domain/operators/catalog-routes.ts";
import { operatorLevelRoutes } from "./domain/operators/level-routes.ts";
import { operatorDeskRoutes, operatorRefundRoutes } from "./domain/operators/order-routes.ts";
import { operatorSupplyRoutes } from "./domain/operators/supply-routes.ts";
import { operatorPassportRoutes } from "./domain/operators/routes.ts";
import { operatorWithdrawalRoutes } from "./domain/operators/withdrawal-routes.ts";
import { orderNoOf, orderNosOf, pointsMallOrders } from "./domain/orders/actions.ts";
import { operatorPointsRoutes } from "./domain/operators/points-routes.ts";
import { operatorWalletRoutes } from "./domain/operators/wallet-routes.ts";
import { buyingRoutes, ordersRoutes } from "./domain/orders/routes.ts";
import { pointsOf, taskDone } from "./domain/points/actions.ts";
import { pointsRoutes } from "./domain/points/routes.ts";
import { readRegions } from "./domain/regions/file.ts";
import { regionsRoutes } from "./domain/regions/routes.ts";
import { securityRoutes } from "./domain/security/routes.ts";
import { wechatRoutes } from "./domain/share/routes.ts";
import { walletOf } from "./domain/wallet/actions.ts";
import { payoutsUnderWay, type WithdrawDeps, keptProofs } from "./domain/withdrawals/actions.ts";
import { withdrawalsRoutes } from "./domain/withdrawals/routes.ts";
import { walletRoutes } from "./domain/wallet/routes.ts";
import { type Partners } from "./partners.ts";
import type { Context } from "./platform/context.ts";
import type { Db } from "./platform/database/pool.ts";
import type { AllHandlers } from "./platform/http/handlers.ts";
import { wake } from "./platform/jobs/worker-wakeup.ts";
import type { AppParts, Wired } from "./app-parts.ts";

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

/** Nobody asks yet who brought a newcomer. */
const newcomerListener: NewcomerListener = { onRegistered: async () => undefined };

const withdrawalsOf = (context: Context, partners: Partners): WithdrawDeps => ({
  ...{ channel: partners.payoutChannel, payers: partners.payers, proofs: keptProofs(context) },
});

/** Every operation of both hosts. */
export function handlersOf(
  { context, db }: AppParts,
  { authenticator, partners, fulfilment, payments }: Wired,
): AllHandlers {
  const regions = readRegions();
  const members = {
    ...{ authenticator, assets: assetReader(context, db) },
    levels: { levelOf: (memberId: string) => levelOf(context, db, memberId) },
    profile: profileListener(context),
    newcomers: newcomerListener,
  };
  const shop = openShop(context, db, regions.byCode);
  return {
    passport: passportRoutes(context, db, members),
    member: memberRoutes(context, db, members),
    home: homeRoutes(shop),
    regions: regionsRoutes(regions),
    dining: diningRoutes(context, db, { cityOf: regions.byCode }),
    exchange: exchangeRoutes(context, db, { wake }),
    buying: buyingRoutes(context, db, {
      ...{ payments, wake, codes: codeTaker(context), cityOf: regions.byCode },
    }),
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
