/** Maps each topic of the contract to the routes of its module. */
import {
  createExportHandlers,
  createJobHandlers,
  createOperatorHandlers,
} from "./operator-handlers.ts";
import { createOwnHandlers } from "./member-handlers.ts";
import { createMemberDeps, createPosterMemberReader } from "./members.ts";
import { accountsRoutes } from "../domain/accounts/routes.ts";
import { homeRoutes } from "../domain/catalog/routes.ts";
import { closingRoutes } from "../domain/closing/routes.ts";
import { copiesRoutes } from "../domain/copies/routes.ts";
import { diningRoutes } from "../domain/dining/routes.ts";
import { codeRedeemer } from "../domain/exchange/actions.ts";
import { batchesRoutes, exchangeRoutes } from "../domain/exchange/routes.ts";
import { redemptionsOfBatch } from "../domain/figures/actions.ts";
import { refundsRoutes } from "../domain/refunds/routes.ts";
import { postersRoutes } from "../domain/invitations/posters/routes.ts";
import { levelsRoutes } from "../domain/levels/routes.ts";
import { mergingRoutes } from "../domain/merging/routes.ts";
import { passportRoutes } from "../domain/members/routes.ts";
import { operatorPartnerRoutes } from "../domain/operators/partner-routes.ts";
import { buyingRoutes } from "../domain/orders/routes.ts";
import type { PartnerGateways } from "../domain/partners/port.ts";
import { partnersRoutes } from "../domain/partners/routes.ts";
import type { RegionTree } from "../domain/regions/tree.ts";
import { regionsRoutes } from "../domain/regions/routes.ts";
import { refusePaused } from "../domain/settings/actions.ts";
import { noticeRoutes } from "../domain/settings/routes.ts";
import { securityRoutes } from "../domain/security/routes.ts";
import { wechatRoutes } from "../domain/share/routes.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import type { AllHandlers, Handler } from "../platform/http/handlers.ts";
import { wakeWorkers } from "../platform/jobs/worker-wakeup.ts";
import { pushRoutes } from "../platform/push/routes.ts";
import type { AppServices, HandlerOptions } from "./types.ts";

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
  const services = { authenticator, gateways, fulfilment, payments, files, regions, shop };
  const operators = createOperatorHandlers(parts, services);
  const own = createOwnHandlers(parts, services);
  return {
    passport: passportRoutes(context, db, members),
    ...own,
    merging: mergingRoutes(context, db, { authenticator }),
    closing: closingRoutes(context, db),
    copies: copiesRoutes(context, db, { store: files.store }),
    home: homeRoutes(shop),
    regions: regionsRoutes(regions),
    accounts: accountsRoutes(db),
    dining: diningRoutes(context, db, { cityOf: regions.byCode }),
    exchange: exchangeRoutes(context, db, { wake: wakeWorkers, risk }),
    buying: buyingRoutes(context, db, {
      payments,
      wake: wakeWorkers,
      codes: codeRedeemer(context),
      cityOf: regions.byCode,
      shop,
    }),
    refunds: refundsRoutes(context, db, { wake: wakeWorkers }),
    batches: batchesRoutes(context, db, {
      wake: wakeWorkers,
      redemptionsByDay: (batchId) => redemptionsOfBatch(context, db, batchId),
    }),
    wechat: wechatRoutes(context, db, { tickets: gateways.pageTickets }),
    security: securityRoutes(context, db),
    levels: levelsRoutes(context, db),
    posters: postersRoutes(db, createPosterMemberReader(context, db, files)),
    notice: noticeRoutes(context, parts.live),
    push: pushRoutes(context, db, { functions: socketFunctions }),
    ...operators,
    ...createExportHandlers(parts, operators, { files }),
    ...createJobHandlers(parts, { jobNames }),
    ...createPartnerHandlers(context, db, { gates: gateways.gates, regions }),
  };
}
