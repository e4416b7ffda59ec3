/**
 * The sums of slots equal the transfers, whichever are summed already, and a posting that commits after
 * the end of its slot is in its sum.
 */
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Mutant, openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { post, rollUpPastDays, sumsBefore } from "./actions.ts";
import { runRollUp } from "./jobs.ts";
import { rollUpDay } from "./store/balances.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let database: FreshDatabase;
let owner: pg.Client;
let context: TestContext;
let db: Db;
let memberId: string;
let ref = 0;

beforeEach(async () => {
  database = await freshDatabase();
  owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  context = testContext();
  memberId = context.ids.next();
});
afterEach(async () => {
  await closeDatabase(db);
  await owner.end();
  await database.drop();
});

/** Opens the pool of the application; returns how many statements were changed so far. */
function open(mutants: readonly Mutant[] = []): () => number {
  const opened = openMutantDatabase({ url: database.appUrl, log: context.log, size: 4 }, mutants);
  db = opened.db;
  return opened.used;
}

const give = (tx: Parameters<typeof post>[1], amount: number, party = "batch-1") =>
  post(context, tx, {
    memberId,
    kind: "adjust",
    ref: String(++ref),
    actor: "system",
    transfers: [{ asset: "CNY", debit: "codes_sold", credit: "principal", amount, party }],
  });

const rowsOf = async (text: string): Promise<string[]> =>
  (await owner.query<{ line: string }>(text)).rows.map(({ line }) => line);

/** The totals of the parts, and those of the transfers, as lines of text. */
async function totals() {
  const columns = "concat_ws(' ', asset, purpose, party, sum(debits), sum(credits)) AS line";
  return {
    parts: await rowsOf(
      `SELECT ${columns} FROM ledger_part GROUP BY asset, purpose, party ORDER BY 1`,
    ),
    transfers: await rowsOf(
      `SELECT ${columns} FROM (
         SELECT asset, purpose, CASE WHEN version IS NULL THEN coalesce(party, '') ELSE '' END AS party,
                greatest(-change, 0) AS debits, greatest(change, 0) AS credits FROM ledger_line) l
       GROUP BY asset, purpose, party ORDER BY 1`,
    ),
  };
}

async function expectSameTotals(): Promise<void> {
  const { parts, transfers } = await totals();
  expect(parts).toEqual(transfers);
}

async function lateCommitIsSummed(): Promise<void> {
  context.clock.set(new Date("2026-11-20T04:09:59Z"));
  await db.transaction((tx) => give(tx, 1));
  await db.transaction(async (tx) => {
    await give(tx, 10);
    // The slot is over, and the transaction is not.
    context.clock.advance(4 * MINUTE_MS);
    await runRollUp(context, db);
  });
  context.clock.advance(20 * MINUTE_MS);
  await db.transaction((tx) => give(tx, 100));
  await runRollUp(context, db);
  await expectSameTotals();
}

test("a posting that commits up to five minutes after its slot is in the sum of its slot", async () => {
  open();
  await lateCommitIsSummed();
  expect(await rowsOf("SELECT DISTINCT slot::text AS line FROM ledger_slot")).toHaveLength(1);
});

test("it is in no sum when a slot is summed at its end", async () => {
  const used = open([{ from: "interval '5 minutes'", to: "interval '0 minutes'" }]);
  await expect(lateCommitIsSummed()).rejects.toThrow("to deeply equal");
  expect(used()).toBeGreaterThan(0);
});

test("totals and balances at any instant are the same whatever is summed, and summing again gives the same rows", async () => {
  open();
  const begin = Date.parse("2026-11-18T15:00:00Z");
  const instants: number[] = [];
  for (let n = 0; n < 60; n++) {
    context.clock.set(new Date(begin + n * 53 * MINUTE_MS));
    instants.push(context.clock.now().getTime());
    await db.transaction((tx) => give(tx, n + 1, n % 3 === 0 ? "batch-2" : "batch-1"));
    if (n % 7 === 0) await rollUpPastDays(context, db);
    if (n % 5 === 0) await expectSameTotals();
  }
  context.clock.advance(DAY_MS);
  await Promise.all([1, 2, 3].map(() => rollUpPastDays(context, db)));
  await expectSameTotals();
  for (const [n, at] of instants.entries()) {
    const [codes] = await sumsBefore(db, { before: new Date(at + 1), purpose: "codes_sold" });
    expect(codes?.debits).toBe(((n + 1) * (n + 2)) / 2);
  }
  const rows = () =>
    rowsOf(
      "SELECT concat_ws(' ', slot, purpose, party, debits, credits) AS line FROM ledger_slot ORDER BY 1",
    );
  const written = await rows();
  await owner.query("TRUNCATE ledger_slot");
  await expectSameTotals();
  await rollUpPastDays(context, db);
  expect(await rows()).toEqual(written);
});

test("past days are summed a day in a statement, and a run that was interrupted goes on", async () => {
  open();
  const begin = Date.parse("2026-12-01T02:00:00Z");
  for (const day of [0, 1, 4]) {
    context.clock.set(new Date(begin + day * DAY_MS));
    await db.transaction((tx) => give(tx, 7 + day, "batch-1"));
  }
  context.clock.set(new Date(begin + 5 * DAY_MS));
  const days = () =>
    rowsOf(
      "SELECT DISTINCT day::text AS line FROM ledger_rollup WHERE day >= '2026-12-01' ORDER BY 1",
    );
  const now = context.clock.sql();
  // What is older than the first of these days, then that day.
  while (!(await days()).includes("2026-12-01")) await rollUpDay(db, now);
  expect(await days()).toEqual(["2026-12-01"]);
  await Promise.all([1, 2, 3].map(() => rollUpPastDays(context, db)));
  expect(await days()).toEqual(["2026-12-01", "2026-12-02", "2026-12-05"]);
  expect(await rollUpDay(db, now)).toBeUndefined();
  await expectSameTotals();
});
