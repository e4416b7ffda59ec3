/** Composition: the only file that knows every room. It makes the server, the couriers and the agents; it starts none. */
import httpProxy from "@fastify/http-proxy";
import { prefixes } from "@yunjing/contract/operations";
import type { FastifyInstance } from "fastify";
import { Gauge, type Registry } from "prom-client";
import { mountCloud } from "./cloud/door.ts";
import { signedSockets } from "./cloud/sockets.ts";
import { sandboxDoors } from "./demo/doors.ts";
import { noteCalls, noteRefusal } from "./domain/audit/actions.ts";
import { openShop } from "./domain/catalog/actions.ts";
import { codeReturner } from "./domain/exchange/actions.ts";
import { OWN_STOCK, ownStock } from "./domain/fulfilment/actions.ts";
import { supplierCallbacks } from "./domain/fulfilment/routes.ts";
import { readRegions } from "./domain/regions/file.ts";
import { itemRefunder } from "./domain/refunds/actions.ts";
import { createAuthenticator, isSessionLive, sessionsEnded } from "./domain/members/actions.ts";
import { fulfilmentListener } from "./domain/orders/actions.ts";
import { partnerCallbacks } from "./domain/partners/routes.ts";
import { wechatPayCallbacks } from "./domain/payments/routes.ts";
import { transferListener } from "./domain/withdrawals/actions.ts";
import { createPartners } from "./partners.ts";
import type { Context } from "./platform/context.ts";
import type { Db } from "./platform/database/pool.ts";
import { createWriteProbe } from "./platform/database/write-probe.ts";
import { createDoor } from "./platform/http/door.ts";
import { mountPages } from "./platform/http/pages.ts";
import { serve } from "./platform/http/serve.ts";
import { createServer } from "./platform/http/server.ts";
import { createRegistry, mountVitals } from "./platform/http/vitals.ts";
import { outboxFigures } from "./platform/jobs/worker-claims.ts";
import { mountSockets, type SocketFunctions } from "./platform/push/door.ts";
import { createHub } from "./platform/push/hub.ts";
import { readKept } from "./platform/push/log.ts";
import { createMeters } from "./platform/push/meters.ts";
import { Refusal } from "./platform/refusal.ts";
import { afterwards, paymentsOf } from "./app-agents.ts";
import { openFiles } from "./app-files.ts";
import { handlersOf } from "./app-handlers.ts";
import type { App, AppParts, Wired } from "./app-parts.ts";

export type { App, AppParts } from "./app-parts.ts";

/** Without a build of the pages there is only the API. */
const NO_PAGES_VERSION = "1.0.0+nopages";

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
    await scope.register(httpProxy, {
      upstream,
      prefix: "/sandbox",
      rewritePrefix: "/sandbox",
      // The pretend WeChat sends browsers back to no other host than the one they came from.
      replyOptions: {
        rewriteRequestHeaders: ({ headers: { host } }, headers) => ({
          ...headers,
          ...(host === undefined ? {} : { "x-forwarded-host": host }),
        }),
      },
    });
  });
}

/** What pages may open a socket to. */
function socketFunctions({ context, db, listener }: AppParts, registry: Registry): SocketFunctions {
  const push = createHub({
    log: context.log,
    listener,
    meters: createMeters(registry),
    settings: context.settings,
    read: (memberId, after) => readKept(db, memberId, after),
    isLive: (holder) => isSessionLive(context, db, holder),
    ended: (holders) => sessionsEnded(context, db, holders),
  });
  return new Map([["push", push]]);
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
  const { authenticator, partners, fulfilment, payments, functions, regions, shop, files } = wired;
  const handlers = handlersOf(parts, wired);
  const note = noteCalls(context, db);
  const origins = {
    api: config.publicOrigin,
    console: config.consoleOrigin ?? config.publicOrigin,
  };
  for (const host of ["api", "console"] as const) {
    const { member, operator } = authenticator;
    const publicOrigin = origins[host];
    const door = createDoor({
      member,
      operator,
      random: context.random,
      publicOrigin,
      onRefused: ({ memberId: operatorId }, call) =>
        noteRefusal(context, db, { ...call, operatorId, code: "NO_PERMISSION" }),
    });
    const mount = async (scope: FastifyInstance) => {
      if (host === "console") keepToHost(scope, config.consoleOrigin);
      serve(scope, host, { door, note, handlers });
    };
    await server.register(mount, { prefix: prefixes[host] });
  }
  const readers = partners.callbackReaders;
  await server.register(supplierCallbacks(context, db, { ...fulfilment, readers }));
  await server.register(partnerCallbacks(context, db, partners.gates));
  const read = partners.payNotices;
  const transfers = transferListener(context, partners.payoutChannel);
  await server.register(wechatPayCallbacks(context, db, { ...payments, transfers, read }));
  const { cloud: keys, publicOrigin } = config;
  const rooms = { handlers, authenticator, regions, shop, files };
  const cloud = { context, db, keys, publicOrigin, ...rooms };
  const signed = signedSockets(cloud);
  await server.register((scope) =>
    mountSockets(scope, { context, db, functions, signed, publicOrigin }),
  );
  await mountCloud(server, cloud);
  await mountSandbox(server, parts);
  await mountPages(server, pages);
}

/** Makes the whole product around one database. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, context, db, pages, outside = createPartners } = parts;
  const partners = outside(context, config, db);
  const authenticator = createAuthenticator(context, db);
  const fulfilment = {
    suppliers: { ...partners.suppliers, [OWN_STOCK]: ownStock(context, db) },
    listener: fulfilmentListener(context, {
      codes: codeReturner(context),
      refunds: itemRefunder(context),
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
  const files = openFiles(config.files, context.settings);
  server.addHook("onClose", () => files.images.close());
  const registry = createRegistry();
  showOutbox(registry, context, db);
  const version = pages?.version ?? NO_PAGES_VERSION;
  mountVitals(server, createWriteProbe(db, context), registry, {
    notReady: parts.notReady,
    version,
    isProduction: config.isProduction,
    metricsToken: config.metricsToken,
  });
  // A worker answers what machines ask of a server, and "no" to everything else.
  if (config.roles.web) {
    const functions = socketFunctions(parts, registry);
    const rooms = { authenticator, partners, fulfilment, payments, files };
    const regions = readRegions();
    const shop = openShop(context, db, regions.byCode);
    await mountWeb(server, parts, { ...rooms, functions, regions, shop });
  } else await mountPages(server, undefined);
  return {
    server,
    partners,
    ...afterwards(parts, { partners, fulfilment, payments, files }),
  };
}
