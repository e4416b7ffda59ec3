/** The same bank for half a minute: thousands of snapshots, none of which shows a fen or a point too many. */
import { expect, test } from "vitest";
import { expectLively, liveThrough, openBank } from "./bank.fixture.ts";
import { reconcile } from "./actions.ts";

const LONG_MS = 30_000;

test("16 writers and 4 readers for 30 s: every snapshot agrees, and so does the reconciliation", async () => {
  const bank = await openBank();
  const told = await liveThrough(bank, LONG_MS);
  expectLively(told, 100);
  const { checks } = await reconcile(bank.context, bank.db, "full");
  // No courier carries messages here; and codes were credited that nobody made.
  const quiet = checks.filter(({ name }) => name !== "queues" && name !== "codes");
  expect(quiet.filter(({ found }) => found > 0)).toEqual([]);
  await bank.close();
});
