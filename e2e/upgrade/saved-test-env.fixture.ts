/** The whole product and the sandbox over HTTP, both on one manual clock. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox } from "@yunjing/sandbox/sandbox";
import type { ManualClock } from "@yunjing/server/platform/clock";
import { writesWithoutHistory } from "@yunjing/server/platform/database/superuser.fixture";
import type { FreshDatabase } from "@yunjing/server/platform/database/testing";
import {
  deliver,
  type DeadMessage,
  requeueExpiredLeases,
} from "@yunjing/server/platform/jobs/worker-deliver";
import { claim } from "@yunjing/server/platform/jobs/worker-claims";
import { startSchedule } from "@yunjing/server/platform/jobs/schedule";
import { openHttpTestEnv } from "../http/test-env.fixture.ts";
import { type SavedDatabase, writeFiles } from "./saved-database.ts";

const CLAIMED_AT_ONCE = 16;
/** The sandbox answers at once; its work after the answer takes this long. */
const HOUR_MS = 3_600_000;
const SOON_MS = 20;
const ISSUE_MS = [5, 10] as const;

const SETTINGS = {
  // Small withdrawals need no approval, larger ones one, and the largest two.
  withdrawAutoFen: 1_000,
  withdrawTwoPersonsFen: 50_000,
  withdrawAccountAgeMs: 0,
  withdrawWithoutStepUpFen: 100_000,
  smsResendSeconds: 0,
  smsPerPhoneDay: 50,
  supplierTimeoutMs: 400,
};

type Given = { readonly database: FreshDatabase; readonly files: SavedDatabase["files"] };

export async function openSavedTestEnv(clock: ManualClock, given?: Given) {
  const dataFolder = await mkdtemp(join(tmpdir(), "yunjing-upgrade-"));
  await writeFiles(dataFolder, given?.files ?? {});
  const sandbox = createSandbox({
    dataDir: dataFolder,
    clock: {
      now: () => clock.now(),
      after: (delayMs, work) => {
        // Tasks due after hours never run; all others run at once.
        if (delayMs > HOUR_MS) return () => undefined;
        const timer = setTimeout(work, Math.min(delayMs, SOON_MS));
        return () => clearTimeout(timer);
      },
    },
    issueDelayMs: ISSUE_MS,
    callbackRetryMs: [20, 20],
  });
  const sandboxOrigin = await sandbox.listen();
  const env = {
    DATA_DIR: dataFolder,
    SANDBOX_ORIGIN: sandboxOrigin,
    SETTINGS: JSON.stringify(SETTINGS),
  };
  const testEnv = await openHttpTestEnv(env, { clock, ...given });
  // Version 1.0 wrote fewer events than today's lifecycles ask for.
  if (given) await writesWithoutHistory(testEnv.db.$client);
  sandbox.callBackTo(testEnv.origin);
  const dead: DeadMessage[] = [];
  return {
    ...testEnv,
    clock,
    outside: sandboxOrigin,
    dead,
    dataFolder,
    /** Delivers queued messages until none is due. Returns their number. */
    async dispatchAll(): Promise<number> {
      const { context, db, app } = testEnv;
      const onDead = (message: DeadMessage) => void dead.push(message);
      const deliveryContext = { context, db, handlers: app.outboxHandlers, onDead };
      await requeueExpiredLeases(deliveryContext);
      let delivered = 0;
      for (;;) {
        const batch = await claim(context, db, { limit: CLAIMED_AT_ONCE, startQueue: 0 });
        if (batch.length === 0) return delivered;
        for (const delivery of batch) await deliver(deliveryContext, delivery);
        delivered += batch.length;
      }
    },
    /** Delivers the messages that are due now, once; newly queued ones stay. */
    async carryOnce(): Promise<void> {
      const { context, db, app } = testEnv;
      const deliveryContext = { context, db, handlers: app.outboxHandlers, onDead: undefined };
      for (const delivery of await claim(context, db, { limit: 500, startQueue: 0 }))
        await deliver(deliveryContext, delivery);
    },
    /** Runs one scheduled job. */
    async runJob(name: string): Promise<void> {
      const jobs = testEnv.app.jobs.filter((job) => job.name === name);
      const schedule = startSchedule(testEnv.context, testEnv.db, jobs, { tickMs: HOUR_MS });
      // Creates the job's row and runs the due jobs; then runs this one, due or not.
      await schedule.stop();
      await schedule.runOnce(name);
    },
    async close() {
      await testEnv.close();
      await sandbox.close();
      await rm(dataFolder, { recursive: true });
    },
  };
}
export type SavedTestEnv = Awaited<ReturnType<typeof openSavedTestEnv>>;
