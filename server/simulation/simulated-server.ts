/**
 * The whole server around one database: its clock, randomness, ids, crashes and external systems
 * depend on a run's seed.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { fillPath } from "@yunjing/contract/calls";
import type { Input, Name, Output, Topic } from "@yunjing/contract/operations";
import { operations, prefixes } from "@yunjing/contract/operations";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { type App, createApp } from "../src/app/app.ts";
import { readConfig } from "../src/config/config.ts";
import { optionalSupplierIds } from "../src/gateways/suppliers/registry.ts";
import { manualClock, type ManualClock } from "../src/platform/clock.ts";
import type { Context } from "../src/platform/context.ts";
import { closeDatabase, type Db, openDatabase } from "../src/platform/database/pool.ts";
import { freshDatabase } from "../src/platform/database/testing.ts";
import { deliver, requeueExpiredLeases } from "../src/platform/jobs/worker-deliver.ts";
import { claim } from "../src/platform/jobs/worker-claims.ts";
import { createLog } from "../src/platform/log.ts";
import { idsFrom, seededRandom } from "../src/platform/random.ts";
import { createSecrets } from "../src/platform/secrets.ts";
import { TEST_NOON } from "../src/platform/testing.ts";
import { openInitialData } from "./initial-data.ts";
import { crashablePool } from "./crashable-pool.ts";
import { ExternalSystems } from "./external-systems.ts";

/** `code` is DONE, a refusal code, or LOST when the process crashed before it answered. */
export type CallResult<D> = { readonly code: string; readonly data: D };
export type CallOptions = { readonly token?: string | undefined; readonly key?: string };

const noListener = { listen: () => undefined, isUp: () => true, close: () => Promise.resolve() };
const CONNECTIONS = 4;
const AUTO_FEN = 1_000;
const OUTBOX_BATCH = 8;

/**
 * Each request has its own random generator, so that two concurrent requests do not influence each
 * other.
 */
type Randomness = Pick<Context, "random" | "ids">;
const requestRandomness = new AsyncLocalStorage<Randomness>();
const randomnessOf = (clock: ManualClock, seed: string): Randomness => {
  const random = seededRandom(seed);
  return { random, ids: idsFrom(clock, random) };
};

export class SimulatedServer {
  readonly clock: ManualClock;
  readonly context: Context;
  readonly db: Db;
  readonly externalSystems = new ExternalSystems();
  readonly initialData: Awaited<ReturnType<typeof openInitialData>>;
  readonly crashablePool: ReturnType<typeof crashablePool>;
  /** Drops the database, even with open connections. */
  readonly #drop: () => Promise<void>;
  readonly #compose: () => Promise<App>;
  readonly #begin: (seed: string) => void;
  #seed = "";
  #requests = 0;
  app: App;

  constructor(
    parts: Pick<
      SimulatedServer,
      "clock" | "context" | "db" | "initialData" | "app" | "crashablePool" | "externalSystems"
    > & {
      drop: () => Promise<void>;
      compose: () => Promise<App>;
      reset: (seed: string) => void;
    },
  ) {
    this.clock = parts.clock;
    this.context = parts.context;
    this.db = parts.db;
    this.initialData = parts.initialData;
    this.app = parts.app;
    this.crashablePool = parts.crashablePool;
    this.externalSystems = parts.externalSystems;
    this.#drop = parts.drop;
    this.#compose = parts.compose;
    this.#begin = parts.reset;
  }

  /** Resets everything and starts a run of this seed. */
  async begin(seed: string): Promise<void> {
    await this.crashablePool.revive();
    await this.initialData.reset();
    this.clock.set(TEST_NOON);
    this.#seed = seed;
    this.#requests = 0;
    this.#begin(seed);
    this.externalSystems.reset();
  }

  /** Restarts the server process; everything it kept in memory is lost. */
  async restart(): Promise<void> {
    await this.app.server.close();
    this.app = await this.#compose();
  }

