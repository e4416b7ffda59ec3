/**
 * The sums of slots and minutes equal the transfers, whichever are summed already, and a posting that commits
 * after the end of its slot or minute is in its sum.
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

async function lateCommitIsInItsMinute(): Promise<void> {
  context.clock.set(new Date("2026-11-20T04:10:30Z"));
  await db.transaction((tx) => give(tx, 1));
  await runRollUp(context, db);
  await db.transaction(async (tx) => {
    await give(tx, 10);
    // The minute is over, and the transaction is not.
    context.clock.advance(MINUTE_MS);
    await runRollUp(context, db);
  });
  await db.transaction((tx) => give(tx, 100));
  context.clock.advance(MINUTE_MS);
  await runRollUp(context, db);
  await expectSameTotals();
}

const minutes = () =>
  rowsOf(
    "SELECT DISTINCT to_char(minute AT TIME ZONE 'UTC', 'HH24:MI') AS line FROM ledger_minute ORDER BY 1",
  );

test("a posting that commits up to a minute after its minute is in the sum of its minute", async () => {
  open();
  await lateCommitIsInItsMinute();
  expect(await minutes()).toEqual(["04:10"]);
});

test("it is in no sum when a minute is summed at its end", async () => {
  const used = open([{ from: /\$\d+ \* interval '1 ms'/, to: "0 * $&" }]);
  await expect(lateCommitIsInItsMinute()).rejects.toThrow("to deeply equal");
  expect(used()).toBeGreaterThan(0);
});

test("minutes follow the last summed slot only, and a posting is never in both", async () => {
  open();
  const begin = Date.parse("2026-11-20T04:03:20Z");
  const at = (n: number) => new Date(begin + n * MINUTE_MS);
  for (let n = 0; n < 30; n++) {
    context.clock.set(at(n));
    await db.transaction((tx) => give(tx, n + 1));
    if (n % 3 === 0) await rollUpPastDays(context, db);
    await expectSameTotals();
    for (const past of [0, n / 2, n]) {
      const before = new Date(at(past).getTime() + 1);
      const [codes] = await sumsBefore(db, { before, purpose: "codes_sold" });
      const given = Math.floor(past) + 1;
      expect(codes?.debits).toBe((given * (given + 1)) / 2);
    }
  }
  // 04:30:20: the slot of 04:20 is not closed yet.
  expect((await minutes()).at(0)).toBe("04:20");
  expect((await minutes()).at(-1)).toBe("04:28");
});

/** Minutes of summed slots remain, as they do between the two statements of the job. */
const minutesRemain: Mutant = {
  from: "DELETE FROM ledger_minute WHERE",
  to: "DELETE FROM ledger_minute WHERE false AND",
};

/** Posts and rolls up at once while the clock goes on; returns the reads that gave less or more than was posted. */
async function readBesideWriters(mutants: readonly Mutant[] = []) {
  const used = open(mutants);
  context.clock.set(new Date("2026-11-20T04:01:00Z"));
  const each = 150;
  const wrong: string[] = [];
  let isOver = false;
  const read = async () => {
    for (let least = 0; !isOver; ) {
      const sums = await sumsBefore(db, { before: new Date("2026-11-21T00:00:00Z") });
      const { debits = 0 } = sums.find(({ purpose }) => purpose === "codes_sold") ?? {};
      if (debits < least || debits > 2 * each) wrong.push(`${debits} after ${least}`);
      least = debits;
    }
  };
  const write = async () => {
    for (let n = 0; n < each; n++) {
      await db.transaction((tx) => give(tx, 1));
      context.clock.advance(MINUTE_MS / 10);
    }
  };
  const roll = async () => {
    while (!isOver) await rollUpPastDays(context, db);
  };
  const others = [read(), read(), roll(), roll()];
  await Promise.all([write(), write()]);
  isOver = true;
  await Promise.all(others);
  return { wrong, used: used() };
}

test("who reads beside postings and rollers reads each posting once", async () => {
  expect(await readBesideWriters([minutesRemain])).toMatchObject({ wrong: [] });
  await expectSameTotals();
});

test("without their beginning, minutes of summed slots are counted twice", async () => {
  const { wrong } = await readBesideWriters([
    minutesRemain,
    { from: "WHERE minute >= (SELECT till FROM first) AND", to: "WHERE" },
  ]);
  expect(wrong.length).toBeGreaterThan(0);
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
  await owner.query("TRUNCATE ledger_slot, ledger_minute");
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
