/**
 * The database's ledger and the simple model agree on every outcome and balance, for any sequence
 * of calls.
 */
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase, type Tx } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { balancesOf, confirmHold, hold, post, reverse, trialBalance, voidHold } from "./actions.ts";
import type { Transfer } from "./model.ts";
import { uuidFromName, outcomeOfError } from "./scenario.fixture.ts";
import { SimpleLedger } from "./simple-ledger.fixture.ts";
import { repeatCount } from "../../platform/repeat-count.fixture.ts";

const RUNS = repeatCount({ suite: 20, slow: 1200 });
const STEPS_MAX = 60;

let database: FreshDatabase;
let db: Db;
let owner: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log: testContext().log });
  owner = new pg.Client(database.ownerUrl);
  await owner.connect();
});
afterAll(async () => {
  await closeDatabase(db);
  await owner.end();
  await database.drop();
});

const amount = fc.integer({ min: 1, max: 60 });
const name = (prefix: string, many: number) => fc.nat(many - 1).map((n) => `${prefix}${n}`);
const ways = [
  ["codes_sold", "principal"],
  ["expense", "bonus"],
  ["principal", "clearing"],
  ["bonus", "clearing"],
  ["bonus", "principal"],
  ["principal", "bonus"],
  ["codes_sold", "clearing"],
] as const;
const transfer = fc
  .tuple(fc.constantFrom(...ways), amount)
  .map(([[debit, credit], fen]): Transfer => ({ asset: "CNY", debit, credit, amount: fen }));
const step = fc.oneof(
  fc.record({
    verb: fc.constant("post"),
    ref: name("p", 20),
    transfers: fc.array(transfer, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ verb: fc.constant("reverse"), ref: name("p", 20) }),
  fc.record({
    verb: fc.constant("hold"),
    id: name("h", 8),
    purpose: fc.constantFrom("principal", "bonus"),
    amount,
    lastsMs: fc.integer({ min: 1, max: 3_000 }),
  }),
  fc.record({ verb: fc.constant("confirm"), id: name("h", 8), amount }),
  fc.record({ verb: fc.constant("void"), id: name("h", 8) }),
  fc.record({ verb: fc.constant("wait"), ms: fc.integer({ min: 1, max: 2_000 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

type Run = {
  readonly context: ReturnType<typeof testContext>;
  readonly memberId: string;
  readonly simple: SimpleLedger;
  readonly txns: Map<string, string>;
};

const actor = "system";
/** Returns the simple ledger's outcome, and the call for the real one. */
function callsFor(run: Run, step: Step): [string, (tx: Tx) => Promise<string>] {
  const { context, memberId, simple, txns } = run;
  switch (step.verb) {
    case "post": {
      const { ref, transfers } = step;
      const real = async (tx: Tx) => {
        const done = await post(context, tx, { memberId, kind: "adjust", ref, actor, transfers });
        txns.set(ref, done.txnId);
        return done.outcome;
      };
      return [simple.post(ref, transfers), real];
    }
    case "reverse": {
      const ref = `back:${step.ref}`;
      const txnId = txns.get(step.ref) ?? uuidFromName("nothing");
      const real = async (tx: Tx) =>
        (await reverse(context, tx, { memberId, kind: "refund", ref, actor, txnId })).outcome;
      return [simple.reverse(ref, step.ref), real];
    }
    case "hold": {
      const { purpose, lastsMs } = step;
      const holdId = uuidFromName(`${memberId}${step.id}`);
      const expiresAt = new Date(context.clock.now().getTime() + lastsMs);
      const wanted = { memberId, holdId, actor, purpose, amount: step.amount, expiresAt } as const;
      return [
        simple.hold(step.id, purpose, step.amount, simple.now + lastsMs),
        (tx) => hold(context, tx, { ...wanted, asset: "CNY" }),
      ];
    }
    case "confirm": {
      const to = [{ credit: "clearing", amount: step.amount }] as const;
      const holdId = uuidFromName(`${memberId}${step.id}`);
      return [
        simple.confirm(step.id, step.amount),
        (tx) => confirmHold(context, tx, { memberId, holdId, actor, to }),
      ];
    }
    case "void": {
      const holdId = uuidFromName(`${memberId}${step.id}`);
      return [simple.void(step.id), (tx) => voidHold(context, tx, { memberId, holdId, actor })];
    }
    case "wait": {
      simple.wait(step.ms);
      context.clock.advance(step.ms);
      return ["", () => Promise.resolve("")];
    }
  }
}

async function agree(steps: readonly Step[]): Promise<void> {
  const context = testContext();
  const run = {
    context,
    memberId: context.ids.next(),
    simple: new SimpleLedger(),
    txns: new Map(),
  };
  await owner.query("TRUNCATE ledger_account, ledger_txn, ledger_transfer, ledger_hold");
  for (const step of steps) {
    const [expected, real] = callsFor(run, step);
    const outcome = step.verb === "wait" ? "" : await transaction(db, real).catch(outcomeOfError);
    expect([step, outcome]).toEqual([step, expected]);
    const balances = await balancesOf(db, run.memberId, context.clock.now());
    expect(balances).toMatchObject(run.simple.balances);
  }
  expect(await trialBalance(db)).toMatchObject({ isSound: true });
}

test(`${RUNS} random histories of a member ledger`, { timeout: 60_000 + RUNS * 500 }, async () => {
  const steps = fc.array(step, { maxLength: STEPS_MAX, size: "max" });
  await fc.assert(fc.asyncProperty(steps, agree), { numRuns: RUNS });
});
