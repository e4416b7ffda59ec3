/** What a member sees of the money in his book. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { hold, post } from "../ledger/actions.ts";
import { walletOf } from "./actions.ts";

const MINUTE_MS = 60_000;
const context = testContext();
let database: FreshDatabase;
let db: Db;

beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log: context.log });
});
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

test("a balance code fills the principal; what is held shows apart until its lease ends", async () => {
  const memberId = context.ids.next();
  expect(await walletOf(db, memberId)).toEqual({ principal: 0, bonus: 0, reward: 0, held: 0 });
  const expiresAt = new Date(context.clock.now().getTime() + 15 * MINUTE_MS);
  await transaction(db, async (tx) => {
    await post(context, tx, {
      memberId,
      kind: "code_redeem",
      ref: "code-a:1",
      actor: "system",
      transfers: [
        { asset: "CNY", debit: "codes_sold", credit: "principal", amount: 5_000 },
        { asset: "CNY", debit: "expense", credit: "reward_cash", amount: 300 },
      ],
    });
    const holdId = context.ids.next();
    await hold(context, tx, {
      memberId,
      holdId,
      actor: "system",
      asset: "CNY",
      purpose: "principal",
      amount: 1_200,
      expiresAt,
    });
  });
  const before = new Date(expiresAt.getTime() - 1);
  expect(await walletOf(db, memberId, before)).toEqual({
    principal: 3_800,
    bonus: 0,
    reward: 300,
    held: 1_200,
  });
  expect(await walletOf(db, memberId, expiresAt)).toEqual({
    principal: 5_000,
    bonus: 0,
    reward: 300,
    held: 0,
  });
});