  async call<T extends Topic, N extends Name<T>>(
    topic: T,
    name: N,
    input: Input<T, N>,
    { token, key = "" }: CallOptions = {},
  ): Promise<CallResult<Output<T, N>>> {
    const operation = operations.find((one) => one.topic === topic && one.name === name);
    if (!operation) throw new Error(`${topic}.${String(name)} is no operation`);
    const { path, rest } = fillPath(operation.path, { ...input });
    const query = Object.fromEntries(
      Object.entries(rest).map(([field, it]) => [field, String(it)]),
    );
    const answer = await this.#inject({
      method: operation.method,
      url: prefixes[operation.host] + path,
      headers: {
        ...(key ? { "idempotency-key": key } : {}),
        ...(token ? { authorization: token } : {}),
      },
      ...(operation.method === "GET" ? { query } : { payload: rest }),
    });
    if (await this.crashablePool.revive()) return { code: "LOST", data: answer.json().data };
    const { status, code, data } = answer.json();
    if (answer.statusCode >= 500 && answer.statusCode !== 503)
      throw new Error(`${topic}.${String(name)} answered ${answer.statusCode}: ${answer.body}`);
    return { code: status ? "DONE" : code, data };
  }

  #inject(request: InjectOptions): Promise<LightMyRequestResponse> {
    this.#requests += 1;
    const chance = randomnessOf(this.clock, `${this.#seed}, request ${this.#requests}`);
    return requestRandomness.run(chance, () => this.app.server.inject(request));
  }

  /**
   * Posts a message to one of the callback endpoints. Returns the status, or 0 when the process
   * crashed.
   */
  async deliverCallback(url: string, payload: string): Promise<number> {
    const { statusCode } = await this.#inject({ method: "POST", url, payload });
    return (await this.crashablePool.revive()) ? 0 : statusCode;
  }

  /**
   * Delivers due outbox messages one by one, until none is due or `most` were delivered. Returns
   * their number.
   */
  async dispatchOutbox(most = Number.POSITIVE_INFINITY): Promise<number> {
    const { context, db } = this;
    const deliveryContext = { context, db, handlers: this.app.outboxHandlers, onDead: undefined };
    await requeueExpiredLeases(deliveryContext);
    let delivered = 0;
    while (delivered < most) {
      const limit = Math.min(OUTBOX_BATCH, most - delivered);
      const batch = await claim(context, db, { limit, startQueue: 0 });
      if (batch.length === 0) break;
      for (const delivery of batch) await deliver(deliveryContext, delivery);
      delivered += batch.length;
    }
    return delivered;
  }

  /** Runs one scheduled job. */
  async runJob(name: string): Promise<void> {
    const found = this.app.jobs.find((job) => job.name === name);
    if (!found) throw new Error(`there is no job ${name}`);
    await found.run();
  }

  async close(): Promise<void> {
    await this.app.server.close();
    await this.initialData.close();
    await closeDatabase(this.db);
    await this.#drop();
  }
}

/**
 * Opens a simulated server: its own database, the initial data, and the composed server without a
 * network port.
 */
export async function openSimulatedServer(): Promise<SimulatedServer> {
  const database = await freshDatabase();
  const config = readConfig(
    {
      DATABASE_URL: database.appUrl,
      SANDBOX_ORIGIN: "http://127.0.0.1:9",
      LOG_LEVEL: "silent",
      APP_SECRET: "a root secret that is long enough for these tests",
    },
    optionalSupplierIds,
  );
  const clock = manualClock(TEST_NOON);
  let chance = randomnessOf(clock, "before");
  const context: Context = {
    clock,
    random: { bytes: (count) => (requestRandomness.getStore() ?? chance).random.bytes(count) },
    ids: { next: () => (requestRandomness.getStore() ?? chance).ids.next() },
    secrets: createSecrets(config.secretRoot),
    // Small withdrawals are paid without review; an operator reviews all others.
    settings: { ...config.settings, withdrawAutoFen: AUTO_FEN },
    log: createLog("silent"),
  };
  const db = openDatabase({ url: database.appUrl, log: context.log, size: CONNECTIONS });
  const pool = crashablePool(db.$client);
  const externalSystems = new ExternalSystems();
  const compose = () =>
    createApp({
      config,
      context,
      db,
      listener: noListener,
      pages: undefined,
      makeGateways: externalSystems.createPartners,
      notReady: () => undefined,
    });
  const initialData = await openInitialData(db);
  return new SimulatedServer({
    clock,
    context,
    db,
    initialData,
    crashablePool: pool,
    externalSystems,
    compose,
    drop: database.drop,
    app: await compose(),
    reset: (seed) => {
      chance = randomnessOf(clock, seed);
    },
  });
}
