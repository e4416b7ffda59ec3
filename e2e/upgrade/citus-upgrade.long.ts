/**
 * A former build is upgraded to this one on a Citus cluster. It needs CITUS_URL (`faults/citus.long.ts`) and
 * CITUS_FORMER_CHECKOUT, a built checkout of a build that runs on Citus; without them it is skipped.
 */
import { join } from "node:path";
import { trialBalance } from "@yunjing/server/domain/ledger/actions";
import { expect, onTestFinished, test, vi } from "vitest";
import { freshCodes } from "../faults/caller.fixture.ts";
import {
  makeClusteredDatabase,
  openEnvironment,
  runCommand,
  startProcess,
} from "../faults/citus.fixture.ts";
import { freePort, stopProcess } from "../faults/process.fixture.ts";
import { countOf, openQuietly } from "../faults/read-database.fixture.ts";
import {
  logIn,
  openIntentLog,
  repeatIntents,
  startLoad,
  untilAcknowledged,
} from "../faults/redeemers.fixture.ts";
import { openTrade } from "../faults/trade-journeys.fixture.ts";

const superUrl = process.env["CITUS_URL"];
const former = process.env["CITUS_FORMER_CHECKOUT"];
const isSkipped = superUrl === undefined || former === undefined;
if (isSkipped) {
  process.stdout.write("skipped: an upgrade on Citus. Set CITUS_URL and CITUS_FORMER_CHECKOUT\n");
}

const [MEMBERS, CONNECTIONS, CODES, BETWEEN] = [4, 2, 600, 40];
const BY_THE_OWNER = /run as the owner (SELECT .+)$/gm;
const PATIENT = { timeout: 120_000, interval: 100 };

test.skipIf(isSkipped)(
  "on Citus the former build works on while its database is migrated and distributed, and this one takes over: nothing is lost",
  async () => {
    const database = await makeClusteredDatabase(superUrl ?? "", `yunjing_upgrade_${process.pid}`);
    onTestFinished(database.drop);
    const { directory, port, origin, shared, owner } = await openEnvironment(database);
    await runCommand("build", shared);
    await runCommand("migrate", owner, former);
    await runCommand("distribute", owner, former);

    const start = async (env: Readonly<Record<string, string>>, checkout?: string) => {
      const child = await startProcess(env, checkout === undefined ? {} : { checkout });
      onTestFinished(() => stopProcess(child, "SIGKILL"));
      return child;
    };
    const formerPort = String(await freePort());
    const formerOrigin = `http://127.0.0.1:${formerPort}`;
    const asWeb = { ...shared, ROLES: "web", SEED: "none" };
    const asWorker = { ...owner, ROLES: "worker" };
    const formerWorker = await start(
      { ...asWorker, SEED: "light", PORT: String(await freePort()) },
      former,
    );
    const formerWeb = await start({ ...asWeb, PORT: formerPort }, former);

    const tokens = await Promise.all(
      Array.from({ length: MEMBERS }, (_, n) => logIn(formerOrigin, `1370000${4000 + n}`)),
    );
    const notebook = openIntentLog(join(directory, "intents.jsonl"));
    const begin = async (at: string, keys: string) => {
      const codes = await freshCodes(at, "points-500", CODES);
      const tickets = codes.map((code) => ({ code, meal: undefined }));
      return startLoad(at, { tickets, tokens, connections: CONNECTIONS, notebook, keys });
    };
    const ofFormer = await begin(formerOrigin, "former");
    await untilAcknowledged(ofFormer, BETWEEN, PATIENT);
    const before = ofFormer.acknowledged();
    const migrated = (await runCommand("migrate", owner)).trim().split("\n").at(-1);
    // A table whose place has changed is moved by a statement that the command names.
    const named = await runCommand("distribute", owner).then(() => "", String);
    const moves = [...named.matchAll(BY_THE_OWNER)].map(([, statement = ""]) => statement);
    for (const statement of moves) await database.asOwner(statement);
    const printed = (await runCommand("distribute", owner)).trim().split("\n").at(-1);
    const during = ofFormer.acknowledged() - before;
    expect(during).toBeGreaterThan(0);
    const again = await runCommand("distribute", owner);
    expect(again.trim().split("\n").at(-1)).toBe("已分布 0 张表、0 个函数。");
    await untilAcknowledged(ofFormer, BETWEEN, PATIENT);

    const worker = await start({ ...asWorker, SEED: "none", PORT: String(await freePort()) });
    const web = await start({ ...asWeb, PORT: port });
    const ours = await begin(origin, "ours");
    await Promise.all([
      untilAcknowledged(ofFormer, BETWEEN, PATIENT),
      untilAcknowledged(ours, BETWEEN, PATIENT),
    ]);
    await ofFormer.stop();
    await Promise.all([stopProcess(formerWeb, "SIGTERM"), stopProcess(formerWorker, "SIGTERM")]);
    await untilAcknowledged(ours, BETWEEN, PATIENT);
    await ours.stop();
    expect([...ofFormer.unexpectedAnswers, ...ours.unexpectedAnswers]).toEqual([]);
    const redeemed = (await repeatIntents(origin, notebook)).length;

    const trade = openTrade(origin, "1370005");
    await trade.walkMembers();
    await trade.walkOperators();
    const failed = trade.steps.filter(({ why }) => why !== undefined);
    process.stdout.write(
      `${migrated ?? ""} ${moves.length} tables moved. ${printed ?? ""} ${redeemed} redemptions (${during} while it was migrated and distributed), ` +
        `none lost, ${ofFormer.busy() + ours.busy()} × 503 SYS_BUSY; then ` +
        `${trade.steps.length - failed.length} of ${trade.steps.length} steps\n`,
    );
    expect(failed).toEqual([]);
    const db = openQuietly(database.appUrl);
    const waiting = "SELECT count(*) AS n FROM outbox WHERE state <> 'done' AND due_at <= now()";
    await vi.waitFor(async () => expect(await countOf(db, waiting)).toBe(0), PATIENT);
    expect(await trialBalance(db)).toMatchObject({ isSound: true });
    expect(await countOf(db, "SELECT count(*) AS n FROM job_lease WHERE failures > 0")).toBe(0);
    await Promise.all([stopProcess(web, "SIGTERM"), stopProcess(worker, "SIGTERM")]);
  },
  600_000,
);
