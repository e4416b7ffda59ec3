/**
 * Promise 8 of reliability.md: the server is killed under load, 20 times in the slow tier, and
 * nothing acknowledged is lost. Codes are redeemed and WeChat payments are made during the same
 * kills.
 */
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createSeededRandom } from "@yunjing/sandbox/seeded-random";
import { createSandbox } from "@yunjing/sandbox/sandbox";
import { trialBalance } from "@yunjing/server/domain/ledger/actions";
import { offer } from "@yunjing/server/domain/orders/shop.fixture";
import { serverAccount } from "@yunjing/server/platform/database/embedded/account";
import { socketUrl } from "@yunjing/server/platform/database/embedded/create";
import { prepareHome } from "@yunjing/server/platform/database/embedded/home";
import { processesIn } from "@yunjing/server/platform/database/embedded/processes";
import { closeDatabase, type Db, openDatabase } from "@yunjing/server/platform/database/pool";
import { makeTemporaryDirectory } from "@yunjing/server/platform/database/temporary-directory.fixture";
import { createLog } from "@yunjing/server/platform/log";
import { expect, onTestFinished, test, vi } from "vitest";
import { freshCodes, mealAtNoon } from "./caller.fixture.ts";
import { type Purchase, type Payers, startPayers } from "./payers.fixture.ts";
import { bundleEntry, stopProcess, freePort, run, waitForOutput } from "./process.fixture.ts";
import { type Intent, logIn, openIntentLog, redeemIntent, startLoad } from "./redeemers.fixture.ts";
import { repeatCount } from "@yunjing/server/platform/repeat-count.fixture";

const KILLS = repeatCount({ suite: 2, slow: 20 });
const [UPTIME_MIN_MS, UPTIME_MAX_MS] = [300, 1_500];
/**
 * The limit (ms) on a machine without other load; on a busy one the limit follows the first start,
 * which had nothing to recover.
 */
const READY_WITHIN_MS = 10_000;
const READY_TIMES = 4;
const DRAINED_WITHIN_MS = 60_000;
const MEMBERS = 8;
const CONNECTIONS = 5;
const [POINTS_CODES, MEAL_CODES] = [175 * KILLS, 25 * KILLS];
const POINTS_EACH = 500;
const PAYERS = 8;
const GOODS = "killed-card";
/**
 * Fen; the points that members earn by these purchases are pending, and separate from the points of
 * codes.
 */
const GOODS_FEN = 100;

type RestartResult = { server: ChildProcess; readyMs: number };
type Start = () => Promise<RestartResult>;
const ALIVE = { timeout: 60_000, interval: 20 };

/** Creates the data folder, the sandbox, and the function that starts the product on them. */
async function setUp() {
  const { path: dataDir, remove } = await makeTemporaryDirectory("yunjing-kill-");
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const sandbox = createSandbox({
    callbackOrigin: origin,
    issueDelayMs: [50, 400],
    payNoticeRetryMs: [300, 600, 1_200, 2_400],
  });
  const channel = await sandbox.listen();
  const built = await bundleEntry("server/src/main.ts");
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    SANDBOX_ORIGIN: channel,
    SEED: "none",
    LOG_LEVEL: "error",
    SETTINGS: JSON.stringify({
      supplierTimeoutMs: 2_000,
      supplierQuerySeconds: [1, 2],
      supplierQueriesPerDay: 1_000,
      supplierQueriesPerMinute: 100_000,
      // Another worker soon takes over the messages of a killed one.
      outboxLeaseMs: 5_000,
      // A payer starts a new payment while earlier ones still have no notification.
      payLookSeconds: [1, 2],
      payLookAgainMs: 1_000,
      ordersUnpaidMax: 1_000,
    }),
  };
  const start: Start = async () => {
    const began = performance.now();
    const server = run(built.entry, env);
    onTestFinished(() => stopProcess(server, "SIGKILL"));
    await waitForOutput(server, /ready: http/);
    return { server, readyMs: performance.now() - began };
  };
  onTestFinished(async () => {
    await sandbox.close();
    built.remove();
    await remove();
  });
  const { socket, data } = prepareHome(dataDir, serverAccount());
  const url = socketUrl(socket, "yunjing_app", "yunjing");
  const open = () => openDatabase({ url, log: createLog("silent") });
  return { dataDir, origin, channel, start, open, databaseFolder: data };
}

