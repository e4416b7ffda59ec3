/**
 * Creates the HTTP server before anything is mounted: limits, time-outs, request ids, headers and
 * the error handler.
 */
import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import { PREVIEW_PATH } from "@yunjing/contract/member-preview";
import rateLimit from "@fastify/rate-limit";
import swagger from "@fastify/swagger";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Log } from "../log.ts";
import type { Ids } from "../random.ts";
import { installBodyParsers } from "./body.ts";
import { installErrorHandler, answerMalformedRequest } from "./failures.ts";
import { answerMalformedPath } from "./pages.ts";
import { answerLogOf, createLazyLog } from "./request-log.ts";
import { pathOf } from "./request-path.ts";
import { closeAfterUpgrade, isUpgrade, refuseUpgradeWithBody } from "./upgrade.ts";
import { serializeAnswers } from "./serialize.ts";
import { validateInputs } from "./validate.ts";

/** reliability.md 2.5, HTTP limits. */
const BODY_BYTES_MAX = 256 * 1024;
const HEADER_BYTES_MAX = 16 * 1024;
const REQUEST_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_MS = 65_000;
const CONNECTION_TIMEOUT_MS = 70_000;
const YEAR_SECONDS = 31_536_000;

export type ServerOptions = {
  readonly log: Log;
  readonly ids: Ids;
  /** CIDRs of proxies whose `X-Forwarded-*` is trusted. */
  readonly trustProxy: string | undefined;
  /** `'sha256-…'` sources of the pages' inline blocks, computed at build. */
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
  /** Requests per minute and address before 429; undefined disables flood limits. */
  readonly floodPerMinute: number | undefined;
  readonly isProduction: boolean;
};

const quoted = (hashes: readonly string[]): string[] => hashes.map((hash) => `'${hash}'`);

/** The pages' policy; only the preview of the home page may be framed, by a page of its origin. */
const policyOf = (options: ServerOptions, frameAncestors: "'none'" | "'self'") => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...quoted(options.scriptHashes), "https://res.wx.qq.com"],
    styleSrc: ["'self'", ...quoted(options.styleHashes)],
    // Elements have computed styles (a progress bar's width); style blocks stay forbidden.
    styleSrcAttr: ["'unsafe-inline'"],
    imgSrc: ["'self'", "data:", "blob:", "https://thirdwx.qlogo.cn"],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    manifestSrc: ["'self'"],
    workerSrc: ["'self'"],
    frameSrc: ["'none'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: [frameAncestors],
  },
});

async function guardHeaders(app: FastifyInstance, options: ServerOptions): Promise<void> {
  await app.register(helmet, {
    // The plugin rebuilds its headers for each request; only documents need them.
    global: false,
    contentSecurityPolicy: policyOf(options, "'none'"),
    referrerPolicy: { policy: "no-referrer" },
    strictTransportSecurity: options.isProduction ? { maxAge: YEAR_SECONDS } : false,
    crossOriginEmbedderPolicy: false,
  });
}

/**
 * Documents get the full set of headers; on each asset and API response it would be a useless
 * kilobyte.
 */
function sendHeaders(app: FastifyInstance, options: ServerOptions): void {
  const { isProduction } = options;
  const framed = {
    contentSecurityPolicy: policyOf(options, "'self'"),
    frameguard: { action: "sameorigin" },
  } as const;
  const always = {
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    ...(isProduction ? { "strict-transport-security": `max-age=${YEAR_SECONDS}` } : {}),
  };
  app.addHook("onSend", ({ url }, reply, _payload, done) => {
    const type = reply.getHeader("content-type");
    const isPreview = pathOf(url) === PREVIEW_PATH;
    if (typeof type === "string" && type.startsWith("text/html"))
      void reply.helmet(isPreview ? framed : {});
    else reply.headers(always);
    done();
  });
}

/** Creates the server; `app.ts` mounts the modules and the pages on it. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = options.log;
  const logAnswer = answerLogOf(options.log);
  const app = Fastify({
    loggerInstance,
    childLoggerFactory: createLazyLog,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => options.ids.next(),
    requestIdHeader: false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    http: { maxHeaderSize: HEADER_BYTES_MAX },
    routerOptions: { maxParamLength: 256 },
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: "idle",
    // A request that comes on an open connection while the process ends is answered, and the last one.
    return503OnClosing: false,
    // Errors before a route is found, or before a request exists, are answered too.
    frameworkErrors: (_error, request, reply) => {
      closeAfterUpgrade(request, reply);
      return answerMalformedPath(request, reply);
    },
    clientErrorHandler: (error, socket) =>
      answerMalformedRequest(error, socket, options.ids.next()),
  });
  app.addHook("onRequest", async (request, reply) => {
    if (!isUpgrade(request)) return;
    closeAfterUpgrade(request, reply);
    refuseUpgradeWithBody(request);
  });
  app.addHook("onResponse", (request, reply, done) => {
    logAnswer(request, reply);
    done();
  });
  installErrorHandler(app);
  installBodyParsers(app);
  validateInputs(app);
  serializeAnswers(app);
  await app.register(cookie);
  await guardHeaders(app, options);
  sendHeaders(app, options);
  if (options.floodPerMinute) {
    await app.register(rateLimit, { max: options.floodPerMinute, timeWindow: "1 minute" });
  }
  await app.register(swagger, {
    openapi: { openapi: "3.1.0", info: { title: "云鲸权益 host API", version: "1.0.0" } },
  });
  return app;
}
