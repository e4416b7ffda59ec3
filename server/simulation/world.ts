/** The whole server around one database: its time, chance, ids, crashes and outside world belong to a run's seed. */
import { AsyncLocalStorage } from "node:async_hooks";
import { fillPath } from "@yunjing/contract/client";
import type { Input, Name, Output, Topic } from "@yunjing/contract/operations";
import { operations, prefixes } from "@yunjing/contract/operations";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { type App, createApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { manualClock, type ManualClock } from "../src/platform/clock.ts";
import type { Context } from "../src/platform/context.ts";
import { closeDatabase, type Db, openDatabase } from "../src/platform/database/pool.ts";
import { freshDatabase } from "../src/platform/database/testing.ts";
import { carry, lookBack } from "../src/platform/jobs/worker-carry.ts";
import { claim } from "../src/platform/jobs/worker-claims.ts";
import { createLog } from "../src/platform/log.ts";
import { idsFrom, seededRandom } from "../src/platform/random.ts";
import { createSecrets } from "../src/platform/secrets.ts";
import { TEST_NOON } from "../src/platform/testing.ts";
import { openShelf } from "./layout.ts";
import { mortal } from "./mortality.ts";
import { Outside } from "./outside.ts";

/** `code` is DONE, a refusal's, or LOST when the process died before it answered. */
export type Said<D> = { readonly code: string; readonly data: D };
export type Asking = { readonly token?: string | undefined; readonly key?: string };

const deaf = { listen: () => undefined, isUp: () => true, close: () => Promise.resolve() };
const CONNECTIONS = 4;
const AUTO_FEN = 1_000;
const CARRIED_AT_ONCE = 8;

/** Each request draws from a chance of its own, so that two at once are none the wiser of each other. */
type Chance = Pick<Context, "random" | "ids">;
const ownChance = new AsyncLocalStorage<Chance>();
const chanceOf = (clock: ManualClock, seed: string): Chance => {
  const random = seededRandom(seed);
  return { random, ids: idsFrom(clock, random) };
};

export class World {
  readonly clock: ManualClock;
  readonly context: Context;
  readonly db: Db;
  readonly outside = new Outside();
  readonly shelf: Awaited<ReturnType<typeof openShelf>>;
  readonly life: ReturnType<typeof mortal>;
  /** Forgets the database, whatever is open. */
  readonly #drop: () => Promise<void>;
  readonly #compose: () => Promise<App>;
  readonly #begin: (seed: string) => void;
  #seed = "";
  #requests = 0;
  app: App;

  constructor(
    parts: Pick<World, "clock" | "context" | "db" | "shelf" | "app" | "life" | "outside"> & {
      drop: () => Promise<void>;
      compose: () => Promise<App>;
      begin: (seed: string) => void;
    },
  ) {
    this.clock = parts.clock;
    this.context = parts.context;
    this.db = parts.db;
    this.shelf = parts.shelf;
    this.app = parts.app;
    this.life = parts.life;
    this.outside = parts.outside;
    this.#drop = parts.drop;
    this.#compose = parts.compose;
    this.#begin = parts.begin;
  }

  /** Empties everything and begins a run of this seed. */
  async begin(seed: string): Promise<void> {
    await this.life.revive();
    await this.shelf.reset();
    this.clock.set(TEST_NOON);
    this.#seed = seed;
    this.#requests = 0;
    this.#begin(seed);
    this.outside.begin();
  }

  /** The process ends and another begins: what it kept in memory is gone. */
  async restart(): Promise<void> {
    await this.app.server.close();
    this.app = await this.#compose();
  }

  async call<T extends Topic, N extends Name<T>>(
    topic: T,
    name: N,
    input: Input<T, N>,
    { token, key = "" }: Asking = {},
  ): Promise<Said<Output<T, N>>> {
    const operation = operations.find((one) => one.topic === topic && one.name === name);
    if (!operation) throw new Error(`${topic}.${String(name)} is no operation`);
    const { path, rest } = fillPath(operation.path, { ...input });
    const query = Object.fromEntries(Object.entries(rest).map(([word, it]) => [word, String(it)]));
    const answer = await this.#inject({
      method: operation.method,
      url: prefixes[operation.host] + path,
      headers: {
        ...(key ? { "idempotency-key": key } : {}),
        ...(token ? { authorization: token } : {}),
      },
      ...(operation.method === "GET" ? { query } : { payload: rest }),
    });
    if (await this.life.revive()) return { code: "LOST", data: answer.json().data };
    const { status, code, data } = answer.json();
    if (answer.statusCode >= 500 && answer.statusCode !== 503)
      throw new Error(`${topic}.${String(name)} answered ${answer.statusCode}: ${answer.body}`);
    return { code: status ? "DONE" : code, data };
  }

  #inject(request: InjectOptions): Promise<LightMyRequestResponse> {
    this.#requests += 1;
    const chance = chanceOf(this.clock, `${this.#seed}, request ${this.#requests}`);
    return ownChance.run(chance, () => this.app.server.inject(request));
  }

  /** A letter to one of the doors for partners; answers the status, 0 when the process died over it. */
  async deliver(url: string, letter: string): Promise<number> {
    const { statusCode } = await this.#inject({ method: "POST", url, payload: letter });
    return (await this.life.revive()) ? 0 : statusCode;
  }

  /** Carries what is due, one message after the other, until nothing is or `most` were; answers how many. */
  async carry(most = Number.POSITIVE_INFINITY): Promise<number> {
    const { context, db } = this;
    const carrier = { context, db, couriers: this.app.couriers, onDead: undefined };
    await lookBack(carrier);
    let carried = 0;
    while (carried < most) {
      const limit = Math.min(CARRIED_AT_ONCE, most - carried);
      const batch = await claim(context, db, { limit, startLane: 0 });
      if (batch.length === 0) break;
      for (const delivery of batch) await carry(carrier, delivery);
      carried += batch.length;
    }
    return carried;
  }

  /** Lets one of the agents have its turn. */
  async agent(name: string): Promise<void> {
    const found = this.app.agents.find((agent) => agent.name === name);
    if (!found) throw new Error(`there is no agent ${name}`);
    await found.run();
  }

  async close(): Promise<void> {
    await this.app.server.close();
    await this.shelf.close();
    await closeDatabase(this.db);
    await this.#drop();
  }
}

