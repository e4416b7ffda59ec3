/** Maps each topic of the contract to the routes of its module. */
import {
  createExportHandlers,
  createJobHandlers,
  createOperatorHandlers,
} from "./operator-handlers.ts";
import { createMemberDeps, createPosterMemberReader } from "./members.ts";
import { createMessageHandlers } from "./messages.ts";
import { accountsRoutes } from "../domain/accounts/routes.ts";
import { addressesRoutes } from "../domain/addresses/routes.ts";
import { couponsRoutes } from "../domain/cards/routes.ts";
import { homeRoutes } from "../domain/catalog/routes.ts";
import { closingRoutes } from "../domain/closing/routes.ts";
import { diningRoutes } from "../domain/dining/routes.ts";
import { codeRedeemer } from "../domain/exchange/actions.ts";
import { batchesRoutes, exchangeRoutes } from "../domain/exchange/routes.ts";
import { refundsRoutes } from "../domain/refunds/routes.ts";
import { postersRoutes } from "../domain/invitations/posters/routes.ts";
import { levelsRoutes } from "../domain/levels/routes.ts";
import { identityRoutes } from "../domain/members/identity-routes.ts";
import { inviteRoutes } from "../domain/invitations/routes.ts";
import { mergingRoutes } from "../domain/merging/routes.ts";
import { memberRoutes, passportRoutes } from "../domain/members/routes.ts";
import { cardListener, orderNoOf, orderNosOf, pointsMallOrders } from "../domain/orders/actions.ts";
import { operatorPartnerRoutes } from "../domain/operators/partner-routes.ts";
import { buyingRoutes, ordersRoutes } from "../domain/orders/routes.ts";
import { partnersOrders } from "../domain/partners/actions.ts";
import type { PartnerGateways } from "../domain/partners/port.ts";
import { partnersRoutes } from "../domain/partners/routes.ts";
import { pointsRoutes } from "../domain/points/routes.ts";
import type { RegionTree } from "../domain/regions/tree.ts";
import { regionsRoutes } from "../domain/regions/routes.ts";
import { refusePaused } from "../domain/settings/actions.ts";
import { noticeRoutes } from "../domain/settings/routes.ts";
import { securityRoutes } from "../domain/security/routes.ts";
import { invoicesRoutes } from "../domain/invoices/routes.ts";
import { ticketsRoutes } from "../domain/tickets/routes.ts";
import { wechatRoutes } from "../domain/share/routes.ts";
import {
  pendingPayouts,
  type WithdrawDeps,
  securityProofs,
} from "../domain/withdrawals/actions.ts";
import { withdrawalsRoutes } from "../domain/withdrawals/routes.ts";
import { walletRoutes } from "../domain/wallet/routes.ts";
import { type Gateways } from "./gateways.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import type { AllHandlers, Handler } from "../platform/http/handlers.ts";
import { wakeWorkers } from "../platform/jobs/worker-wakeup.ts";
import { pushRoutes } from "../platform/push/routes.ts";
import type { AppServices, HandlerOptions } from "./types.ts";

const createWithdrawDeps = (context: Context, partners: Gateways): WithdrawDeps => ({
  channel: partners.payoutChannel,
  payers: partners.payers,
  proofs: securityProofs(context),
});

/** Handlers of links to partners, for members and for operators. */
const createPartnerHandlers = (
  context: Context,
  db: Db,
  { gates, regions }: { readonly gates: PartnerGateways; readonly regions: RegionTree },
): Pick<AllHandlers, "partners" | "operatorPartners"> => ({
  partners: partnersRoutes(context, db, {
    gateways: gates,
    cityOf: (code) => {
      const region = regions.byCode(code);
      return region?.level === 3 ? region.parent : region?.code;
    },
  }),
  operatorPartners: operatorPartnerRoutes(context, db, { gates }),
});

/**
 * Returns the handlers so that a call reads one snapshot of the settings from its beginning to its
 * end, is refused with FEATURE_PAUSED while an operator has switched it off, and leaves a record when
 * risk rules refuse it.
 */
