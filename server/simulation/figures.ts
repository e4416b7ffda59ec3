/**
 * The figures and reports after a run: every hour and every report equals the ledger, and a rebuild
 * is the same.
 */
import { reportKinds, reports } from "@yunjing/contract/report-kinds";
import { readReport } from "../src/domain/reports/actions.ts";
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

/** Sums the new hours; hours that were summed before stay closed. */
export const sumFigures = ({ server }: Run): Promise<unknown> => server.runJob("figures");

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

/** Reads every report in every grouping over the whole run: each total equals the ledger. */
export async function checkReports({ server }: Run): Promise<void> {
  const { context, db, clock } = server;
  const to = clock.now().getTime() + 1;
  for (const kind of reportKinds) {
    for (const by of reports[kind].by) {
      const from = to - (by === "order" ? 31 : 366) * DAY_MS;
      const { comparisons, ledgerDifference } = await readReport(context, db, {
        kind,
        by,
        from,
        to,
      });
      const ofLedger = comparisons.map(({ ledgerFen, ...one }) => ({
        ...one,
        reportFen: ledgerFen,
      }));
      const ofReport = comparisons.map(({ ledgerFen: _, ...one }) => one);
      expectSame(`the report ${kind} by ${by}`, ofReport, ofLedger);
      expectSame(`the difference of the report ${kind} by ${by}`, ledgerDifference, 0);
    }
  }
}
