/** A storm of orders on a real database: two processes, operators at the desk, and suppliers through every fault. */
import { sql } from "drizzle-orm";
import pg from "pg";
import { type Mutant, openMutant } from "../../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db } from "../../../platform/database/pool.ts";
import { freshDatabase } from "../../../platform/database/testing.ts";
import { randomBelow, seededRandom } from "../../../platform/random.ts";
import { type TestContext, testContext } from "../../../platform/testing.ts";
import {
  type FulfilmentDeps,
  learnPaces,
  orderRoutes,
  placeOrder,
  queryDue,
  receiveCallback,
  withdrawOrder,
} from "../actions.ts";
import { drawOutNo } from "../model.ts";
import type { FulfilmentListener, Route, Supplier } from "../port.ts";
import { deskRound } from "./desk.fixture.ts";
import { foulWeather, fairWeather, stormSupplier, type StormFaults } from "./suppliers.fixture.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
export const STEP_MS = 5 * SECOND;
const TAIL_STEP_MS = 15 * SECOND;
/** Long enough for the latest alarm; what is already lost needs no such end. */
const TAIL_MS = 25 * MINUTE;
const AT_ONCE = 8;

const ROUTES: readonly Route[] = [
  { supplierId: "topup", product: "p", costFen: 90, priority: 0, weight: 60 },
  { supplierId: "cards", product: "p", costFen: 95, priority: 0, weight: 40 },
  { supplierId: "movie", product: "p", costFen: 99, priority: 1 },
];
const ITEM = "0199aaaa-0000-7000-8000-000000000001";

export type Storm = {
  readonly orders: number;
  /** Over which the orders come. */
  readonly spanMs: number;
  readonly routes?: readonly Route[];
  readonly weather?: StormFaults;
  /** Where the desk is worked. */
  readonly hasDesk?: boolean;
  /** How long after the last order. */
  readonly tailMs?: number;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly mutants?: readonly Mutant[];
  /** What stands between us and each supplier: a mutant of ours. */
  readonly between?: (supplier: Supplier) => Supplier;
};

/** Runs each, some at once; a failure is one of its word. */
export async function inTurns<T>(items: readonly T[], act: (item: T) => Promise<unknown>) {
  const left = [...items];
  const failed: { item: T; error: unknown }[] = [];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      const [result] = await Promise.allSettled([act(item)]);
      if (result.status === "rejected") failed.push({ item, error: result.reason });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failed;
}

/** What the member's side hears is kept with the change, so that what is taken back was never told. */
const keeper: FulfilmentListener = {
  onState: async () => undefined,
  onIssued: async (tx, { orderId, codes }) => {
    const told = codes.map(({ code }) => code).join(" ");
    await tx.execute(sql`INSERT INTO told VALUES (${orderId}, 'issued', ${told})`);
  },
  onFailed: async (tx, { orderId }) => {
    await tx.execute(sql`INSERT INTO told VALUES (${orderId}, 'failed', '')`);
  },
};

async function openSea({ mutants = [], settings = {} }: Storm) {
  const context = testContext(settings);
  const database = await freshDatabase();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query("CREATE TABLE told (order_id uuid, what text, codes text)");
  await owner.query("GRANT SELECT, INSERT ON told TO yunjing_app");
  await owner.end();
  const open = () => openMutant({ url: database.appUrl, log: context.log }, mutants);
  const [one, other] = [open(), open()];
  return {
    ...{ context, dbs: [one.db, other.db] as const, used: () => one.used() + other.used() },
    async close() {
      await closeDatabase(one.db);
      await closeDatabase(other.db);
      await database.drop();
    },
  };
}

function suppliersOf(context: TestContext) {
  const make = (id: string, workMs: number) =>
    stormSupplier(id, { clock: context.clock, random: seededRandom(`storm ${id}`), workMs });
  return [make("topup", 20 * SECOND), make("cards", 60 * SECOND), make("movie", 8 * SECOND)];
}

