/**
 * The saved database of version 1.0, upgraded and served by this build; with short calls for
 * members and operators.
 */
import { fileURLToPath } from "node:url";
import { trialBalance } from "@yunjing/server/domain/ledger/actions";
import { findAuditBreaks, verifyAudit } from "@yunjing/server/domain/audit/actions";
import { reconcile } from "@yunjing/server/domain/reconciliation/actions";
import { manualClock } from "@yunjing/server/platform/clock";
import { migrate } from "@yunjing/server/platform/database/migrate";
import { emptyDatabase } from "@yunjing/server/platform/database/testing";
import { diskStore } from "@yunjing/server/platform/files/disk";
import { join } from "node:path";
import { Client } from "pg";
import { createCaller } from "../http/exchange.fixture.ts";
import { topicsLacking, valuesLacking } from "./stored-values.ts";
import { asOperator, MINUTE_MS, must, operatorsOf, rows } from "./past.fixture.ts";
import { readSaved, restoreDatabase } from "./saved-database.ts";
import type { Facts } from "./saved-facts.ts";
import { openSavedTestEnv, type SavedTestEnv } from "./saved-test-env.fixture.ts";

const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const schema = {
  migrations: place("../../server/migrations"),
  domain: place("../../server/src/domain"),
};

/** What the copy lacks, judged before anything is migrated. */
async function lackingOf(url: string, topics: readonly string[]) {
  const client = new Client(url);
  await client.connect();
  try {
    return { values: await valuesLacking(client), topics: await topicsLacking(client, topics) };
  } finally {
    await client.end();
  }
}

/** The service contact as operators set it at run time, when it was two settings. */
export const FORMER_CONTACT = { phone: "021-60001234", hours: "工作日 9:00–18:00" } as const;

async function plantContactSettings(ownerUrl: string): Promise<void> {
  const client = new Client(ownerUrl);
  await client.connect();
  const { phone, hours } = FORMER_CONTACT;
  await client
    .query(
      `INSERT INTO setting (name, value) VALUES ('servicePhone', to_jsonb($1::text)), ('serviceHours', to_jsonb($2::text))
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [phone, hours],
    )
    .finally(() => client.end());
}

/** Checks the ledgers, the audit chains, and that there are only the expected differences. */
async function faultsOf({ context, db, dataFolder }: SavedTestEnv): Promise<string[]> {
  const { isSound } = await trialBalance(db);
  const { checks } = await reconcile(context, db, "full");
  const { faults } = await verifyAudit(db, diskStore(join(dataFolder, "files")));
  const cases = await db.$client.query<{ text: string }>(
    `SELECT class || ' ' || subject AS text FROM recon_case
     WHERE state IN ('open', 'proposed') AND subject NOT LIKE 'planted %' ORDER BY 1`,
  );
  return [
    ...(isSound ? [] : ["the trial balance"]),
    ...(await findAuditBreaks(db)).map((found) => JSON.stringify(found)),
    ...faults.map(({ subject, text }) => `${subject}: ${text}`),
    ...checks.flatMap(({ name, error }) => (error === undefined ? [] : [`${name}: ${error}`])),
    ...cases.rows.map(({ text }) => text),
  ];
}

export async function openUpgraded() {
  const saved = readSaved<Facts>(place("./from-1.0.json.gz"));
  const { facts, files } = saved;
  const database = await emptyDatabase();
  await restoreDatabase(database, saved);
  const lacking = await lackingOf(database.superuserUrl, facts.topics);
  await plantContactSettings(database.ownerUrl);
  await migrate(database.ownerUrl, schema);
  const testEnv = await openSavedTestEnv(manualClock(new Date(facts.now)), { database, files });
  const operator = operatorsOf(testEnv);
  const call = createCaller(testEnv);
  return {
    ...testEnv,
    facts,
    lacking,
    call,
    must,
    operator,
    by: (who: "maker" | "checker") => asOperator({ operator }, who),
    rows: <T extends object>(text: string, values: readonly unknown[] = []) =>
      rows<T>(testEnv, text, values),
    faults: () => faultsOf(testEnv),
    /** The one value that a statement finds. */
    async valueOf(text: string, ...values: readonly unknown[]): Promise<unknown> {
      const [row] = await rows<Record<string, unknown>>(testEnv, text, values);
      return Object.values(row ?? {})[0];
    },
    /** Advances the clock by minutes: messages are delivered, and the sandbox acts and notifies. */
    async pass(minutes: number): Promise<void> {
      testEnv.clock.advance(minutes * MINUTE_MS);
      await testEnv.dispatchAll();
      await new Promise((resolve) => setTimeout(resolve, 60));
      await testEnv.dispatchAll();
    },
  };
}
export type Upgraded = Awaited<ReturnType<typeof openUpgraded>>;
