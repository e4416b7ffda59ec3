/**
 * Composition root: the only file that depends on every module. It creates the server, the outbox
 * handlers and the jobs, but starts none of them.
 */
import httpProxy from "@fastify/http-proxy";
import { prefixes } from "@yunjing/contract/operations";
import type { FastifyInstance } from "fastify";
import { Gauge, type Registry } from "prom-client";
import { mountCloud } from "../cloud/cloud-endpoint.ts";
import { signedSockets } from "../cloud/sockets.ts";
import { sandboxHeadOf, serveSandboxFiles } from "./sandbox-files.ts";
import { sandboxRoutes } from "../demo/sandbox-routes.ts";
import { auditCalls, auditRefusal } from "../domain/audit/actions.ts";
import { pictureRoutes } from "../domain/catalog/picture-routes.ts";
import { createShop } from "../domain/catalog/actions.ts";
import { codeReturner } from "../domain/exchange/actions.ts";
import { OWN_STOCK, ownStock, registerSuppliers } from "../domain/fulfilment/actions.ts";
import { supplierCallbacks } from "../domain/fulfilment/routes.ts";
import { createLiveRisk } from "../domain/risk/actions.ts";
import { adoptContacts } from "../domain/content/actions.ts";
import { createLiveState } from "../domain/settings/actions.ts";
import { loadRegions } from "../domain/regions/load-regions.ts";
import { itemRefunder } from "../domain/refunds/actions.ts";
import {
  createAuthenticator,
  isSessionLive,
  filterEndedSessions,
} from "../domain/members/actions.ts";
import { fulfilmentListener } from "../domain/orders/actions.ts";
import { partnerCallbacks } from "../domain/partners/routes.ts";
import { wechatPayCallbacks } from "../domain/payments/routes.ts";
import { transferListener } from "../domain/withdrawals/actions.ts";
import { suppliers } from "../gateways/suppliers/registry.ts";
import { auditedWrites } from "./audited-writes.ts";
import { firstViewReader } from "./first-view-reader.ts";
import { createGateways } from "./gateways.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { createWriteProbe } from "../platform/database/write-probe.ts";
import { createCallReader } from "../platform/http/caller.ts";
import { type Environment, mountConsolePages } from "../platform/http/console-pages.ts";
import { createFirstViews } from "../platform/http/first-views.ts";
import { mountPages } from "../platform/http/pages.ts";
import { serve } from "../platform/http/serve.ts";
import { restrictToNetworks } from "../platform/http/networks.ts";
import { createServer } from "../platform/http/server.ts";
import { createRegistry, mountHealth } from "../platform/http/health.ts";
import { readOutboxMetrics } from "../platform/jobs/worker-claims.ts";
import { mountWebsockets, type SocketFunctions } from "../platform/push/websocket.ts";
import { createHub } from "../platform/push/hub.ts";
import { readLastNumbers, readStoredEvents } from "../platform/push/event-log.ts";
import { createPushMetrics } from "../platform/push/metrics.ts";
import { Refusal } from "../platform/refusal.ts";
import { createBackgroundJobs, createPaymentDeps } from "./background-jobs.ts";
import { createFileDeps } from "./files.ts";
import { createHandlers } from "./handlers.ts";
import type { App, AppOptions, AppServices, HandlerOptions } from "./types.ts";

export type { App, AppOptions } from "./types.ts";

/** Used when there is no build of the pages, and the server has only the API. */
const NO_PAGES_VERSION = "1.0.0+nopages";

/**
 * Registers a gauge of the queued, claimed and dead outbox messages; it is read when the metrics
 * are requested.
 */
function registerOutboxMetrics(registry: Registry, context: Context, db: Db): void {
  new Gauge({
    name: "outbox_messages",
    help: "messages waiting, being delivered, and given up",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      const figures = await readOutboxMetrics(context, db);
      for (const state of ["queued", "claimed", "dead"] as const)
        this.set({ state }, figures[state]);
    },
  });
}