/** Creates more codes than the load can use; every seventh point code comes with a meal code. */
async function createTickets(origin: string) {
  const meal = await vi.waitFor(() => mealAtNoon(origin), { timeout: 10_000, interval: 200 });
  const points = await freshCodes(origin, "points-500", POINTS_CODES);
  const meals = await freshCodes(origin, "kfc-set", MEAL_CODES);
  return points.flatMap((code, index) => {
    const mealCode = index % 7 === 0 ? meals[index / 7] : undefined;
    const ticket = { code, meal: undefined };
    return mealCode ? [{ code: mealCode, meal }, ticket] : [ticket];
  });
}

const countOf = async (db: Db, statement: string): Promise<number> => {
  const found = await db.$client.query<{ n: number }>(statement);
  return Number(found.rows[0]?.n);
};

/** Returns the ms until the outbox is empty; dead messages count as waiting. */
async function waitUntilOutboxEmpty(db: Db): Promise<number> {
  const began = performance.now();
  await vi.waitFor(
    async () => {
      const left = "SELECT count(*) AS n FROM outbox WHERE state <> 'done'";
      expect(await countOf(db, left)).toBe(0);
    },
    { timeout: DRAINED_WITHIN_MS, interval: 250 },
  );
  return performance.now() - began;
}

/**
 * Retries every intent under its key: each acknowledged redemption must give the same order number.
 */
async function retryAll(origin: string, intents: readonly Intent[], path: string) {
  const notebook = openIntentLog(path);
  const answers: { acknowledged: string | undefined; orderNo: string }[] = [];
  for (let from = 0; from < intents.length; from += CONNECTIONS) {
    const some = intents.slice(from, from + CONNECTIONS);
    const outcomes = await Promise.all(
      some.map((intent) => redeemIntent(origin, intent, notebook)),
    );
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.kind !== "done") throw new Error(`a retry: ${JSON.stringify(outcome)}`);
      answers.push({ acknowledged: some[index]?.orderNo, orderNo: outcome.data.orderNo });
    }
  }
  return answers;
}

/** Puts the payers' goods on sale. */
async function putGoodsOnSale(open: () => Db): Promise<void> {
  const db = open();
  await offer(db, { id: GOODS, delivery: "card", priceFen: GOODS_FEN });
  await closeDatabase(db);
}

/**
 * Expects that every payment made at the channel is credited once, to the order or top-up it was
 * made for.
 */
async function expectPaymentsCreditedOnce(
  db: Db,
  { purchases, unexpectedAnswers }: Payers,
): Promise<void> {
  expect(unexpectedAnswers).toEqual([]);
  const numbersOf = (what: Purchase["kind"]) =>
    purchases.flatMap((one) => (one.kind === what ? [one.number] : [])).sort();
  const publishedRefs = async (statement: string) =>
    (await db.$client.query<{ no: string }>(statement)).rows.map(({ no }) => no);
  await vi.waitFor(
    async () => {
      expect(
        await countOf(db, "SELECT count(*) AS n FROM payment_attempt WHERE outcome = 'won'"),
      ).toBe(purchases.length);
    },
    { timeout: DRAINED_WITHIN_MS, interval: 250 },
  );
  expect(new Set(purchases.map(({ outTradeNo }) => outTradeNo)).size).toBe(purchases.length);
  const orders = "SELECT order_no AS no FROM orders WHERE source = 'shop'";
  expect(await publishedRefs(`${orders} ORDER BY 1`)).toEqual(numbersOf("order"));
  expect(await publishedRefs(`${orders} AND pay_state = 'PAID' ORDER BY 1`)).toEqual(
    numbersOf("order"),
  );
  const topUps = "SELECT topup_no AS no FROM topup WHERE state = 'PAID' ORDER BY 1";
  expect(await publishedRefs(topUps)).toEqual(numbersOf("topup"));
  const { txns } = await trialBalance(db);
  const times = purchases.length;
  expect(txns).toMatchObject({ wxpay_credit: times, wxpay_accept: times });
  expect(txns["topup"]).toBe(numbersOf("topup").length);
}

