/**
 * The figures of rules equal their hits, whatever is summed: each hit once, each subject once in a span, also of a
 * hit that commits late and while several jobs run.
 */
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Mutant, openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { shanghaiDay, shanghaiDayStart } from "../../platform/shanghai.ts";
import { testContext } from "../../platform/testing.ts";
import { times } from "../ledger/race.fixture.ts";
import { sumRiskHits } from "./actions.ts";
import { deleteOld, hitsSince } from "./store/days.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_DAYS = 7;
const context = testContext();
let database: FreshDatabase;
let owner: pg.Client;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log: context.log });
  owner = new pg.Client(database.ownerUrl);
  await owner.connect();
});
afterAll(async () => {
  await closeDatabase(db);
  await owner.end();
  await database.drop();
});
beforeEach(() =>
  owner.query("TRUNCATE risk_hit, risk_day, risk_subject_day, risk_day_mark, risk_counter"),
);

const hit = (rule: string, subject: string, mode: "on" | "dry", at: Date) =>
  owner.query(
    `INSERT INTO risk_hit (subject, id, rule, mode, verdict, place, happened_at)
     VALUES ($1, gen_random_uuid(), $2, $3, 'watch', 'login', $4)`,
    [subject, rule, mode, at],
  );

const byRule = <T extends { rule: string }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => (a.rule < b.rule ? -1 : 1));

/** What the reader gives for the last seven days, and what the hits themselves give. */
async function bothOf(reader: Db) {
  const from = shanghaiDayStart(context.clock.now().getTime()) - (WEEK_DAYS - 1) * DAY_MS;
  const shown = byRule(await hitsSince(reader, { day: shanghaiDay(from), from }));
  const { rows } = await owner.query(
    `SELECT rule, (count(*) FILTER (WHERE mode = 'on'))::int AS acted,
            (count(*) FILTER (WHERE mode = 'dry'))::int AS dry, count(DISTINCT subject)::int AS subjects
     FROM risk_hit WHERE happened_at >= $1 GROUP BY 1 ORDER BY 1`,
    [new Date(from)],
  );
  return { shown: shown.filter(({ acted, dry }) => acted + dry > 0), counted: rows };
}
async function expectSame(): Promise<void> {
  const { shown, counted } = await bothOf(db);
  expect(shown).toEqual(counted);
}

/** Twelve days with hits of subjects that come again. */
async function hitForDays(): Promise<void> {
  for (let n = 0; n < 48; n++) {
    context.clock.advance(6 * HOUR_MS);
    const [rule, subject] = [`rule-${n % 2}`, `device:${n % 5}`];
    await hit(rule, subject, n % 3 === 0 ? "dry" : "on", context.clock.now());
  }
}

test("a subject with hits on several days counts once, before and after they are summed, and as days pass", async () => {
  await hitForDays();
  await expectSame();
  await sumRiskHits(context, db);
  await expectSame();
  await hit("rule-0", "device:0", "on", context.clock.now());
  await hit("rule-0", "device:new", "on", context.clock.now());
  await expectSame();
  for (let day = 0; day < 9; day++) {
    context.clock.advance(DAY_MS);
    await sumRiskHits(context, db);
    await expectSame();
  }
});

test("hits, subjects and days that are old are removed together", async () => {
  await hitForDays();
  context.clock.advance(2 * MINUTE_MS);
  await sumRiskHits(context, db);
  const hits = new Date(context.clock.now().getTime() - 2 * DAY_MS);
  await deleteOld(db, { hits, hitsDay: shanghaiDay(hits.getTime()), counters: hits });
  const { rows } = await owner.query(
    "SELECT min(day) >= $1 AS kept FROM risk_day UNION ALL SELECT min(day) >= $1 FROM risk_subject_day",
    [shanghaiDay(hits.getTime())],
  );
  expect(rows).toEqual([{ kept: true }, { kept: true }]);
  expect(await sumRiskHits(context, db)).toBe(0);
});

/** A hit whose transaction commits after the job has run. */
async function lateHit(closesMs?: number) {
  await hit("rule-0", "device:0", "on", context.clock.now());
  context.clock.advance(2 * MINUTE_MS);
  await owner.query("BEGIN");
  await hit("rule-0", "device:late", "on", context.clock.now());
  context.clock.advance(20_000);
  await sumRiskHits(context, db, closesMs);
  await owner.query("COMMIT");
  context.clock.advance(2 * MINUTE_MS);
  await sumRiskHits(context, db);
  return bothOf(db);
}

test("a hit that commits up to a minute late is counted", async () => {
  const { shown, counted } = await lateHit();
  expect(shown).toEqual(counted);
});

test("it is not when the hits are summed until the present", async () => {
  const { shown, counted } = await lateHit(0);
  expect(shown).not.toEqual(counted);
});

async function sumAtOnce(mutants: readonly Mutant[]) {
  await hitForDays();
  context.clock.advance(2 * MINUTE_MS);
  const opened = openMutantDatabase({ url: database.appUrl, log: context.log, size: 16 }, mutants);
  try {
    await Promise.all(times(16, () => sumRiskHits(context, opened.db)));
    return await bothOf(opened.db);
  } finally {
    await closeDatabase(opened.db);
  }
}

test("sixteen jobs at once add each hit once", async () => {
  const { shown, counted } = await sumAtOnce([]);
  expect(shown).toEqual(counted);
});

test("they add hits twice without the lock of the mark", async () => {
  const { shown, counted } = await sumAtOnce([{ from: "FOR UPDATE", to: "" }]);
  expect(shown).not.toEqual(counted);
});
