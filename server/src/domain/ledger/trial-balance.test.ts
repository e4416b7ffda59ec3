/** The trial balance detects direct damage to the tables, and the roll-up changes no total. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import pg from "pg";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { hold, post, trialBalance } from "./actions.ts";
import { runRollUp } from "./jobs.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const context = testContext();
let database: FreshDatabase;
let db: Db;
let owner: pg.Client;

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

let ref = 0;
async function give(memberId: string, amount: number, party = "batch-1"): Promise<void> {
  await db.transaction((tx) =>
    post(context, tx, {
      memberId,
      kind: "adjust",
      ref: String(++ref),
      actor: "system",
      transfers: [
        { asset: "CNY", debit: "codes_sold", credit: "principal", amount, party },
        { asset: "PTS", debit: "points_issued", credit: "available", amount },
      ],
    }),
  );
}

describe("the trial balance detects", () => {
  let memberId: string;
  beforeEach(async () => {
    await owner.query(
      "TRUNCATE ledger_account, ledger_txn, ledger_transfer, ledger_hold, ledger_rollup, ledger_member_rollup",
    );
    memberId = context.ids.next();
    await give(memberId, 100);
    await give(memberId, 50);
    await give(context.ids.next(), 7);
    const expiresAt = new Date(context.clock.now().getTime() + DAY_MS);
    const holdId = context.ids.next();
    await db.transaction((tx) =>
      hold(context, tx, {
        memberId,
        holdId,
        actor: "system",
        asset: "CNY",
        purpose: "principal",
        amount: 30,
        expiresAt,
      }),
    );
    expect(await trialBalance(db)).toMatchObject({ isSound: true, txns: { adjust: 3, hold: 1 } });
  });

  test("a balance changed without a transfer", async () => {
    await owner.query(
      "UPDATE ledger_account SET balance = 121 WHERE member_id = $1 AND purpose = 'principal'",
      [memberId],
    );
    expect(await trialBalance(db)).toMatchObject({
      isSound: false,
      totals: [
        { asset: "CNY", difference: 1 },
        { asset: "PTS", difference: 0 },
      ],
      accountFaults: [{ memberId, purpose: "principal", stored: 121, summed: 120 }],
    });
  });
  test("an edited amount", async () => {
    await owner.query("UPDATE ledger_transfer SET amount = 51 WHERE amount = 50 AND asset = 'CNY'");
    expect(await trialBalance(db)).toMatchObject({
      isSound: false,
      accountFaults: [{ memberId, purpose: "principal", stored: 120, summed: 121, breaks: 1 }],
    });
  });
  test("a deleted transfer with a balance corrected to hide it", async () => {
    await owner.query("DELETE FROM ledger_transfer WHERE amount = 100 AND asset = 'PTS'");
    await owner.query(
      "UPDATE ledger_account SET balance = 50 WHERE balance = 150 AND asset = 'PTS'",
    );
    expect(await trialBalance(db)).toMatchObject({
      isSound: false,
      totals: [{ difference: 0 }, { asset: "PTS", difference: 0 }],
      accountFaults: [{ memberId, purpose: "available", version: 2, lines: 1, breaks: 1 }],
    });
  });
  test("a posting whose transfers are deleted", async () => {
    await owner.query("DELETE FROM ledger_transfer WHERE member_id <> $1", [memberId]);
    expect(await trialBalance(db)).toMatchObject({ isSound: false, emptyTxns: 1 });
  });
  test("a deleted account row", async () => {
    await owner.query(
      "DELETE FROM ledger_account WHERE member_id = $1 AND purpose = 'held_principal'",
      [memberId],
    );
    expect(await trialBalance(db)).toMatchObject({
      isSound: false,
      accountFaults: [{ purpose: "held_principal", stored: 0, summed: 30 }],
      holdFaults: [{ memberId, purpose: "held_principal", held: 0, open: 30 }],
    });
  });
  test("a hold ended without its transfer", async () => {
    await owner.query("UPDATE ledger_hold SET state = 'voided', resolved_at = now()");
    expect(await trialBalance(db)).toMatchObject({
      isSound: false,
      accountFaults: [],
      holdFaults: [{ memberId, purpose: "held_principal", held: 30, open: 0 }],
    });
  });
  test("a roll-up with a wrong sum", async () => {
    context.clock.advance(2 * DAY_MS);
    expect(await runRollUp(context, db)).toBe(2);
    expect(await trialBalance(db)).toMatchObject({ isSound: true });
    await owner.query("UPDATE ledger_rollup SET debits = debits - 1 WHERE asset = 'CNY'");
    expect(await trialBalance(db)).toMatchObject({
      isSound: false,
      totals: [{ asset: "CNY", difference: 1 }, {}],
    });
  });
});

test("the roll-up sums complete past days in Shanghai, once, in any process and however often it runs", async () => {
  await owner.query(
    "TRUNCATE ledger_account, ledger_txn, ledger_transfer, ledger_hold, ledger_rollup, ledger_member_rollup",
  );
  const memberId = context.ids.next();
  const at = async (instant: string, amount: number, party?: string) => {
    context.clock.set(new Date(instant));
    await give(memberId, amount, party);
  };
  await at("2026-11-20T15:59:59.999Z", 1);
  await at("2026-11-20T16:00:00Z", 2);
  await at("2026-11-21T15:00:00Z", 4, "batch-2");
  await at("2026-11-23T16:00:00Z", 8);
  const rolled = async () =>
    (
      await owner.query<{ line: string }>(
        `SELECT concat_ws(' ', day, purpose, party, debits, credits) AS line FROM ledger_rollup
       WHERE asset = 'CNY' ORDER BY day, party`,
      )
    ).rows.map(({ line }) => line);
  const first = "2026-11-20 codes_sold batch-1 1 0";
  const second = ["2026-11-21 codes_sold batch-1 2 0", "2026-11-21 codes_sold batch-2 4 0"];

  context.clock.set(new Date("2026-11-21T16:59:59Z"));
  await runRollUp(context, db);
  expect(await rolled()).toEqual([first]);
  context.clock.set(new Date("2026-11-23T17:00:00Z"));
  await Promise.all([runRollUp(context, db), runRollUp(context, db), runRollUp(context, db)]);
  expect(await rolled()).toEqual([first, ...second]);
  expect(await runRollUp(context, db)).toBe(0);
  expect(await trialBalance(db)).toMatchObject({
    isSound: true,
    totals: [
      { asset: "CNY", members: 15, contra: -15 },
      { asset: "PTS", members: 15, contra: -15 },
    ],
  });
});
