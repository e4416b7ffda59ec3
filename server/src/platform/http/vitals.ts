/** What machines ask a server: its version, whether it lives, whether it is ready, and its figures. */
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { Db } from "../database/pool.ts";

export type Vitals = {
  /** Says why the server is not ready, or undefined when it is. */
  notReady(): string | undefined;
  readonly version: string;
  readonly isProduction: boolean;
};

const PING_TIMEOUT_MS = 1_000;
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

async function databaseAnswers(db: Db): Promise<boolean> {
  const late = new Promise<boolean>((done) => setTimeout(done, PING_TIMEOUT_MS, false).unref());
  const answered = db.execute(sql`SELECT 1`).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]);
}

/** The registry other rooms may add their gauges to. */
export const createRegistry = (): Registry => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
};

/** Mounts /version (H01), /healthz, /readyz, /metrics and /openapi.json at the root. */
export function mountVitals(
  app: FastifyInstance,
  db: Db,
  registry: Registry,
  vitals: Vitals,
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
      .send(vitals.version);
  });
  app.get("/healthz", hidden, async () => ({ status: true, msg: "alive" }));
  app.get("/readyz", hidden, async (_request, reply) => {
    const reason = vitals.notReady() ?? ((await databaseAnswers(db)) ? undefined : "database");
    reply.header("cache-control", "no-store");
    if (reason) return reply.code(503).send({ status: false, msg: reason });
    return { status: true, msg: "ready" };
  });
  app.get("/metrics", hidden, async (request, reply) => {
    if (vitals.isProduction && !LOOPBACK.test(request.ip)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  app.get("/openapi.json", hidden, async () => app.swagger());
}
