/**
 * The former build is upgraded to this one on `npm run cluster`, under load and without a pause: no
 * acknowledged write is lost, no answer is a 5xx besides 503 SYS_BUSY, and sockets resume.
 */
import { join } from "node:path";
import { trialBalance } from "@yunjing/server/domain/ledger/actions";
import type { Db } from "@yunjing/server/platform/database/pool";
import { expect, onTestFinished, test, vi } from "vitest";
import { freshCodes, mealAtNoon } from "../faults/caller.fixture.ts";
import { missingPrograms, startCluster } from "../faults/cluster.fixture.ts";
import { startPayers } from "../faults/payers.fixture.ts";
import { logIn, openIntentLog, repeatIntents, startLoad } from "../faults/redeemers.fixture.ts";
import { countOf, openQuietly } from "../faults/read-database.fixture.ts";
import { keepSocketsOpen } from "../faults/resuming-sockets.fixture.ts";
import { buildFormer, whyNoFormerBuild } from "./former-build.fixture.ts";
import { startReaders } from "./readers.fixture.ts";
import { startVouchers } from "./vouchers.fixture.ts";

const [REDEEMERS, VOUCHERS, PAYERS, READERS] = [4, 2, 2, 2];
const [POINTS_CODES, MEAL_CODES] = [4_000, 400];
/** Acknowledged redemptions before the upgrade and after it. */
const AROUND = 60;
const GOODS = "kfc-wings";
const PATIENT = { timeout: 60_000, interval: 50 };
const DRAINED_WITHIN = { timeout: 120_000, interval: 250 };
const missing = missingPrograms();
const why = missing.length > 0 ? `it needs ${missing.join(", ")}` : await whyNoFormerBuild();
if (why !== undefined) process.stdout.write(`skipped: the upgrade of the former build: ${why}\n`);

/** Both builds have this table. */
const redeemed = (db: Db): Promise<number> =>
  countOf(db, "SELECT count(*) AS n FROM ledger_txn WHERE kind = 'code_redeem'");

