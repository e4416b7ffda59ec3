/**
 * Tests 64 concurrent decisions on one proposal at the end of its 24 hours: at most one posts, and
 * none after the expiry.
 */
import { afterEach, expect, test } from "vitest";
import { manualClock } from "../../platform/clock.ts";
import { type Mutant, openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { Refusal } from "../../platform/refusal.ts";
import { testContext } from "../../platform/testing.ts";
import { balancesOf } from "../ledger/actions.ts";
import { CONNECTIONS, maxOverRounds } from "../ledger/race.fixture.ts";
import { findOrCreateMemberByPhone } from "../members/actions.ts";
import { beginRun, decideAdjustment, openCase, proposeAdjustment } from "./actions.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MAKER = "0199dddd-0000-7000-8000-00000000000a";
const context = testContext();
const reason = "核实无误";
let made = 0;
let close: () => Promise<void>;
afterEach(() => close());

async function open(mutants: readonly Mutant[] = []): Promise<Db> {
  const fresh = await freshDatabase();
  const options = { url: fresh.appUrl, log: context.log, size: CONNECTIONS };
  const { db } = openMutantDatabase(options, mutants);
  close = async () => {
    await closeDatabase(db);
    await fresh.drop();
  };
  return db;
}

/** The same context with a clock this many ms ahead. */
const later = (ms: number) => ({
  ...context,
  clock: manualClock(new Date(context.clock.now().getTime() + ms)),
});

async function newMember(db: Db): Promise<string> {
  const phone = `136${String(++made).padStart(8, "0")}`;
  return (await transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone))).memberId;
}

const refusalCodeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

/**
 * Half decide a millisecond before the end, half at the end. Returns how often each half posted,
 * and the amount in the ledger.
 */
async function decideAllAtOnce(db: Db): Promise<{ inTime: number; late: number; fen: number }> {
  const memberId = await newMember(db);
  const entry = { memberId, account: "principal", amount: 100 } as const;
  const wanted = { ...entry, maker: MAKER, key: `k${++made}`, reason };
  const approvalId = await proposeAdjustment(context, db, wanted);
  const outcomes = await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, n) => {
      const isLate = n % 2 === 0;
      const at = later(isLate ? DAY_MS : DAY_MS - 1);
      const decision = { approvalId, checker: at.ids.next(), state: "approved", reason } as const;
      return { isLate, outcome: await refusalCodeOf(decideAdjustment(at, db, decision)) };
    }),
  );
  const done = (isLate: boolean) =>
    outcomes.filter((one) => one.isLate === isLate && one.outcome === "done").length;
  const { principal } = await balancesOf(db, memberId);
  return { inTime: done(false), late: done(true), fen: principal };
}

test("of concurrent approvals one in time posts the adjustment, once", async () => {
  const db = await open();
  for (let round = 0; round < 3; round++) {
    expect(await decideAllAtOnce(db)).toEqual({ inTime: 1, late: 0, fen: 100 });
  }
});

test.runIf(isSlowTier)(
  "mutant: without the expiry in the statements a late approval posts it",
  async () => {
    const read = {
      from: /approvals_expired\(a\.created_at, (\$\d+::timestamptz)\)/g,
      to: "($1 IS NULL)",
    };
    const written = {
      from: /a\.created_at > approvals_valid_since\((\$\d+::timestamptz)\)/g,
      to: "($1 IS NOT NULL)",
    };
    const db = await open([read, written]);
    expect(await maxOverRounds(0, async () => (await decideAllAtOnce(db)).late)).toBe(1);
  },
);

/**
 * A case whose proposal expires is proposed again by a caller whose clock is ahead; then the first
 * proposal is approved.
 */
async function decideReproposed(db: Db): Promise<{ outcomes: string[]; fen: number }> {
  const memberId = await newMember(db);
  const run = await beginRun(context, db, "full");
  const found = { class: "code_unposted", subject: `case ${++made}`, memberId };
  const opening = { ...found, expected: {}, actual: {}, isFreezing: false };
  const { caseId = "" } = await transaction(db, (tx) => openCase(context, tx, run, opening));
  const propose = (at: typeof context, n: number) =>
    proposeAdjustment(at, db, {
      ...({ memberId, account: "principal", amount: 100, caseId } as const),
      maker: MAKER,
      key: `case-${made}-${n}`,
      reason,
    });
  const first = await propose(context, 1);
  const second = await propose(later(DAY_MS), 2);
  const decide = (approvalId: string, ms: number) => {
    const decision = {
      approvalId,
      checker: context.ids.next(),
      state: "approved",
      reason,
    } as const;
    return refusalCodeOf(decideAdjustment(later(ms), db, decision));
  };
  const outcomes = [await decide(first, DAY_MS - 1), await decide(second, DAY_MS + 1)];
  return { outcomes, fen: (await balancesOf(db, memberId)).principal };
}

test("a case that was proposed again is posted by its new proposal only", async () => {
  const db = await open();
  expect(await decideReproposed(db)).toEqual({ outcomes: ["STATE_CHANGED", "done"], fen: 100 });
});

test.runIf(isSlowTier)(
  "mutant: without the check of the case's proposal the expired one posts it",
  async () => {
    const anyProposal = { from: /c\.approval_id = (\$\d+::uuid)/, to: "$1 IS NOT NULL" };
    const db = await open([anyProposal]);
    expect((await decideReproposed(db)).outcomes[0]).toBe("done");
  },
);
