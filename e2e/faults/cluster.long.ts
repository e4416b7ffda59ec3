/**
 * `npm run cluster` under load: a web process, a worker and the primary are killed, and the standby
 * is promoted. No acknowledged write is lost, no answer is a 5xx besides 503 SYS_BUSY, and sockets
 * resume.
 */
import { join } from "node:path";
import { trialBalance } from "@yunjing/server/domain/ledger/actions";
import type { Db } from "@yunjing/server/platform/database/pool";
import { expect, onTestFinished, test, vi } from "vitest";
import { freshCodes, mealAtNoon } from "./caller.fixture.ts";
import { missingPrograms, startCluster } from "./cluster.fixture.ts";
import {
  logIn,
  openIntentLog,
  repeatIntents,
  startLoad,
  untilAcknowledged,
  waitUntilReady,
} from "./redeemers.fixture.ts";
import { countOf, openQuietly } from "./read-database.fixture.ts";
import { keepSocketsOpen } from "./resuming-sockets.fixture.ts";

const [MEMBERS, CONNECTIONS] = [6, 4];
const [POINTS_CODES, MEAL_CODES] = [1_500, 150];
/** Acknowledged redemptions before, between and after the kills. */
const BETWEEN = 60;
const PATIENT = { timeout: 60_000, interval: 50 };
const DRAINED_WITHIN = { timeout: 120_000, interval: 250 };
const missing = missingPrograms();
if (missing.length > 0)
  process.stdout.write(`skipped: the cluster. It needs ${missing.join(", ")}\n`);

const redeemed = async (db: Db): Promise<number> =>
  (await trialBalance(db)).txns["code_redeem"] ?? 0;

/** Every twelfth code is a meal's, whose order a worker delivers. */
async function createTickets(origin: string) {
  const meal = await vi.waitFor(() => mealAtNoon(origin), { timeout: 30_000, interval: 300 });
  const meals = await freshCodes(origin, "kfc-set", MEAL_CODES);
  const points = await freshCodes(origin, "points-500", POINTS_CODES);
  return points.flatMap((code, n) => {
    const mealCode = n % 11 === 0 ? meals[n / 11] : undefined;
    const ticket = { code, meal: undefined };
    return mealCode ? [ticket, { code: mealCode, meal }] : [ticket];
  });
}

test.skipIf(missing.length > 0)(
  "a web process, a worker and the primary are killed: nothing acknowledged is lost",
  async () => {
    const cluster = await startCluster({
      supplierTimeoutMs: 2_000,
      supplierQuerySeconds: [1, 2],
      supplierQueriesPerDay: 1_000,
      supplierQueriesPerMinute: 100_000,
    });
    onTestFinished(cluster.stop);
    const { origin } = cluster;
    const before = await redeemed(openQuietly(cluster.primaryUrl));
    const tokens = await Promise.all(
      Array.from({ length: MEMBERS }, (_, n) => logIn(origin, `1370000${2000 + n}`)),
    );
    const tickets = await createTickets(origin);
    const paper = join(cluster.directory, "intents.jsonl");
    const notebook = openIntentLog(paper);
    const sockets = keepSocketsOpen(origin, tokens);
    await vi.waitFor(() => expect(sockets.openNow()).toBe(MEMBERS), PATIENT);
    const load = startLoad(origin, { tickets, tokens, connections: CONNECTIONS, notebook });
    const goOn = () => untilAcknowledged(load, BETWEEN, PATIENT);

    await goOn();
    cluster.kill("web-1");
    let began = performance.now();
    await goOn();
    await waitUntilReady(cluster.originOf("web-1"));
    const webBackMs = performance.now() - began;
    cluster.kill("worker-1");
    await goOn();
    await waitUntilReady(cluster.originOf("worker-1"));

    began = performance.now();
    cluster.killPrimary();
    await vi.waitFor(() => expect(cluster.pidOf("primary")).toBeUndefined(), PATIENT);
    await cluster.command("failover");
    const atFailover = load.acknowledged();
    await vi.waitFor(() => expect(load.acknowledged()).toBeGreaterThan(atFailover), {
      ...PATIENT,
      interval: 5,
    });
    const gapMs = performance.now() - began;
    await goOn();
    await load.stop();
    expect(load.unexpectedAnswers).toEqual([]);

    const intents = notebook.read();
    const acknowledged = intents.filter(({ orderNo }) => orderNo !== undefined);
    await repeatIntents(origin, notebook);

    const db = openQuietly(cluster.standbyUrl);
    began = performance.now();
    await vi.waitFor(
      async () =>
        expect(await countOf(db, "SELECT count(*) AS n FROM outbox WHERE state <> 'done'")).toBe(0),
      DRAINED_WITHIN,
    );
    const drainedMs = performance.now() - began;
    const { isSound } = await trialBalance(db);
    expect({ isSound, redeemed: (await redeemed(db)) - before }).toEqual({
      isSound: true,
      redeemed: intents.length,
    });
    // A job may fail once while the primary is gone.
    const failing = "SELECT count(*) AS n FROM job_lease WHERE failures > 2";
    expect(await countOf(db, failing)).toBe(0);
    await vi.waitFor(() => expect(sockets.openNow()).toBe(MEMBERS), PATIENT);
    const { events, cuts, gaps, faults } = await sockets.stop();
    expect({ gaps, faults }).toEqual({ gaps: 0, faults: [] });
    expect(events).toBeGreaterThan(0);
    // Half of the sockets were at the killed process.
    expect(cuts).toBeGreaterThan(0);
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
    process.stdout.write(
      `${intents.length} intents, ${acknowledged.length} acknowledged, none lost, ${load.busy()} × 503 SYS_BUSY; ` +
        `web ready again in ${seconds(webBackMs)}; failover: no write for ${seconds(gapMs)}; ` +
        `outbox empty after ${seconds(drainedMs)}; ${events} events, ${cuts} sockets cut, 0 gaps\n`,
    );
  },
  480_000,
);
