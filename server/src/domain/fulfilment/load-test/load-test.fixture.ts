/**
 * A load test of orders on a real database: two processes, operators on the manual queue, and
 * suppliers with every fault.
 */
import { sql } from "drizzle-orm";
import pg from "pg";
import { type Mutant, openMutantDatabase } from "../../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db } from "../../../platform/database/pool.ts";
import { freshDatabase } from "../../../platform/database/testing.ts";
import { randomBelow, seededRandom } from "../../../platform/random.ts";
import { type TestContext, testContext } from "../../../platform/testing.ts";
import { type FulfilmentDeps, updateSupplierStats, orderRoutes } from "../actions.ts";
import { generateOutNo } from "../model.ts";
import type { FulfilmentListener, Route, Supplier } from "../port.ts";
import { createWorkers, runConcurrently } from "./workers.fixture.ts";
import { createOperators } from "./operators.fixture.ts";
import {
  noFaults,
  manyFaults,
  type FaultRates,
  type FaultySupplier,
  createFaultySupplier,
} from "./suppliers.fixture.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
export const STEP_MS = 5 * SECOND;
const TAIL_STEP_MS = 15 * SECOND;
/** Long enough for the latest alarm; a mutant's run needs less. */
const TAIL_MS = 25 * MINUTE;
/** Time after the last order at which all suppliers work without faults again. */
const CLEAR_MS = 8 * MINUTE;

const ROUTES: readonly Route[] = [
  { supplierId: "topup", product: "p", costFen: 90, priority: 0, weight: 60 },
  { supplierId: "cards", product: "p", costFen: 95, priority: 0, weight: 40 },
  { supplierId: "movie", product: "p", costFen: 99, priority: 1 },
];
const ITEM = "0199aaaa-0000-7000-8000-000000000001";

export type LoadTest = {
  readonly orders: number;
  /** The period over which the orders are submitted. */
  readonly spanMs: number;
  readonly routes?: readonly Route[];
  readonly faults?: FaultRates;
  /** Whether operators work on the manual queue. */
  readonly hasOperators?: boolean;
  /** How long the run continues after the last order. */
  readonly tailMs?: number;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly mutants?: readonly Mutant[];
  /** Wraps each supplier: a mutant of our own code. */
  readonly wrapSupplier?: (supplier: Supplier) => Supplier;
};

/**
 * Records events to members in the same transaction, so that a rolled-back event leaves no record.
 */
const recordingListener: FulfilmentListener = {
  onState: async () => undefined,
  onIssued: async (tx, { orderId, codes }) => {
    const codesText = codes.map(({ code }) => code).join(" ");
    await tx.execute(sql`INSERT INTO told VALUES (${orderId}, 'issued', ${codesText})`);
  },
  onFailed: async (tx, { orderId }) => {
    await tx.execute(sql`INSERT INTO told VALUES (${orderId}, 'failed', '')`);
  },
  amountOf: () => Promise.resolve(0),
};

async function openDatabases({ mutants = [], settings = {} }: LoadTest) {
  const context = testContext(settings);
  const database = await freshDatabase();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query("CREATE TABLE told (order_id uuid, what text, codes text)");
  await owner.query("GRANT SELECT, INSERT ON told TO yunjing_app");
  await owner.end();
  const open = () => openMutantDatabase({ url: database.appUrl, log: context.log }, mutants);
  const [one, other] = [open(), open()];
  return {
    context,
    dbs: [one.db, other.db] as const,
    used: () => one.used() + other.used(),
    async close() {
      await closeDatabase(one.db);
      await closeDatabase(other.db);
      await database.drop();
    },
  };
}

function suppliersOf(context: TestContext) {
  const make = (id: string, workMs: number) =>
    createFaultySupplier(id, { clock: context.clock, random: seededRandom(`storm ${id}`), workMs });
  return [make("topup", 20 * SECOND), make("cards", 60 * SECOND), make("movie", 8 * SECOND)];
}

async function submit(context: TestContext, db: Db, routes: readonly Route[]) {
  const { ids, clock, random } = context;
  const [ownerId, id, orderId, messageId] = [ids.next(), ids.next(), ids.next(), ids.next()];
  // Some products have only one supplier.
  const some = randomBelow(random, 4) === 0 ? routes.slice(0, 1) : routes;
  const supply = {
    id,
    orderId,
    messageId,
    itemId: ITEM,
    outNo: generateOutNo(context),
    routes: orderRoutes(some, { random }),
    request: { kind: "card", quantity: 1 },
  };
  await db.execute(sql`
    SELECT fulfilment_submit(${ownerId}, ${JSON.stringify(supply)}::jsonb, NULL, ${clock.sql()}::timestamptz)`);
}

/**
 * Sets each supplier's faults for a time: one supplier is down for a while, and in the end all
 * faults stop.
 */
function setFaults(suppliers: readonly FaultySupplier[], loadTest: LoadTest, at: number): void {
  const { spanMs, faults = manyFaults } = loadTest;
  const isDown = at > spanMs * 0.4 && at < spanMs * 0.55;
  for (const { id, settings: faultSettings } of suppliers) {
    faultSettings.faults = at > spanMs + CLEAR_MS ? noFaults : faults;
    if (id === "cards" && isDown) faultSettings.faults = { ...faults, error500: 1 };
  }
}

/** Runs a load test; `checkInvariants` checks its result. */
export async function runLoadTest(loadTest: LoadTest) {
  const { orders, spanMs, routes = ROUTES, tailMs = TAIL_MS, hasOperators = true } = loadTest;
  const databases = await openDatabases(loadTest);
  const { context, dbs } = databases;
  const suppliers = suppliersOf(context);
  const between = loadTest.wrapSupplier ?? ((supplier) => supplier);
  const deps: FulfilmentDeps = {
    suppliers: Object.fromEntries(suppliers.map(({ id, supplier }) => [id, between(supplier)])),
    listener: recordingListener,
  };
  const workers = createWorkers(context, dbs, deps, suppliers);
  const operators = createOperators(context, dbs, deps, suppliers);
  const began = context.clock.now().getTime();
  let come = 0;
  for (let at = 0, step = 0; at < spanMs + tailMs; step++) {
    context.clock.advance(at < spanMs ? STEP_MS : TAIL_STEP_MS);
    at = context.clock.now().getTime() - began;
    const due = Math.min(orders, Math.ceil((orders * at) / spanMs));
    const newcomers = Array.from({ length: due - come }, (_, n) => n);
    await runConcurrently(newcomers, () => submit(context, dbs[0], routes));
    come = due;
    setFaults(suppliers, loadTest, at);
    await workers.dispatch();
    // At every sixth step both processes poll at once.
    const pollingDbs = step % 6 === 0 ? dbs : [dbs[step % 2 === 0 ? 0 : 1]];
    await Promise.all([workers.receiveCallbacks(), ...pollingDbs.map(workers.poll)]);
    if (step % 4 === 0) await updateSupplierStats(context, dbs[0]);
    if (hasOperators && step % 12 === 0) await operators.round();
  }
  return { ...databases, suppliers, decided: operators.decided, raced: operators.raced };
}
export type LoadTestRun = Awaited<ReturnType<typeof runLoadTest>>;
