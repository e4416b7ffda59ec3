/**
 * Types of the composition: the options of `createApp`, the app, and the services of its
 * operations.
 */
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";
import type { ExportedLists } from "../domain/exports/port.ts";
import type { FileDeps } from "../domain/files/actions.ts";
import { type FulfilmentDeps } from "../domain/fulfilment/actions.ts";
import { type Authenticator } from "../domain/members/actions.ts";
import { type PaymentDeps } from "../domain/payments/actions.ts";
import { type Shop } from "../domain/catalog/actions.ts";
import type { LiveRisk } from "../domain/risk/actions.ts";
import type { LiveState } from "../domain/settings/actions.ts";
import type { RegionTree } from "../domain/regions/tree.ts";
import { type createGateways, type Gateways } from "./gateways.ts";
import type { Context } from "../platform/context.ts";
import type { Listener } from "../platform/database/listen.ts";
import type { Db } from "../platform/database/pool.ts";
import type { ConsolePages } from "../platform/http/console-pages.ts";
import type { FirstViewBuild } from "../platform/http/first-views.ts";
import { type Pages } from "../platform/http/pages.ts";
import type { OutboxHandlers } from "../platform/jobs/outbox.ts";
import type { Job } from "../platform/jobs/schedule.ts";
import type { SocketFunctions } from "../platform/push/websocket.ts";

export type AppOptions = {
  readonly config: Config;
  readonly context: Context;
  readonly db: Db;
  readonly pages: Pages | undefined;
  /** What renders first views of the member app; without it, the app renders them itself. */
  readonly firstViews?: FirstViewBuild | undefined;
  /** The folder of the script that shows the sandbox on the member pages. */
  readonly ribbonFolder?: string | undefined;
  /** The build of the operators' console. */
  readonly consolePages?: ConsolePages | undefined;
  /** Returns why the server is not ready yet, or `undefined`. */
  readonly notReady: () => string | undefined;
  /** The process's only LISTEN connection; the caller closes it. */
  readonly listener: Listener;
  /** The settings in force; without it, the settings of the context, until an operator changes one. */
  readonly live?: LiveState;
  /** The risk rules and lists in force; without it, the rules as they begin and empty lists. */
  readonly risk?: LiveRisk;
  /** Creates the gateways; the default creates gateways to the configured partners. */
  readonly makeGateways?: typeof createGateways;
};

/** The options of `createApp` with the settings, rules and lists in force. */
export type HandlerOptions = AppOptions & { readonly live: LiveState; readonly risk: LiveRisk };

export type App = {
  readonly server: FastifyInstance;
  readonly outboxHandlers: OutboxHandlers;
  readonly jobs: readonly Job[];
  readonly gateways: Gateways;
  /** What exports read. */
  readonly lists: ExportedLists;
  readonly files: FileDeps;
};

/** Caches for reads, one of each per process. */
export type ReadCaches = { readonly regions: RegionTree; readonly shop: Shop };

/** The dependencies of the operations besides the database. */
export type AppServices = ReadCaches & {
  readonly authenticator: Authenticator;
  readonly gateways: Gateways;
  readonly fulfilment: FulfilmentDeps;
  readonly payments: PaymentDeps;
  readonly socketFunctions: SocketFunctions;
  readonly files: FileDeps;
  /** The names of the scheduled jobs of this version. */
  readonly jobNames: readonly string[];
};