/**
 * Expects that every started redemption has one effect, and that their total equals the value of
 * the codes.
 */
async function expectCodesRedeemedOnce(db: Db, intents: readonly Intent[]): Promise<void> {
  const { isSound, txns } = await trialBalance(db);
  expect({ isSound, redeemed: txns["code_redeem"] }).toEqual({
    isSound: true,
    redeemed: intents.length,
  });
  const orders = "SELECT count(*) AS n FROM orders WHERE source = 'code'";
  expect(await countOf(db, orders)).toBe(intents.length);
  const granted = intents.filter(({ meal }) => !meal).length * POINTS_EACH;
  const points = "SELECT sum(balance) AS n FROM ledger_account WHERE purpose = 'available'";
  expect(await countOf(db, points)).toBe(granted);
}

/**
 * Kills the server repeatedly, after lifetimes of different lengths, but not before it has done
 * some work: on a busy machine it could otherwise be killed before it had done any. Returns how
 * long it took to be ready again.
 */
async function killRepeatedly(
  server: ChildProcess,
  start: Start,
  done: () => number,
): Promise<RestartResult> {
  const chance = createSeededRandom(Date.now());
  let living = server;
  let readyMs = 0;
  for (let killed = 0; killed < KILLS; killed++) {
    const before = done();
    await pause(chance.between(UPTIME_MIN_MS, UPTIME_MAX_MS));
    await vi.waitFor(() => expect(done()).toBeGreaterThan(before + CONNECTIONS), ALIVE);
    await stopProcess(living, "SIGKILL");
    const again = await start();
    living = again.server;
    readyMs = Math.max(readyMs, again.readyMs);
  }
  return { server: living, readyMs };
}

test(`killed ${KILLS} times under load: nothing acknowledged is lost, each intent has exactly one effect`, async () => {
  const { dataDir, origin, channel, start, open, databaseFolder } = await setUp();
  const first = await start();
  await putGoodsOnSale(open);
  const tickets = await createTickets(origin);
  const tokens = await Promise.all(
    Array.from({ length: MEMBERS + PAYERS }, (_, n) => logIn(origin, `1370000${1000 + n}`)),
  );
  const paper = join(dataDir, "intents.jsonl");
  const notebook = openIntentLog(paper);
  const load = startLoad(origin, {
    tickets,
    tokens: tokens.slice(0, MEMBERS),
    connections: CONNECTIONS,
    notebook,
  });
  const payers = startPayers({ origin, channel }, { tokens: tokens.slice(MEMBERS), skuId: GOODS });

  const { server, readyMs } = await killRepeatedly(first.server, start, load.acknowledged);
  await Promise.all([load.stop(), payers.stop()]);
  expect(load.unexpectedAnswers).toEqual([]);
  expect(readyMs).toBeLessThan(Math.max(READY_WITHIN_MS, READY_TIMES * first.readyMs));

  const intents = openIntentLog(paper).read();
  const acknowledged = intents.filter(({ orderNo }) => orderNo !== undefined);
  expect(acknowledged.length).toBeGreaterThan(KILLS * CONNECTIONS);
  expect(acknowledged.length).toBeLessThan(intents.length);
  expect(payers.purchases.length).toBeGreaterThan(PAYERS);
  // The server was killed during payments.
  expect(payers.lostAnswers()).toBeGreaterThan(0);
  const answers = await retryAll(origin, intents, paper);
  expect(answers.filter((a) => a.acknowledged && a.acknowledged !== a.orderNo)).toEqual([]);
  expect(new Set(answers.map(({ orderNo }) => orderNo)).size).toBe(intents.length);

  const db = open();
  await expectPaymentsCreditedOnce(db, payers);
  const drainedMs = await waitUntilOutboxEmpty(db);
  await expectCodesRedeemedOnce(db, intents);
  await closeDatabase(db);

  await stopProcess(server, "SIGTERM");
  expect(processesIn(databaseFolder)).toEqual([]);
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  process.stdout.write(
    `${intents.length} intents, ${acknowledged.length} acknowledged, ${payers.purchases.length} paid, ready again ` +
      `within ${seconds(readyMs)}, drained in ${seconds(drainedMs)}\n`,
  );
}, 480_000);
