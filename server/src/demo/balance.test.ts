/**
 * Tests the demo's balance history: every kind of statement line, each consistent with the next,
 * and a final balance of zero.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { reconcile } from "../domain/reconciliation/actions.ts";
import { statementOf, trialBalance } from "../domain/ledger/actions.ts";
import { walletOf } from "../domain/wallet/actions.ts";
import { closeDatabase, type Db, openDatabase } from "../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../platform/database/testing.ts";
import { testContext } from "../platform/testing.ts";
import { seedBalanceHistory } from "./balance.ts";
import { seedPackages } from "./packages.ts";

const context = testContext();
let fresh: FreshDatabase;
let db: Db;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log });
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

test("the balance is topped up, spent and expired, and a voided hold leaves no line", async () => {
  const memberId = context.ids.next();
  await seedPackages(context, db);
  await seedBalanceHistory(context, db, memberId);
  const nothing = { principal: 0, bonus: 0, reward: 0, held: 0 };
  expect(await walletOf(db, memberId, context.clock.now())).toEqual(nothing);
  const { lines } = await statementOf(db, {
    memberId,
    asset: "CNY",
    purposes: ["principal", "bonus"],
    limit: 50,
    now: context.clock.now(),
  });
  expect(new Set(lines.map(({ kind }) => kind))).toEqual(
    new Set(["hold", "topup", "topup_bonus", "bonus_expire"]),
  );
  expect(lines.map(({ title }) => title)).not.toContain("猫眼电影票");
  let after = 0;
  for (const line of lines.toReversed()) expect(line.after).toBe((after += line.change));
  expect(after).toBe(0);
  expect(await trialBalance(db)).toMatchObject({ isSound: true });
  const { found, checks } = await reconcile(context, db, "full");
  expect({ found, odd: checks.filter((check) => check.found > 0) }).toEqual({ found: 0, odd: [] });
});
