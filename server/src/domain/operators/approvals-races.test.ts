/**
 * Tests 64 concurrent decisions in the approvals inbox: one decides, and a withdrawal by the maker
 * excludes every approval.
 */
import { afterEach, expect, test } from "vitest";
import { approvalKindsOf } from "../../app/approval-kinds.ts";
import { type Mutant, openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { Refusal } from "../../platform/refusal.ts";
import { testContext } from "../../platform/testing.ts";
import { decideInInbox, findInInbox, type InboxDeps, passOnInInbox } from "../approvals/actions.ts";
import { balancesOf } from "../ledger/actions.ts";
import { CONNECTIONS, maxOverRounds } from "../ledger/race.fixture.ts";
import { findOrCreateMemberByPhone } from "../members/actions.ts";
import { proposeAdjustment } from "../reconciliation/actions.ts";
import { defaults } from "../../platform/settings.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const MAKER = "0199dddd-0000-7000-8000-00000000000a";
const context = testContext();
const reason = "核实无误";
const approvalKinds = approvalKindsOf(defaults);
const deps: InboxDeps = { kinds: approvalKinds, wake: async () => undefined };
const readerOf = (memberId: string) => ({ memberId, roles: [], permissions: ["ledger:approve"] });
let made = 0;
let close: () => Promise<void>;
afterEach(() => close());

async function open(mutants: readonly Mutant[] = [], watch?: string): Promise<Db> {
  const fresh = await freshDatabase();
  if (watch !== undefined) await fresh.asOwner(watch);
  const options = { url: fresh.appUrl, log: context.log, size: CONNECTIONS };
  const { db } = openMutantDatabase(options, mutants);
  close = async () => {
    await closeDatabase(db);
    await fresh.drop();
  };
  return db;
}

const outcomeOf = (call: Promise<{ readonly state: string }>): Promise<string> =>
  call.then(
    ({ state }) => state,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

/**
 * 64 operators decide one proposal at once, each under an own key; the first `withdraws` calls are the
 * maker's. Returns how often each outcome occurred, and the member's principal in fen.
 */
async function decideAllAtOnce(db: Db, withdraws = 0) {
  const phone = `135${String(++made).padStart(8, "0")}`;
  const { memberId } = await transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone));
  const entry = { memberId, account: "principal", amount: 100 } as const;
  const wanted = { ...entry, maker: MAKER, key: `race-${made}`, reason };
  const id = `adjust.${await proposeAdjustment(context, db, wanted)}`;
  const { etag } = await findInInbox(context, db, deps, { reader: readerOf(MAKER), id });
  const outcomes = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, n) => {
      const isMaker = n < withdraws;
      const reader = readerOf(isMaker ? MAKER : context.ids.next());
      const action = isMaker ? ("withdraw" as const) : ("approve" as const);
      const decision = { reader, key: `race-key-${++made}`, id, action, etag, reason };
      return outcomeOf(decideInInbox(context, db, deps, decision));
    }),
  );
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
  const { principal: fen } = await balancesOf(db, memberId);
  return {
    approved: count("approved"),
    withdrawn: count("withdrawn"),
    late: count("STATE_CHANGED"),
    fen,
  };
}

test("of 64 operators who approve at once one decides, and it is posted once", async () => {
  const db = await open();
  for (let round = 0; round < 3; round++) {
    const { approved, late, fen } = await decideAllAtOnce(db);
    expect({ approved, late, fen }).toEqual({ approved: 1, late: CONNECTIONS - 1, fen: 100 });
  }
});

test("a proposal that its maker withdraws meanwhile is either withdrawn or posted", async () => {
  const db = await open();
  for (let round = 0; round < 3; round++) {
    const { approved, withdrawn, fen } = await decideAllAtOnce(db, CONNECTIONS / 2);
    expect(approved + withdrawn).toBe(1);
    expect(fen).toBe(approved * 100);
  }
});

