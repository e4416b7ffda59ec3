/**
 * Tests that every snapshot is consistent while real postings run, and that the test detects a
 * faulty writer.
 */
import { afterEach, describe, expect, test } from "vitest";
import { mutate } from "../ledger/race.fixture.ts";
import {
  type ConsistencyTestEnv,
  expectEnoughActivity,
  runLoad,
  createConsistencyTestEnv,
} from "./snapshot-consistency.fixture.ts";
import { reconcile } from "./actions.ts";
import { connectAsSuperuser } from "../../platform/database/superuser.fixture.ts";
import { isSlowTier, repeatCount } from "../../platform/repeat-count.fixture.ts";

/** Duration of the load under the readers in ms (each reader checks every 50 ms). */
const LOAD_MS = repeatCount({ suite: 4_000, slow: 30_000 });
/** One of the readers reads a snapshot at least this often, in ms. */
const SNAPSHOT_MS = 300;
const MUTANT_MS = 4_000;

let testEnv: ConsistencyTestEnv | undefined;
afterEach(async () => {
  await testEnv?.close();
  testEnv = undefined;
});

async function createMutatedTestEnv(
  ...mutations: Parameters<typeof mutate>[1]
): Promise<ConsistencyTestEnv> {
  testEnv = await createConsistencyTestEnv();
  const owner = await connectAsSuperuser(testEnv.db);
  await mutate(owner, mutations);
  await owner.end();
  return testEnv;
}

describe("16 writers of real postings and 4 readers", () => {
  test(`for ${LOAD_MS} ms: every snapshot agrees, and so does the reconciliation`, {
    timeout: 180_000,
  }, async () => {
    const open = await createMutatedTestEnv();
    expectEnoughActivity(await runLoad(open, LOAD_MS), LOAD_MS / SNAPSHOT_MS);
    const { checks } = await reconcile(open.context, open.db, "full");
    // No outbox handler runs here, and the test data credits codes that were never created.
    const withoutData = ["queues", "codes", "code credits"];
    const consistencyChecks = checks.filter(({ name }) => !withoutData.includes(name));
    expect(consistencyChecks.filter(({ found }) => found > 0)).toEqual([]);
  });

  test.runIf(isSlowTier).each([
    [
      "a posting skips its balance",
      {
        file: "write.sql",
        from: "SET balance = a.balance + v_change,",
        to: "SET balance = a.balance + CASE WHEN a.version % 4 = 3 THEN 0 ELSE v_change END,",
      },
      /account_balance/,
    ],
    [
      "a change is not counted",
      {
        file: "write.sql",
        from: "version = a.version + 1\n",
        to: "version = a.version + 1 + (a.version % 4 = 3)::integer\n",
      },
      /account_chain/,
    ],
    [
      "points are held and stay in their lots",
      {
        module: "points",
        file: "hold.sql",
        from: "SET remaining = l.remaining - d.taken,",
        to: "SET remaining = l.remaining,",
      },
      /lots/,
    ],
    [
      "a hold ends only in the ledger",
      {
        module: "wallet",
        file: "void.sql",
        from: "UPDATE wallet_hold SET state = 'voided'",
        to: "UPDATE wallet_hold SET state = state",
      },
      /hold_twin/,
    ],
  ])("fail when %s", { timeout: 60_000 }, async (_, mutation, seen) => {
    const cheating = await createMutatedTestEnv(mutation);
    await expect(runLoad(cheating, MUTANT_MS)).rejects.toThrow(seen);
  });
});