test.skipIf(why !== undefined)(
  "the former build is upgraded under load: nothing acknowledged is lost, and nobody waits",
  async () => {
    const former = await buildFormer();
    onTestFinished(former.remove);
    const cluster = await startCluster(
      {
        supplierTimeoutMs: 2_000,
        supplierQuerySeconds: [1, 2],
        supplierQueriesPerDay: 10_000,
        supplierQueriesPerMinute: 100_000,
        // A payer starts a new payment while earlier ones still have no notification.
        payLookSeconds: [1, 2],
        payLookAgainMs: 1_000,
        ordersUnpaidMax: 1_000,
      },
      former.path,
    );
    onTestFinished(cluster.stop);
    const { origin } = cluster;
    const db = openQuietly(cluster.primaryUrl);
    const before = await redeemed(db);
    const phones = REDEEMERS + VOUCHERS + PAYERS + READERS;
    const logins = await Promise.all(
      Array.from({ length: phones }, (_, n) => logIn(origin, `1370000${3000 + n}`)),
    );
    const tokens = logins.splice(0, REDEEMERS);
    const voucherTokens = logins.splice(0, VOUCHERS);
    const payerTokens = logins.splice(0, PAYERS);
    const meal = await vi.waitFor(() => mealAtNoon(origin), { timeout: 30_000, interval: 300 });
    const meals = await freshCodes(origin, "kfc-set", MEAL_CODES);
    const points = await freshCodes(origin, "points-500", POINTS_CODES);
    const vouchers = await freshCodes(origin, "kfc-value-50", VOUCHERS);
    const tickets = points.flatMap((code, n) => {
      const mealCode = n % 10 === 0 ? meals[n / 10] : undefined;
      const ticket = { code, meal: undefined };
      return mealCode ? [ticket, { code: mealCode, meal }] : [ticket];
    });

    const paper = join(cluster.directory, "intents.jsonl");
    const notebook = openIntentLog(paper);
    const sockets = keepSocketsOpen(origin, tokens);
    await vi.waitFor(() => expect(sockets.openNow()).toBe(REDEEMERS), PATIENT);
    const load = startLoad(origin, { tickets, tokens, connections: REDEEMERS, notebook });
    const payers = startPayers({ origin, channel: origin }, { tokens: payerTokens, skuId: GOODS });
    const cancelled = startVouchers(
      origin,
      voucherTokens.map((token, n) => ({ token, code: vouchers[n] ?? "" })),
      meal,
    );
    const readers = startReaders(origin, logins);
    const goOn = () => {
      const [target, placed] = [load.acknowledged() + AROUND, cancelled.placed()];
      return vi.waitFor(() => {
        expect(cancelled.faults).toEqual([]);
        expect(payers.unexpectedAnswers).toEqual([]);
        expect(load.acknowledged()).toBeGreaterThan(target);
        expect(cancelled.placed()).toBeGreaterThan(placed);
      }, PATIENT);
    };

    await goOn();
    const atStart = [load.acknowledged(), cancelled.placed(), payers.purchases.length] as const;
    const printed = await cluster.command("upgrade");
    const duringUpgrade = [
      load.acknowledged() - atStart[0],
      cancelled.placed() - atStart[1],
      payers.purchases.length - atStart[2],
    ];
    await goOn();
    await Promise.all([load.stop(), payers.stop(), cancelled.stop(), readers.stop()]);
    expect(load.unexpectedAnswers).toEqual([]);
    expect(payers.unexpectedAnswers).toEqual([]);
    expect(cancelled.faults).toEqual([]);
    expect(readers.faults).toEqual([]);
    for (const count of duringUpgrade) expect(count).toBeGreaterThan(0);

    const orders = await repeatIntents(origin, notebook);
    // A third of the payments is found by a query, without a notification.
    const unpaid = (numbers: readonly string[]) =>
      db.$client
        .query<{ n: number }>(
          "SELECT count(*)::int AS n FROM payment_attempt WHERE out_trade_no = ANY($1) AND state <> 'SUCCESS'",
          [numbers],
        )
        .then(({ rows }) => rows[0]?.n);
    const bought = payers.purchases.map(({ outTradeNo }) => outTradeNo);
    await vi.waitFor(async () => expect(await unpaid(bought)).toBe(0), DRAINED_WITHIN);
    const undelivered =
      "SELECT count(*) AS n FROM outbox WHERE state <> 'done' AND due_at < now() + interval '1 minute'";
    await vi.waitFor(async () => expect(await countOf(db, undelivered)).toBe(0), DRAINED_WITHIN);
    const { isSound } = await trialBalance(db);
    expect({ isSound, redeemed: (await redeemed(db)) - before }).toEqual({
      isSound: true,
      redeemed: orders.length,
    });
    // Counts that this build keeps and the former one did not.
    const miscounted = `SELECT count(*) AS n FROM (
      SELECT batch_id, CASE WHEN state = 'LOCKED' THEN 'ACTIVE' ELSE state END AS state, count(*) AS codes FROM code GROUP BY 1, 2) c
      FULL JOIN (SELECT batch_id, state, sum(codes) AS codes FROM code_count GROUP BY 1, 2 HAVING sum(codes) <> 0) n
      USING (batch_id, state) WHERE c.codes IS DISTINCT FROM n.codes`;
    expect(await countOf(db, miscounted)).toBe(0);
    expect(await countOf(db, "SELECT count(*) AS n FROM job_lease WHERE failures > 0")).toBe(0);
    await vi.waitFor(() => expect(sockets.openNow()).toBe(REDEEMERS), PATIENT);
    const { events, cuts, gaps, faults } = await sockets.stop();
    expect({ gaps, faults }).toEqual({ gaps: 0, faults: [] });
    expect(cuts).toBeGreaterThan(0);
    const steps = printed.match(/(?<=· )\S+ runs the new build after [\d.]+ s/g) ?? [];
    expect(steps).toHaveLength(4);
    process.stdout.write(
      `${orders.length} redemptions (${duringUpgrade[0]} during the upgrade), ${cancelled.placed()} vouchers ` +
        `(${duringUpgrade[1]}), ${bought.length} purchases (${duringUpgrade[2]}), none lost; ${readers.reads()} reads, ` +
        `${load.busy()} × 503 SYS_BUSY for redemptions; ${events} events, ${cuts} sockets cut, 0 gaps\n` +
        `${printed.match(/数据库结构已更新.*/)?.[0] ?? ""} ${steps.join("; ")}; ${printed.match(/已核对.*/)?.[0] ?? ""}\n`,
    );
  },
  600_000,
);
