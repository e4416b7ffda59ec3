/**
 * The figures and reports after a run: every hour and every report equals the ledger, and a rebuild
 * is the same.
 */
import { reportKinds, reports } from "@yunjing/contract/report-kinds";
import { readReport, sumReports } from "../src/domain/reports/actions.ts";
import { rebuildHours } from "../src/domain/figures/actions.ts";
import {
  balancesOf,
  rowsOfHours,
  sumEvents,
  sumHoursOf,
} from "../src/domain/figures/ledger-sums.fixture.ts";
import { expectSame } from "./model.ts";
import type { Run } from "./run.ts";

/** The suppliers' own statement: items that were delivered or that failed, and what they cost. */
const SUPPLIERS = `
  SELECT (SELECT count(*) FROM supplier_order WHERE state = 'SUCCESS')::int AS delivered,
         (SELECT count(*) FROM (
            SELECT DISTINCT ON (member_id, order_id, item_id) state FROM supplier_order
            ORDER BY member_id, order_id, item_id, attempt DESC) last WHERE state = 'FAILED')::int AS failed`;

/** Sums the hours of the reports as the job does, but for those that it sums again only in turn. */
export const sumReportHours = ({ server: { context, db } }: Run): Promise<unknown> =>
  sumReports(context, db, { runMs: Number.POSITIVE_INFINITY, againMs: 0 });

/** Sums the new hours; hours of figures that were summed before stay closed. */
export async function sumFigures(run: Run): Promise<void> {
  await run.server.runJob("figures");
  await sumReportHours(run);
}

/** Compares all hours with the ledger, with the members' balances, and with a rebuild. */
export async function checkFigures(run: Run): Promise<void> {
  const { context, db, clock } = run.server;
  await sumFigures(run);
  const all = { from: 0, to: clock.now().getTime() + 1 };
  const events = await sumEvents(db, all);
  const summed = await sumHoursOf(db, all, Object.keys(events));
  expectSame("the figures of all hours", summed, events);
  const { rows: supplied } = await db.$client.query<Record<string, number>>(SUPPLIERS);
  const items = await sumHoursOf(db, all, ["delivered", "failed"]);
  expectSame("the figures of deliveries", items, supplied[0]);
  const { rows: fetched } = await db.$client.query<{ count: number }>(
    "SELECT coalesce(sum(value), 0)::int AS count FROM stat_hour WHERE dimension = 'fetch'",
  );
  expectSame("the durations of deliveries", fetched[0]?.count, items["delivered"]);
  const { rows } = await db.$client.query<{ key: string; value: number }>(
    `SELECT key, sum(value)::bigint AS value FROM stat_hour WHERE measure = 'balance'
     GROUP BY key HAVING sum(value) <> 0 ORDER BY key`,
  );
  const owed = Object.fromEntries(rows.map(({ key, value }) => [key, Number(value)]));
  const held = Object.entries(await balancesOf(db)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  expectSame("what the figures say members are owed", owed, Object.fromEntries(held));
  const before = await rowsOfHours(db);
  await rebuildHours(context, db);
  expectSame("the rebuilt figures", await rowsOfHours(db), before);
}

const DAY_MS = 86_400_000;

/** Reads every report in every grouping over the whole run. */
async function readReports({ server: { context, db, clock } }: Run) {
  const to = clock.now().getTime() + 1;
  const found: Record<string, Awaited<ReturnType<typeof readReport>>> = {};
  for (const kind of reportKinds) {
    for (const by of reports[kind].by) {
      const from = to - (by === "order" ? 31 : 366) * DAY_MS;
      found[`${kind} by ${by}`] = await readReport(context, db, { kind, by, from, to });
    }
  }
  return found;
}

/**
 * The total of every report equals the ledger. Two minutes after the last change, the stored hours give what
 * the orders, payments and deliveries give.
 */
export async function checkReports(run: Run): Promise<void> {
  const { clock, initialData } = run.server;
  clock.advance(2 * 60_000);
  await sumReportHours(run);
  const stored = await readReports(run);
  for (const [name, { comparisons, ledgerDifference }] of Object.entries(stored)) {
    const ofLedger = comparisons.map(({ ledgerFen, ...one }) => ({ ...one, reportFen: ledgerFen }));
    const ofReport = comparisons.map(({ ledgerFen: _, ...one }) => one);
    expectSame(`the report ${name}`, ofReport, ofLedger);
    expectSame(`the difference of the report ${name}`, ledgerDifference, 0);
  }
  await initialData.owner.query("TRUNCATE report_mark");
  expectSame("the reports of stored hours", stored, await readReports(run));
}