async function submit(context: TestContext, db: Db, routes: readonly Route[]) {
  const { ids, clock, random } = context;
  const [ownerId, id, orderId, messageId] = [ids.next(), ids.next(), ids.next(), ids.next()];
  // Of some things there is one supplier only.
  const some = randomBelow(random, 4) === 0 ? routes.slice(0, 1) : routes;
  const supply = {
    ...{ id, orderId, messageId, itemId: ITEM, outNo: drawOutNo(context) },
    ...{ routes: orderRoutes(some, { random }), request: { kind: "card", quantity: 1 } },
  };
  await db.execute(sql`
    SELECT fulfilment_submit(${ownerId}, ${JSON.stringify(supply)}::jsonb, NULL, ${clock.sql()}::timestamptz)`);
}

type Message = { ownerId: string; id: string; topic: string };

/** Takes what lies in the outbox; some of it is carried twice at once, as by a process that was taken for dead. */
async function takeMessages(db: Db, twice: () => boolean): Promise<Message[]> {
  const taken = await db.execute<Message>(sql`
    DELETE FROM outbox RETURNING member_id AS "ownerId", aggregate_id AS id, topic`);
  return taken.rows.flatMap((message) => (twice() ? [message, message] : [message]));
}

/** Lets a storm pass; what came of it is for `verdictOf` to judge. */
export async function letPass(storm: Storm) {
  const { orders, spanMs, routes = ROUTES, weather = foulWeather, hasDesk = true } = storm;
  const { tailMs = TAIL_MS } = storm;
  const sea = await openSea(storm);
  const { context, dbs } = sea;
  const { clock } = context;
  const random = seededRandom("storm");
  const happens = (share: number) => randomBelow(random, 10_000) < share * 10_000;
  const suppliers = suppliersOf(context);
  const between = storm.between ?? ((supplier) => supplier);
  const deps: FulfilmentDeps = {
    suppliers: Object.fromEntries(suppliers.map(({ id, supplier }) => [id, between(supplier)])),
    listener: keeper,
  };
  const desk = deskRound(context, dbs, deps, suppliers);
  const began = clock.now().getTime();
  let come = 0;
  let unheard: Message[] = [];

  const carry = async () => {
    const messages = [...unheard, ...(await takeMessages(dbs[0], () => happens(0.03)))];
    const act = ({ topic, ...key }: Message) =>
      topic === "supplier.place"
        ? placeOrder(context, dbs[0], deps, key)
        : withdrawOrder(context, dbs[1], deps, key);
    unheard = (await inTurns(messages, act)).map(({ item }) => item);
  };
  const hear = () =>
    Promise.all(
      suppliers.map(async ({ id, tick, again }) => {
        const failed = await inTurns(tick(), ({ event }) =>
          receiveCallback(context, dbs[1], deps, { supplierId: id, event }),
        );
        // A hollow one is never taken; whatever else was not is told again.
        for (const { item } of failed)
          if (!item.event.eventId.endsWith("hollow")) again(item.event);
      }),
    );
  const look = async (db: Db) => {
    for (let more = 1; more > 0; ) {
      const [result] = await Promise.allSettled([queryDue(context, db, deps)]);
      more = result.status === "fulfilled" ? result.value : 0;
    }
  };
  const down = (at: number) => at > spanMs * 0.4 && at < spanMs * 0.55;
  for (let at = 0, step = 0; at < spanMs + tailMs; step++) {
    const stepMs = at < spanMs ? STEP_MS : TAIL_STEP_MS;
    clock.advance(stepMs);
    at = clock.now().getTime() - began;
    const due = Math.min(orders, Math.ceil((orders * at) / spanMs));
    const newcomers = Array.from({ length: due - come }, (_, n) => n);
    await inTurns(newcomers, () => submit(context, dbs[0], routes));
    come = due;
    for (const { id, world } of suppliers) {
      const isDown = id === "cards" && down(at);
      world.weather = at > spanMs + 8 * MINUTE ? fairWeather : weather;
      if (isDown) world.weather = { ...weather, error500: 1 };
    }
    await carry();
    // Now and then both processes look at once.
    const lookers = step % 6 === 0 ? dbs : [dbs[step % 2 === 0 ? 0 : 1]];
    await Promise.all([hear(), ...lookers.map(look)]);
    if (step % 4 === 0) await learnPaces(context, dbs[0]);
    if (hasDesk && step % 12 === 0) await desk.round();
  }
  return { ...sea, suppliers, decided: desk.decided, raced: desk.raced };
}
export type Passed = Awaited<ReturnType<typeof letPass>>;