function withLiveState(
  handlers: AllHandlers,
  { live, risk, db, context: { clock } }: HandlerOptions,
): AllHandlers {
  const wrapped = Object.entries(handlers).map(([topic, operations]) => {
    const entries = Object.entries(operations).map(([name, found]) => {
      const handler = found as Handler<unknown, unknown>;
      const operation = `${topic}.${name}`;
      const run: Handler<unknown, unknown> = (input, call) =>
        live.run(async () => {
          refusePaused(live, clock, operation);
          return risk.recording(db, () => handler(input, call));
        });
      return [name, run];
    });
    return [topic, Object.fromEntries(entries)];
  });
  return Object.fromEntries(wrapped) as AllHandlers;
}

/** Creates the handlers of every operation of both hosts. */
export const createHandlers = (parts: HandlerOptions, services: AppServices): AllHandlers =>
  withLiveState(plainHandlers(parts, services), parts);

function plainHandlers(
  parts: HandlerOptions,
  {
    authenticator,
    gateways,
    fulfilment,
    payments,
    socketFunctions,
    files,
    regions,
    shop,
    jobNames,
  }: AppServices,
): AllHandlers {
  const { context, db, live, risk } = parts;
  const members = createMemberDeps(context, db, { authenticator, partners: gateways, live, risk });
  const operators = createOperatorHandlers(parts, {
    authenticator,
    gateways,
    fulfilment,
    payments,
    files,
    regions,
    shop,
  });
  return {
    passport: passportRoutes(context, db, members),
    member: memberRoutes(context, db, members),
    identity: identityRoutes(context, db, members),
    merging: mergingRoutes(context, db, { authenticator }),
    closing: closingRoutes(context, db),
    home: homeRoutes(shop),
    regions: regionsRoutes(regions),
    addresses: addressesRoutes(context, db, regions),
    accounts: accountsRoutes(db),
    dining: diningRoutes(context, db, { cityOf: regions.byCode }),
    exchange: exchangeRoutes(context, db, { wake: wakeWorkers, risk }),
    buying: buyingRoutes(context, db, {
      payments,
      wake: wakeWorkers,
      codes: codeRedeemer(context),
      cityOf: regions.byCode,
    }),
    orders: ordersRoutes(context, db, { elsewhere: partnersOrders(db) }),
    refunds: refundsRoutes(context, db, { wake: wakeWorkers }),
    withdrawals: withdrawalsRoutes(context, db, {
      ...createWithdrawDeps(context, gateways),
      risk,
      wake: wakeWorkers,
    }),
    ...createMessageHandlers(parts, gateways),
    tickets: ticketsRoutes(context, db),
    invoices: invoicesRoutes(context, db, {
      isIssuing: gateways.invoices !== undefined,
      store: files.store,
    }),
    batches: batchesRoutes(context, db, { wake: wakeWorkers }),
    wechat: wechatRoutes(context, db, { tickets: gateways.pageTickets }),
    coupons: couponsRoutes(context, db, {
      orderNoOf: (ownerId, orderId) => orderNoOf(db, { ownerId, orderId }),
      risk,
      ...cardListener(context),
    }),
    security: securityRoutes(context, db),
    levels: levelsRoutes(context, db),
    posters: postersRoutes(db, createPosterMemberReader(context, db, files)),
    points: pointsRoutes(context, db, {
      shop,
      orderLookup: { orderNos: orderNosOf, pointsMallOrders },
    }),
    wallet: walletRoutes(context, db, {
      payments,
      payouts: pendingPayouts,
      causes: { orderNos: orderNosOf },
    }),
    invite: inviteRoutes(context, db),
    notice: noticeRoutes(context, parts.live),
    push: pushRoutes(context, db, { functions: socketFunctions }),
    ...operators,
    ...createExportHandlers(parts, operators, { files }),
    ...createJobHandlers(parts, { jobNames }),
    ...createPartnerHandlers(context, db, { gates: gateways.gates, regions }),
  };
}