/**
 * Serves the sandbox (the simulated partners) below /sandbox of the product's own origin, through a
 * proxy.
 */
async function mountSandbox(server: FastifyInstance, options: AppOptions) {
  const { config, context, db } = options;
  if (!config.sandboxOrigin) return;
  serveSandboxFiles(server, options);
  await server.register(sandboxRoutes(context, db));
  const upstream = config.sandboxOrigin;
  await server.register(async (scope) => {
    // The proxy forwards bodies unparsed.
    scope.removeAllContentTypeParsers();
    await scope.register(httpProxy, {
      upstream,
      prefix: "/sandbox",
      rewritePrefix: "/sandbox",
      // The simulated WeChat redirects browsers only to the host they came from.
      replyOptions: {
        rewriteRequestHeaders: ({ headers: { host } }, headers) => ({
          ...headers,
          ...(host === undefined ? {} : { "x-forwarded-host": host }),
        }),
      },
    });
  });
}

/** Creates the functions that pages may open a WebSocket to. */
function createSocketFunctions(
  { context, db, listener }: AppOptions,
  registry: Registry,
): SocketFunctions {
  const push = createHub({
    log: context.log,
    listener,
    metrics: createPushMetrics(registry),
    settings: context.settings,
    readEvents: (memberId, after) => readStoredEvents(db, memberId, after),
    readLastNumbers: (memberIds) => readLastNumbers(db, memberIds),
    isSessionLive: (holder) => isSessionLive(context, db, holder),
    findEndedSessions: (holders) => filterEndedSessions(context, db, holders),
  });
  return new Map([["push", push]]);
}

/** An installation with simulated partners is a demo, whatever NODE_ENV is. */
function environmentOf({ sandboxOrigin, isProduction }: AppOptions["config"]): Environment {
  if (sandboxOrigin) return "demo";
  return isProduction ? "production" : "staging";
}

/** When the operators' API has its own host, it returns NOT_FOUND on every other host. */
function restrictToHost(scope: FastifyInstance, origin: string | undefined): void {
  if (origin === undefined) return;
  const { host } = new URL(origin);
  scope.addHook("onRequest", async (request) => {
    if (request.host !== host) throw new Refusal("NOT_FOUND");
  });
}

/**
 * Mounts everything that members, suppliers and browsers request: the API, the callbacks, the
 * sandbox endpoints and the pages.
 */
async function mountWeb(
  server: FastifyInstance,
  parts: HandlerOptions,
  services: AppServices,
): Promise<void> {
  const { config, context, db, pages } = parts;
  const { authenticator, gateways, fulfilment, payments, socketFunctions, regions, shop, files } =
    services;
  const handlers = createHandlers(parts, services);
  const audit = auditCalls(context, db);
  const writes = auditedWrites(db);
  const origins = {
    api: config.publicOrigin,
    console: config.consoleOrigin ?? config.publicOrigin,
  };
  for (const host of ["api", "console"] as const) {
    const { member, operator, used: onUsed } = authenticator;
    const publicOrigin = origins[host];
    const callReader = createCallReader({
      member,
      operator,
      onUsed,
      now: () => context.clock.now().getTime(),
      random: context.random,
      publicOrigin,
      onRefused: ({ memberId: operatorId }, call) =>
        auditRefusal(context, db, { ...call, operatorId }),
    });
    const mount = async (scope: FastifyInstance) => {
      if (host === "console") {
        restrictToHost(scope, config.consoleOrigin);
        restrictToNetworks(scope, context.settings.consoleNetworks);
      }
      serve(scope, host, { callReader, audit, auditedWrites: writes, handlers });
    };
    await server.register(mount, { prefix: prefixes[host] });
  }
  const readers = gateways.callbackReaders;
  await server.register(supplierCallbacks(context, db, { ...fulfilment, readers }));
  await server.register(partnerCallbacks(context, db, gateways.gates));
  const read = gateways.payNotices;
  const transfers = transferListener(context, gateways.payoutChannel);
  await server.register(
    wechatPayCallbacks(context, db, { ...payments, transferListener: transfers, read }),
  );
  const { cloud: keys, publicOrigin } = config;
  const cloudDeps = { handlers, authenticator, regions, shop, files };
  const cloud = { context, db, keys, publicOrigin, ...cloudDeps };
  const signed = signedSockets(cloud);
  await server.register((scope) =>
    mountWebsockets(scope, { context, db, functions: socketFunctions, signed, publicOrigin }),
  );
  await mountCloud(server, cloud);
  await server.register(pictureRoutes(db, files.reencoder));
  await mountSandbox(server, parts);
  await mountConsolePages(server, {
    pages: parts.consolePages,
    origin: config.consoleOrigin,
    environment: environmentOf(config),
  });
  const head = sandboxHeadOf(parts);
  const firstViews =
    parts.firstViews &&
    createFirstViews({
      build: parts.firstViews,
      read: firstViewReader(handlers),
      origin: config.publicOrigin,
      cityOf: (code) => {
        const region = regions.byCode(code);
        return region?.level === 2 ? { code, name: region.name } : undefined;
      },
      head,
      log: context.log,
    });
  await mountPages(server, pages, { firstViews, head });
}