/** A database of its own, the shop laid out, the server composed and listening to nobody but us. */
export async function openWorld(): Promise<World> {
  const database = await freshDatabase();
  const config = readConfig({
    DATABASE_URL: database.appUrl,
    SANDBOX_ORIGIN: "http://127.0.0.1:9",
    LOG_LEVEL: "silent",
    APP_SECRET: "a root secret that is long enough for these tests",
  });
  const clock = manualClock(TEST_NOON);
  let chance = chanceOf(clock, "before");
  const context: Context = {
    clock,
    random: { bytes: (count) => (ownChance.getStore() ?? chance).random.bytes(count) },
    ids: { next: () => (ownChance.getStore() ?? chance).ids.next() },
    secrets: createSecrets(config.secretRoot),
    // What is small goes out by itself; all else waits for a person.
    settings: { ...config.settings, withdrawAutoFen: AUTO_FEN },
    log: createLog("silent"),
  };
  const db = openDatabase({ url: database.appUrl, log: context.log, size: CONNECTIONS });
  const life = mortal(db.$client);
  const outside = new Outside();
  const compose = () =>
    createApp({
      config,
      context,
      db,
      listener: deaf,
      pages: undefined,
      outside: outside.partners,
      notReady: () => undefined,
    });
  const shelf = await openShelf(db);
  return new World({
    clock,
    context,
    db,
    shelf,
    life,
    outside,
    compose,
    drop: database.drop,
    app: await compose(),
    begin: (seed) => {
      chance = chanceOf(clock, seed);
    },
  });
}
