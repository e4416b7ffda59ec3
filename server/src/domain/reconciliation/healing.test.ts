/**
 * Tests the end of cases: a later run finds nothing, or an operator decides; downtime changes
 * nothing.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Job, startSchedule } from "../../platform/jobs/schedule.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { freeze, isFrozen } from "../ledger/actions.ts";
import { rollUpJob } from "../ledger/jobs.ts";
import { unpaidCloseJob } from "../orders/jobs.ts";
import { pointsExpiryJob } from "../points/jobs.ts";
import { balanceSheet, closeCase, reconcile } from "./actions.ts";
import { fullReconciliationJob, quickReconciliationJob } from "./jobs.ts";
import { DAY_MS, type ShopWithHistory, createShopWithHistory } from "./shop-history.fixture.ts";

let shop: ShopWithHistory;
let paying: string;
beforeEach(async () => {
  shop = await createShopWithHistory();
  paying = shop.people.paying;
});
afterEach(() => shop.close());

const change = (fen: number) =>
  shop.owner.query(
    `UPDATE ledger_account SET balance = balance + $2 WHERE member_id = $1 AND purpose = 'principal'`,
    [paying, fen],
  );
async function run() {
  shop.context.clock.advance(60_000);
  return reconcile(shop.context, shop.db, "full");
}
const states = async (): Promise<string[]> => {
  const all = "SELECT state FROM recon_case ORDER BY opened_at, id";
  return (await shop.owner.query<{ state: string }>(all)).rows.map(({ state }) => state);
};
const frozen = () => isFrozen(shop.db, paying, "CNY");
const liveCase = async (): Promise<string> => {
  const live = "SELECT id FROM recon_case WHERE state = 'open' AND class = 'account_balance'";
  return (await shop.owner.query<{ id: string }>(live)).rows[0]?.id ?? "";
};

describe("a case", () => {
  test("heals when the difference is gone, and its asset can be spent again", async () => {
    await change(1);
    await run();
    await run();
    expect(await states()).toEqual(["open", "open"]);
    expect(await frozen()).toBe(true);
    await change(-1);
    await run();
    expect(await states()).toEqual(["healed", "healed"]);
    expect(await frozen()).toBe(false);
    await change(2);
    await run();
    expect(await states()).toEqual(["healed", "healed", "open", "open"]);
  });

  test("heals and leaves frozen what an operator froze", async () => {
    await change(1);
    await run();
    const by = { memberId: paying, asset: "CNY", reason: "核查", actor: "operator:1" } as const;
    await transaction(shop.db, (tx) => freeze(shop.context, tx, by));
    await change(-1);
    await run();
    expect(await states()).toEqual(["healed", "healed"]);
    expect(await frozen()).toBe(true);
  });

  test("leaves frozen what another live case froze", async () => {
    await change(1);
    const chain = `UPDATE ledger_transfer SET credit_version = credit_version + 10
                   WHERE member_id = $1 AND credit = 'held_principal'`;
    await shop.owner.query(chain, [paying]);
    await run();
    await change(-1);
    await run();
    expect((await states()).toSorted()).toEqual(["healed", "healed", "open"]);
    expect(await frozen()).toBe(true);
  });

  test("that an operator dismissed stays dismissed until it gets worse", async () => {
    await change(1);
    await run();
    const { context, db } = shop;
    const closing = { caseId: await liveCase(), from: ["open"], to: "dismissed" } as const;
    const dismiss = () =>
      transaction(db, (tx) => closeCase(context, tx, { ...closing, by: "1", reason: "已知" }));
    expect(await dismiss()).toBe(true);
    expect(await dismiss()).toBe(false);
    expect(await frozen()).toBe(false);
    await run();
    expect(await liveCase()).toBe("");
    await change(1);
    await run();
    expect(await liveCase()).not.toBe("");
  });
});

test("the trial balance equals the stored balances, and shows the difference that the last check found", async () => {
  const shown = async () => {
    const { totals } = await balanceSheet(shop.db);
    return totals.map(({ asset, members, difference }) => ({ asset, members, difference }));
  };
  const stored = async (difference: number) => {
    const { rows } = await shop.owner.query<{ asset: string; members: number }>(
      `SELECT asset, sum(balance * ledger_sign(asset, purpose))::float8 AS members FROM ledger_account
       GROUP BY 1 ORDER BY 1`,
    );
    return rows.map((row) => ({ ...row, difference: row.asset === "CNY" ? difference : 0 }));
  };
  expect(await shown()).toEqual(await stored(0));
  await rollUpJob(shop.context, shop.db).run();
  expect(await shown()).toEqual(await stored(0));
  await change(5);
  await run();
  expect(await shown()).toEqual(await stored(5));
  await change(-5);
  await run();
  expect(await shown()).toEqual(await stored(0));
});

test("three days without jobs, then all at once in two processes: no false case, each case once", async () => {
  const { context, db } = shop;
  const before = (await db.$client.query("SELECT count(*)::int AS n FROM ledger_rollup")).rows;
  context.clock.advance(3 * DAY_MS);
  await change(1);
  const jobs = (): readonly Job[] => [
    unpaidCloseJob(context, db, shop.deps),
    pointsExpiryJob(context, db),
    rollUpJob(context, db),
  ];
  for (const job of jobs()) await job.run();
  await Promise.all([1, 2].map(() => fullReconciliationJob(context, db).run()));
  await Promise.all([1, 2].map(() => quickReconciliationJob(context, db).run()));
  const { rows } = await shop.owner.query("SELECT class FROM recon_case ORDER BY class");
  expect(rows.map((row) => row.class)).toEqual(["account_balance", "total"]);
  const after = (await db.$client.query("SELECT count(*)::int AS n FROM ledger_rollup")).rows;
  expect(after[0]?.n).toBeGreaterThan(before[0]?.n);
});

test("the schedule lets one process reconcile at a time", async () => {
  const { context, db } = shop;
  const job = fullReconciliationJob(context, db);
  const schedules = [1, 2].map(() => startSchedule(context, db, [job], { tickMs: 60_000 }));
  const ran = await Promise.all(schedules.map((one) => one.runOnce("books-reconciler")));
  await Promise.all(schedules.map((one) => one.stop()));
  expect(ran.sort()).toEqual(["elsewhere", "ran"]);
  expect((await shop.owner.query("SELECT 1 FROM recon_run WHERE kind = 'full'")).rowCount).toBe(1);
});