/** Creates the whole product around one database. */
export async function createApp(options: AppOptions): Promise<App> {
  const live = options.live ?? createLiveState(options.context.settings, options.context.log);
  const risk = options.risk ?? createLiveRisk(options.context);
  const parts = { ...options, live, risk };
  const { config, context, db, pages, makeGateways = createGateways } = parts;
  const gateways = makeGateways(context, config, db);
  const names = Object.entries(suppliers).map(([supplierId, { name }]) => ({ supplierId, name }));
  await registerSuppliers(db, names);
  await adoptContacts(context, db, config.firstContacts);
  const authenticator = createAuthenticator(context, db);
  const fulfilment = {
    suppliers: { ...gateways.suppliers, [OWN_STOCK]: ownStock(context, db) },
    listener: fulfilmentListener(context, {
      codes: codeReturner(context),
      refunds: itemRefunder(context),
    }),
  };
  const payments = createPaymentDeps(context, gateways, risk);
  const head = sandboxHeadOf(options);
  const server = await createServer({
    log: context.log,
    ids: context.ids,
    trustProxy: config.trustProxy,
    scriptHashes: [pages, head].flatMap((part) => part?.scriptHashes ?? []),
    styleHashes: [pages, head].flatMap((part) => part?.styleHashes ?? []),
    floodPerMinute: config.sandboxOrigin ? undefined : config.settings.floodPerMinute,
    isProduction: config.isProduction,
  });
  const files = createFileDeps(config.files, context.settings);
  server.addHook("onClose", () => files.reencoder.close());
  const registry = createRegistry();
  registerOutboxMetrics(registry, context, db);
  const version = pages?.version ?? NO_PAGES_VERSION;
  mountHealth(server, createWriteProbe(db, context), registry, {
    notReady: parts.notReady,
    version,
    isProduction: config.isProduction,
    metricsToken: config.metricsToken,
  });
  const regions = loadRegions();
  const shop = createShop(context, db, regions.byCode);
  const services = { authenticator, gateways, fulfilment, payments, files, regions, shop };
  const background = createBackgroundJobs(parts, services);
  // A process without the web role serves only health and metrics; every other request is refused.
  if (config.roles.web) {
    const socketFunctions = createSocketFunctions(parts, registry);
    const jobNames = background.jobs.map(({ name }) => name);
    await mountWeb(server, parts, { ...services, socketFunctions, jobNames });
  } else await mountPages(server, undefined);
  return { server, gateways, files, ...background };
}
