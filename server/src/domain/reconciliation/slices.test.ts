/**
 * Tests the reconciliation in slices: a killed pass goes on where it stopped, the jobs list shows how
 * far it is, and a check reads nothing of a member outside the slice.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { layout } from "../../app/layout.ts";
import { addTimers } from "../../platform/jobs/job-timers.ts";
import { jobLines } from "../jobs/actions.ts";
import { reconcile } from "./actions.ts";
import { checkParametersOf } from "./actions/reconcile.ts";
import { statementOf } from "./check.ts";
import { checks } from "./checks.ts";
import { PgDialect } from "drizzle-orm/pg-core";
import { type ShopWithHistory, createShopWithHistory } from "./shop-history.fixture.ts";

let shop: ShopWithHistory;
beforeEach(async () => {
  shop = await createShopWithHistory();
});
afterEach(() => shop.close());

/** Members with a principal balance, in the order of the slices. */
async function membersInOrder(): Promise<string[]> {
  const { rows } = await shop.owner.query<{ id: string }>(
    "SELECT member_id AS id FROM ledger_account WHERE purpose = 'principal' ORDER BY member_id",
  );
  return rows.map(({ id }) => id);
}
const damage = (memberId: string) =>
  shop.owner.query(
    "UPDATE ledger_account SET balance = balance + 1 WHERE member_id = $1 AND purpose = 'principal'",
    [memberId],
  );
const damagedMembers = async (): Promise<string[]> => {
  const { rows } = await shop.owner.query<{ id: string }>(
    `SELECT member_id AS id FROM recon_case WHERE class = 'account_balance' AND state = 'open' ORDER BY 1`,
  );
  return rows.map(({ id }) => id);
};

test("a killed pass goes on with the slice where it stopped, and the next pass is a whole one", async () => {
  const members = await membersInOrder();
  const [first = "", last = ""] = [members[0], members.at(-1)];
  expect(first < last).toBe(true);
  const { runId, checks: reports } = await reconcile(shop.context, shop.db, "full", {
    sliceRows: 2,
  });
  expect(reports.find(({ name }) => name === "accounts")?.slices).toBeGreaterThan(2);
  // What a process leaves that is killed in the middle of the check of the accounts.
  await shop.owner.query(
    `UPDATE recon_run SET state = 'running', ended_at = NULL, checks = '[]' WHERE id = $1`,
    [runId],
  );
  await shop.owner.query(
    `DELETE FROM recon_progress WHERE run_id = $1 AND check_name NOT IN ('totals', 'rollups', 'accounts')`,
    [runId],
  );
  await shop.owner.query(
    `UPDATE recon_progress SET ended_at = NULL, slices = 1, position = $2
     WHERE run_id = $1 AND check_name = 'accounts'`,
    [runId, first],
  );
  await damage(first);
  await damage(last);
  await addTimers(shop.context, shop.db, [{ name: "books-reconciler", dueAt: new Date(0) }]);
  const shown = (await jobLines(shop.context, shop.db, ["books-reconciler"]))[0];
  expect(shown?.progress).toEqual({
    ended: 2,
    slices: expect.any(Number),
    check: "accounts",
    checks: checks.length,
  });

  shop.context.clock.advance(60_000);
  const resumed = await reconcile(shop.context, shop.db, "full", { resumes: true, sliceRows: 2 });
  expect(resumed.runId).toBe(runId);
  expect(await damagedMembers()).toEqual([last]);
  expect(resumed.checks.map(({ name }) => name)).toEqual(checks.map(({ name }) => name));

  shop.context.clock.advance(60_000);
  const next = await reconcile(shop.context, shop.db, "full", { resumes: true, sliceRows: 2 });
  expect(next.runId).not.toBe(runId);
  expect(await damagedMembers()).toEqual([first, last]);
});

test("a check in slices of members names every table of members that its statement reads", () => {
  const dialect = new PgDialect();
  const tables = Object.entries(layout.tables)
    .filter(([, { placement }]) => placement === "member")
    .map(([table]) => table);
  for (const check of checks.filter(({ sliced }) => sliced?.by === "member")) {
    const { sql: text } = dialect.sqlToQuery(statementOf(check, checkParametersOf(shop.context)));
    const read = tables.filter((table) => new RegExp(`(FROM|JOIN)\\s+${table}\\b`).test(text));
    // The view of the transfers' lines stands for its table.
    const named = Object.keys(check.sliced?.tables ?? {}).filter(
      (table) => table !== "ledger_line",
    );
    expect([check.name, named.toSorted()]).toEqual([check.name, read.toSorted()]);
  }
});
