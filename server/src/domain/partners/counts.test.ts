/**
 * The counts of partners' orders equal the reports, whatever is counted: also of a report that commits late, of one
 * that is matched later, and while several jobs run.
 */
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Mutant, openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { times } from "../ledger/race.fixture.ts";
import { countReports, insertPartner } from "./actions.ts";
import { countMatches } from "./store/counts.ts";

const MINUTE_MS = 60_000;
const context = testContext();
let database: FreshDatabase;
let owner: pg.Client;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log: context.log });
  owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  for (const partnerId of ["yunda", "maoyan"])
    await insertPartner(db, { partnerId, name: partnerId }, null);
});
afterAll(async () => {
  await closeDatabase(db);
  await owner.end();
  await database.drop();
});
beforeEach(() => owner.query("TRUNCATE partner_report, partner_count"));

let reports = 0;
/** An order of a partner, with a jump of ours or without one. */
const report = (partnerId: string, isMatched: boolean) =>
  owner.query(
    `INSERT INTO partner_report (partner_id, partner_no, order_id, member_id, link_id, state, commission, title,
       amount_fen, commission_fen, is_risk, placed_at, said_at, said_rank, heard_at, first_heard_at)
     VALUES ($1, $2, gen_random_uuid(), CASE WHEN $3 THEN gen_random_uuid() END, CASE WHEN $3 THEN 'link' END,
       'PAID', 'NONE', '外卖', 1000, 10, false, $4, $4, 1, $4, $4)`,
    [partnerId, `N${reports++}`, isMatched, context.clock.now()],
  );

async function partnerIds(): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>("SELECT partner_id AS id FROM partner");
  return rows.map(({ id }) => id).toSorted();
}

/** What the reader gives, and what the reports themselves give. */
async function bothOf(reader: Db) {
  const order = (a: { partnerId: string }, b: { partnerId: string }) =>
    a.partnerId < b.partnerId ? -1 : 1;
  const shown = (await countMatches(reader)).toSorted(order);
  const { rows: counted } = await owner.query<{ partnerId: string }>(
    `SELECT p.partner_id AS "partnerId", count(r.member_id)::int AS matched,
            (count(r.partner_id) - count(r.member_id))::int AS unmatched
     FROM partner p LEFT JOIN partner_report r USING (partner_id) GROUP BY 1`,
  );
  return { shown, counted: counted.toSorted(order) };
}
async function expectSame(): Promise<void> {
  const { shown, counted } = await bothOf(db);
  expect(shown).toEqual(counted);
}

async function reportForDays(): Promise<void> {
  const ids = await partnerIds();
  expect(ids.length).toBeGreaterThan(1);
  for (let n = 0; n < 40; n++) {
    context.clock.advance(5 * MINUTE_MS);
    await report(ids[n % ids.length] ?? "", n % 4 !== 0);
  }
}

test("matched and unmatched orders are counted before and after the job, and one that is matched later moves", async () => {
  await reportForDays();
  await expectSame();
  await countReports(context, db);
  await expectSame();
  await owner.query(
    "UPDATE partner_report SET member_id = gen_random_uuid(), link_id = 'link' WHERE partner_no = (SELECT min(partner_no) FROM partner_report WHERE member_id IS NULL)",
  );
  await report((await partnerIds())[0] ?? "", true);
  await expectSame();
  context.clock.advance(2 * MINUTE_MS);
  await countReports(context, db);
  await expectSame();
});

/** A report whose transaction commits after the job has run. */
async function lateReport(closesMs?: number) {
  await owner.query("BEGIN");
  await report((await partnerIds())[0] ?? "", true);
  context.clock.advance(20_000);
  await countReports(context, db, closesMs);
  await owner.query("COMMIT");
  context.clock.advance(2 * MINUTE_MS);
  await countReports(context, db);
  return bothOf(db);
}

test("a report that commits up to a minute late is counted", async () => {
  const { shown, counted } = await lateReport();
  expect(shown).toEqual(counted);
});

test("it is not when reports are counted until the present", async () => {
  const { shown, counted } = await lateReport(0);
  expect(shown).not.toEqual(counted);
});

async function countAtOnce(mutants: readonly Mutant[]) {
  // The row of each partner is there when the jobs meet.
  await countReports(context, db);
  await reportForDays();
  context.clock.advance(2 * MINUTE_MS);
  const opened = openMutantDatabase({ url: database.appUrl, log: context.log, size: 16 }, mutants);
  try {
    await Promise.all(times(16, () => countReports(context, opened.db)));
    return await bothOf(opened.db);
  } finally {
    await closeDatabase(opened.db);
  }
}

test("sixteen jobs at once count each report once", async () => {
  const { shown, counted } = await countAtOnce([]);
  expect(shown).toEqual(counted);
});

test("they count reports twice without the lock of the mark", async () => {
  // The pause lets the jobs overlap on any machine.
  const { shown, counted } = await countAtOnce([
    { from: "FOR UPDATE", to: "" },
    { from: "AS found FROM", to: "AS found FROM pg_sleep(0.1)," },
  ]);
  expect(shown).not.toEqual(counted);
});
