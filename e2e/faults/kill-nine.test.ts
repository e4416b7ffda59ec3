/** Promise 8 of reliability.md: the server is killed 20 times under load, and nothing acknowledged is lost. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createChance } from "@yunjing/sandbox/chance";
import { createSandbox } from "@yunjing/sandbox/sandbox";
import { trialBalance } from "@yunjing/server/domain/ledger/actions";
import { serverAccount } from "@yunjing/server/platform/database/embedded/account";
import { socketUrl } from "@yunjing/server/platform/database/embedded/create";
import { homeOf } from "@yunjing/server/platform/database/embedded/home";
import { processesIn } from "@yunjing/server/platform/database/embedded/processes";
import { closeDatabase, type Db, openDatabase } from "@yunjing/server/platform/database/pool";
import { createLog } from "@yunjing/server/platform/log";
import { expect, onTestFinished, test, vi } from "vitest";
import { freshCodes, mealAtNoon } from "./caller.fixture.ts";
import { end, freePort, run, untilSaid } from "./process.fixture.ts";
import { type Intent, logIn, openNotebook, pursue, startLoad } from "./shoppers.fixture.ts";

const KILLS = 20;
const [LIFE_MIN_MS, LIFE_MAX_MS] = [300, 1_500];
const READY_WITHIN_MS = 10_000;
const DRAINED_WITHIN_MS = 60_000;
const MEMBERS = 8;
const LANES = 8;
const [POINTS_CODES, MEAL_CODES] = [7_000, 1_000];
const POINTS_EACH = 500;

/** Data, pretend world and the way to start the product on them. */
async function layOut() {
  const dataDir = mkdtempSync(join(tmpdir(), "yunjing-kill-"));
  // The database may run as another user, who must be able to enter.
  chmodSync(dataDir, 0o711);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const sandbox = createSandbox({ callbackOrigin: origin, issueDelayMs: [50, 400] });
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    SANDBOX_ORIGIN: await sandbox.listen(),
    SEED: "none",
    LOG_LEVEL: "error",
    SETTINGS: JSON.stringify({ supplierTimeoutMs: 2_000, supplierQuerySeconds: [1, 2] }),
  };
  const start = async () => {
    const began = performance.now();
    const server = run("server/src/main.ts", env);
    onTestFinished(() => end(server, "SIGKILL"));
    await untilSaid(server, /ready: http/);
    return { server, readyMs: performance.now() - began };
  };
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { dataDir, origin, start };
}

/** More tickets than the load can use: every seventh is a meal. */
async function printTickets(origin: string) {
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

/** How long until no message waits; the dead count as waiting. */
async function drain(db: Db): Promise<number> {
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

/** Every intent again under its key: what was acknowledged must be answered as it was. */
async function retryAll(origin: string, intents: readonly Intent[], path: string) {
  const notebook = openNotebook(path);
  const answers: { acknowledged: string | undefined; orderNo: string }[] = [];
  for (let from = 0; from < intents.length; from += LANES) {
    const some = intents.slice(from, from + LANES);
    const outcomes = await Promise.all(some.map((intent) => pursue(origin, intent, notebook)));
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.kind !== "done") throw new Error(`a retry: ${JSON.stringify(outcome)}`);
      answers.push({ acknowledged: some[index]?.orderNo, orderNo: outcome.data.orderNo });
    }
  }
  return answers;
}

test("killed 20 times under load: nothing acknowledged is lost, each intent has exactly one effect", async () => {
  const { dataDir, origin, start } = await layOut();
  let { server } = await start();
  const tickets = await printTickets(origin);
  const tokens = await Promise.all(
    Array.from({ length: MEMBERS }, (_, n) => logIn(origin, `1370000${1000 + n}`)),
  );
  const paper = join(dataDir, "intents.jsonl");
  const load = startLoad(origin, { tickets, tokens, lanes: LANES, notebook: openNotebook(paper) });

  const chance = createChance(Date.now());
  const readyMs: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(chance.between(LIFE_MIN_MS, LIFE_MAX_MS));
    await end(server, "SIGKILL");
    const again = await start();
    server = again.server;
    readyMs.push(again.readyMs);
  }
  await load.stop();
  expect(load.wrong).toEqual([]);
  expect(Math.max(...readyMs)).toBeLessThan(READY_WITHIN_MS);

  const intents = openNotebook(paper).read();
  const acknowledged = intents.filter(({ orderNo }) => orderNo !== undefined);
  expect(acknowledged.length).toBeGreaterThan(KILLS * LANES);
  expect(acknowledged.length).toBeLessThan(intents.length);
  const answers = await retryAll(origin, intents, paper);
  expect(answers.filter((a) => a.acknowledged && a.acknowledged !== a.orderNo)).toEqual([]);
  expect(new Set(answers.map(({ orderNo }) => orderNo)).size).toBe(intents.length);

  const { socket, data } = homeOf(dataDir, serverAccount());
  const db = openDatabase({
    url: socketUrl(socket, "yunjing_app", "yunjing"),
    log: createLog("silent"),
  });
  const drainedMs = await drain(db);
  const { isSound, txns } = await trialBalance(db);
  expect({ isSound, redeemed: txns["code_redeem"] }).toEqual({
    isSound: true,
    redeemed: intents.length,
  });
  expect(await countOf(db, "SELECT count(*) AS n FROM orders")).toBe(intents.length);
  const granted = intents.filter(({ meal }) => !meal).length * POINTS_EACH;
  const points = "SELECT sum(balance) AS n FROM ledger_account WHERE purpose = 'available'";
  expect(await countOf(db, points)).toBe(granted);
  await closeDatabase(db);

  await end(server, "SIGTERM");
  expect(processesIn(data)).toEqual([]);
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  process.stdout.write(
    `${intents.length} intents, ${acknowledged.length} acknowledged, ready again within ` +
      `${seconds(Math.max(...readyMs))}, drained in ${seconds(drainedMs)}\n`,
  );
}, 240_000);
