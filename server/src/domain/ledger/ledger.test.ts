/** Accounting rules of the ledger, one scenario per table, on a real PostgreSQL. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { runScenario } from "./scenario.fixture.ts";
import { contra, guarded, heldAs, signOf } from "./model.ts";

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
const scenario = (table: string) => runScenario(context, db, table);

test("postings: once for each ref, never below zero", () =>
  scenario(`
    balance                                                              →
    post    code:1   codes_sold>principal=1000                           → posted
    post    code:1   codes_sold>principal=1000                           → replay
    post    code:1   codes_sold>principal=1001                           → defect YJ001
    post    spend:1  principal>clearing=1001                             → BALANCE_SHORT 1
    post    spend:1  principal>clearing=999                              → posted
    post    spend:2  bonus>clearing=1                                    → BALANCE_SHORT 1
    post    spend:2  principal>clearing=1                                → posted
    post    spend:3  principal>clearing=1                                → BALANCE_SHORT 1
    post    code:2   points_issued>available=30                          → posted
    post    spend:4  available>points_spent=42                           → POINTS_SHORT 12
    post    code:3   codes_sold>clearing=500                             → posted
    balance                                                              → available=30
  `));

test("postings of several transfers: all or none, in order", () =>
  scenario(`
    post    topup:1  channel>principal=10000,expense>bonus=1000          → posted
    post    pay:1    bonus>clearing=1000,principal>clearing=10001        → BALANCE_SHORT 1
    balance                                                              → bonus=1000 principal=10000
    post    pay:1    bonus>clearing=1000,principal>clearing=10000        → posted
    post    swap:1   principal>bonus=5,channel>principal=5               → BALANCE_SHORT 5
    post    swap:1   channel>principal=5,principal>bonus=5               → posted
    balance                                                              → bonus=5
  `));

test("an invalid transfer is refused", () =>
  scenario(`
    post    x:1      codes_sold>principal=0                              → ledger_transfer_amount_check
    post    x:1      principal>codes_sold=-5                             → ledger_transfer_amount_check
    post    x:1      principal>principal=0                               → ledger_transfer_amount_check
    post    x:1      clearing>clearing=5                                 → ledger_transfer_two_accounts
    post    x:1      codes_sold>available=5                              → ledger_transfer_debit_known
    post    x:1      points_issued>principal=5                           → ledger_transfer_credit_known
    post    x:1      codes_sold>gold=5                                   → ledger_transfer_credit_known
    balance                                                              →
  `));

test("debt: the member's debt grows by debits and is paid by credits", () =>
  scenario(`
    post    claw:1   debt>points_issued=40                               → posted
    balance                                                              → debt=40
    post    repay:1  points_issued>debt=41                               → POINTS_SHORT 1
    post    repay:1  points_issued>debt=25                               → posted
    balance                                                              → debt=15
  `));

test("reversals: whole, once, and only while the amount is available", () =>
  scenario(`
    post    code:1   codes_sold>principal=1000,points_issued>available=7 → posted
    reverse back:1   code:1                                              → posted
    reverse back:1   code:1                                              → replay
    reverse back:2   code:1                                              → ledger_txn_reversed_once
    balance                                                              →
    reverse back:3   never:1                                             → P0002
    post    code:2   codes_sold>principal=500                            → posted
    post    spend:1  principal>clearing=300                              → posted
    reverse back:4   code:2                                              → BALANCE_SHORT 300
    balance                                                              → principal=200
  `));

test("holds: confirmed whole or in part, or voided, once", () =>
  scenario(`
    post    code:1   codes_sold>principal=1000                           → posted
    hold    h1       principal=400   15m                                 → held
    hold    h1       principal=400   20m                                 → replay
    hold    h1       principal=401   15m                                 → defect YJ001
    hold    h2       principal=601   15m                                 → BALANCE_SHORT 1
    balance                                                              → held_principal=400 principal=600
    confirm h1       clearing=401                                        → ledger_hold_within
    confirm h1       clearing=300                                        → confirmed
    balance                                                              → principal=700
    confirm h1       clearing=300                                        → replay
    confirm h1       clearing=299                                        → defect YJ001
    void    h1                                                           → ORDER_STATE
    hold    h3       principal=700   15m                                 → held
    void    h3                                                           → voided
    void    h3                                                           → replay
    confirm h3       clearing=700                                        → ORDER_STATE
    confirm h9       clearing=700                                        → ORDER_STATE
    hold    h4       principal=50    15m                                 → held
    confirm h4       channel=49,fee=1                                    → confirmed
    hold    h5       pending=1       15m                                 → ledger_hold_holdable
    hold    h5       principal=1     0m                                  → ledger_hold_leased
    balance                                                              → principal=650
  `));

test("a lease ends by time: without any job, the money is available", () =>
  scenario(`
    post    code:1   codes_sold>principal=100                            → posted
    post    code:2   points_issued>available=9                           → posted
    hold    h1       principal=80    15m                                 → held
    hold    h2       available=9     14m                                 → held
    post    spend:1  principal>clearing=21                               → BALANCE_SHORT 1
    wait    15m                                                          →
    balance                                                              → available=9 principal=100
    confirm h1       clearing=80                                         → ORDER_STATE
    post    spend:1  principal>clearing=100                              → posted
    post    spend:2  available>points_spent=9                            → posted
    confirm h1       clearing=80                                         → ORDER_STATE
    void    h1                                                           → replay
    balance                                                              →
  `));

describe("one list of accounts", () => {
  const names = [...Object.values(guarded), ...Object.values(contra)].flat();
  const ask = async <T>(call: string, asset: string, purpose: string): Promise<T | undefined> =>
    (await db.$client.query<{ answer: T }>(`SELECT ${call}($1, $2) AS answer`, [asset, purpose]))
      .rows[0]?.answer;

  test.each(["CNY", "PTS"] as const)("the database and the model agree on %s", async (asset) => {
    const held: Readonly<Record<string, string>> = heldAs[asset];
    for (const name of names) {
      const own = guarded[asset].find((purpose) => purpose === name);
      expect([name, await ask("ledger_sign", asset, name)]).toEqual([
        name,
        own ? signOf(own) : null,
      ]);
      const isContra = contra[asset].some((purpose) => purpose === name);
      expect([name, await ask("ledger_is_contra", asset, name)]).toEqual([name, isContra]);
      expect([name, await ask("ledger_held_of", asset, name)]).toEqual([name, held[name] ?? null]);
    }
  });
});
