/**
 * Makes the database that `upgrade.test.ts` starts from. For the next version, with its build
 * checked out:
 * `SAVE_DATABASE=e2e/upgrade/from-1.1.json.gz npx vitest run --project long e2e/upgrade/make-saved.long.ts`.
 * Without SAVE_DATABASE it only proves that the steps still reach every state.
 */
import { manualClock } from "@yunjing/server/platform/clock";
import { TEST_NOON } from "@yunjing/server/platform/testing";
import { Client } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { fillDatabase } from "./fill.fixture.ts";
import { topicsLacking, valuesLacking } from "./stored-values.ts";
import { saveDatabase } from "./saved-database.ts";
import { openSavedTestEnv, type SavedTestEnv } from "./saved-test-env.fixture.ts";
import { unreached } from "./unreached-values.ts";

let testEnv: SavedTestEnv;
beforeAll(async () => {
  testEnv = await openSavedTestEnv(manualClock(TEST_NOON));
});
afterAll(() => testEnv.close());

test("a database is filled with every state, and saved on request", async () => {
  const facts = await fillDatabase(testEnv);
  const path = process.env["SAVE_DATABASE"];
  const { superuserUrl: url, dataFolder } = testEnv;
  if (path) await saveDatabase({ url, dataFolder }, path, facts);
  const client = new Client(url);
  onTestFinished(() => client.end());
  await client.connect();
  expect(await valuesLacking(client)).toEqual(Object.keys(unreached));
  expect(await topicsLacking(client, Object.keys(testEnv.app.outboxHandlers))).toEqual([]);
});
