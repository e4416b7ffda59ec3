/** Health endpoints: version, liveness, readiness and metrics. */
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { WriteProbe } from "../database/write-probe.ts";
import { constantTimeEqual } from "../secrets.ts";

export type HealthOptions = {
  /** Returns why the server is not ready, or `undefined` when it is. */
  notReady(): string | undefined;
  readonly version: string;
  readonly isProduction: boolean;
  /** The bearer token that gives access to /metrics. */
  readonly metricsToken: string | undefined;
};

const BEARER = "Bearer ";

/**
 * Without a configured token, metrics are open outside production and closed in it, for any
 * address; with one, they are open only to a caller that sends it.
 */
function mayReadMetrics(
  { isProduction, metricsToken }: HealthOptions,
  authorization = "",
): boolean {
  if (metricsToken === undefined) return !isProduction;
  return constantTimeEqual(authorization, BEARER + metricsToken);
}

/** Creates the registry; other modules may add gauges to it. */
export const createRegistry = (): Registry => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
};

/** Mounts /version (H01), /healthz, /readyz, /metrics and /openapi.json at the root. */
export function mountHealth(
  app: FastifyInstance,
  writes: WriteProbe,
  registry: Registry,
  options: HealthOptions,
): void {
  const seconds = new Histogram({
    name: "http_request_seconds",
    help: "time to answer, by route and status",
    labelNames: ["route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    seconds.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    done();
  });
  const hidden = { schema: { hide: true }, logLevel: "warn" } as const;
  app.get("/version", hidden, (_request, reply) => {
    void reply
      .header("cache-control", "no-store")
      .type("text/plain; charset=utf-8")
      .send(options.version);
  });
  app.get("/healthz", hidden, async () => ({ status: true, msg: "alive" }));
  app.get("/readyz", hidden, async (_request, reply) => {
    const reason = options.notReady() ?? ((await writes.succeeds()) ? undefined : "database");
    reply.header("cache-control", "no-store");
    if (reason) return reply.code(503).send({ status: false, msg: reason });
    return { status: true, msg: "ready" };
  });
  app.get("/metrics", hidden, async (request, reply) => {
    if (!mayReadMetrics(options, request.headers.authorization)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  app.get("/openapi.json", hidden, async () => app.swagger());
}