test("the same operator's repeated call under one key decides once and answers the same", async () => {
  const db = await open();
  const phone = `134${String(++made).padStart(8, "0")}`;
  const { memberId } = await transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone));
  const wanted = { memberId, account: "principal", amount: 100, maker: MAKER, reason } as const;
  const id = `adjust.${await proposeAdjustment(context, db, { ...wanted, key: "again-key" })}`;
  const reader = readerOf(context.ids.next());
  const { etag } = await findInInbox(context, db, deps, { reader, id });
  const decision = { reader, key: "one-and-same", id, action: "approve", etag, reason } as const;
  const twice = await Promise.all([
    outcomeOf(decideInInbox(context, db, deps, decision)),
    outcomeOf(decideInInbox(context, db, deps, decision)),
  ]);
  expect(twice).toEqual(["approved", "approved"]);
  expect((await balancesOf(db, memberId)).principal).toBe(100);
});

/** What the database sees at each pass-on: the proposal's state, a moment after it was written. */
const WATCH_PASS_ONS = `
  CREATE TABLE seen_at_pass_on (state text);
  GRANT INSERT, SELECT ON seen_at_pass_on TO PUBLIC;
  CREATE FUNCTION watch_pass_on() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_sleep(0.02);
    INSERT INTO seen_at_pass_on
      SELECT state FROM approval WHERE 'approval.adjust.' || id::text = NEW.object;
    RETURN NULL;
  END $$;
  CREATE TRIGGER watch_pass_on AFTER INSERT OR UPDATE ON assignment
  FOR EACH ROW EXECUTE FUNCTION watch_pass_on()`;

/** 63 operators pass a proposal on while one approves it. Returns what was passed on too late. */
async function passOnWhileDecided(db: Db) {
  const phone = `136${String(++made).padStart(8, "0")}`;
  const { memberId } = await transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone));
  const wanted = { memberId, account: "principal", amount: 100, maker: MAKER, reason } as const;
  const id = `adjust.${await proposeAdjustment(context, db, { ...wanted, key: `pass-${made}` })}`;
  const { etag } = await findInInbox(context, db, deps, { reader: readerOf(MAKER), id });
  const toId = context.ids.next();
  const colleagues = async () => [{ ...readerOf(toId), name: "同事" }];
  const outcomes = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, n) => {
      const given = { reader: readerOf(context.ids.next()), key: `pass-key-${++made}`, id, etag };
      if (n === 7)
        return outcomeOf(decideInInbox(context, db, deps, { ...given, action: "approve", reason }));
      const passing = { ...given, reason, toId, colleagues };
      return outcomeOf(passOnInInbox(context, db, deps, passing).then(() => ({ state: "passed" })));
    }),
  );
  const { rows } = await db.$client.query<{ state: string }>("SELECT state FROM seen_at_pass_on");
  return {
    outcomes: [...new Set(outcomes)].toSorted(),
    approved: outcomes.filter((one) => one === "approved").length,
    passed: outcomes.filter((one) => one === "passed").length,
    late: rows.filter(({ state }) => state !== "waiting").length,
  };
}

test("a proposal that is passed on while it is decided is decided once, and never passed on after", async () => {
  const db = await open([], WATCH_PASS_ONS);
  let passed = 0;
  for (let round = 0; round < 3; round++) {
    const raced = await passOnWhileDecided(db);
    expect(raced).toMatchObject({ approved: 1, late: 0 });
    expect(["STATE_CHANGED", "approved", "passed"]).toEqual(expect.arrayContaining(raced.outcomes));
    passed += raced.passed;
  }
  expect(passed).toBeGreaterThan(0);
});

test.runIf(isSlowTier)(
  "mutant: without the lock a proposal is passed on after it was decided",
  async () => {
    const lock = { from: /FOR UPDATE OF a\b/g, to: "" };
    const db = await open([lock], WATCH_PASS_ONS);
    expect(await maxOverRounds(1, async () => (await passOnWhileDecided(db)).late)).toBeGreaterThan(
      0,
    );
  },
);

test.runIf(isSlowTier)(
  "mutant: without the lock and the guarded state several operators decide",
  async () => {
    const lock = { from: /FOR UPDATE OF a\b/g, to: "" };
    const guard = { from: /a\.state = ANY\((\$\d+::text\[\])\)/g, to: "($1 IS NOT NULL)" };
    const db = await open([lock, guard]);
    const most = await maxOverRounds(1, async () => (await decideAllAtOnce(db)).approved);
    expect(most).toBeGreaterThan(1);
  },
);
