/**
 * Tests manual adjustments: two persons, limits, lots and accounts in step, and a case that closes
 * with its entry.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { Refusal } from "../../platform/refusal.ts";
import { testContext } from "../../platform/testing.ts";
import { balancesOf, freeze, isFrozen } from "../ledger/actions.ts";
import { findOrCreateMemberByPhone } from "../members/actions.ts";
import {
  beginRun,
  decideAdjustment,
  closeHealedCases,
  openCase,
  proposeAdjustment,
  reconcile,
} from "./actions.ts";
import type { ProposedEntry } from "./model.ts";

const CAPS = { adjustFenMax: 1_000, adjustFenPerDay: 2_000, adjustPointsMax: 1_000 };
const context = testContext(CAPS);
const [ANNA, BEN, CARA] = [context.ids.next(), context.ids.next(), context.ids.next()];
let database: FreshDatabase;
let db: Db;
let phones = 0;

beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log: context.log });
});
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

async function member(): Promise<string> {
  const phone = `136${String(++phones).padStart(8, "0")}`;
  return (await transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone))).memberId;
}
const propose = (entry: ProposedEntry, more: { caseId?: string; key?: string } = {}) =>
  proposeAdjustment(context, db, {
    ...entry,
    maker: ANNA,
    reason: "补偿",
    key: `key-${++phones}`,
    ...more,
  });
const decide = (
  approvalId: string,
  checker = BEN,
  state: "approved" | "rejected" = "approved",
): Promise<void> => decideAdjustment(context, db, { approvalId, checker, state, reason: "同意" });

const refusalCodeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
/** Expects that the reconciliation finds no difference. */
const expectNoDifferences = async () =>
  expect((await reconcile(context, db, "full")).found).toBe(0);

async function caseOf(memberId: string): Promise<string> {
  const run = await beginRun(context, db, "full");
  const subject = `case ${++phones}`;
  const what = { class: "code_unposted", subject, memberId, expected: {}, actual: {} };
  const opening = { ...what, isFreezing: true, asset: "CNY" } as const;
  return (await transaction(db, (tx) => openCase(context, tx, run, opening))).caseId ?? "";
}
const stateOf = async (caseId: string) =>
  (await db.$client.query("SELECT state FROM recon_case WHERE id = $1", [caseId])).rows[0]?.state;

describe("an adjustment", () => {
  test("changes nothing until another person approves, and then once", async () => {
    context.clock.advance(24 * 3_600_000);
    const memberId = await member();
    const id = await propose({ memberId, account: "principal", amount: 300 }, { key: "same" });
    const again = await propose({ memberId, account: "principal", amount: 300 }, { key: "same" });
    expect(again).toBe(id);
    expect(await balancesOf(db, memberId)).toMatchObject({ principal: 0 });
    expect(await refusalCodeOf(decide(id, ANNA))).toBe("TWO_PERSONS");
    const both = await Promise.all(
      [BEN, CARA].map((checker) => refusalCodeOf(decide(id, checker))),
    );
    expect(both.sort()).toEqual(["STATE_CHANGED", "done"]);
    expect(await balancesOf(db, memberId)).toMatchObject({ principal: 300 });
    const { rows } = await db.$client.query(
      "SELECT kind, ref, actor FROM ledger_txn WHERE member_id = $1",
      [memberId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ kind: "adjust", ref: id });
    expect([`operator:${BEN}`, `operator:${CARA}`]).toContain(rows[0]?.actor);
    await expectNoDifferences();
  });

  test("of points changes lots and account together, and is limited to the points in the lots", async () => {
    const memberId = await member();
    for (const amount of [100, 50, -120]) {
      await decide(await propose({ memberId, account: "available", amount }));
    }
    expect(await balancesOf(db, memberId)).toMatchObject({ available: 30 });
    const short = await propose({ memberId, account: "available", amount: -31 });
    await expect(decide(short)).rejects.toMatchObject({
      code: "POINTS_SHORT",
      data: { missing: 1 },
    });
    await decide(short, BEN, "rejected");
    await decide(await propose({ memberId, account: "available", amount: -30 }));
    await expectNoDifferences();
  });

  test("is possible while the money is frozen, because it may be the correction", async () => {
    const memberId = await member();
    const by = { memberId, asset: "PTS", reason: "核查", actor: "operator:1" } as const;
    await transaction(db, (tx) => freeze(context, tx, by));
    await decide(await propose({ memberId, account: "available", amount: 10 }));
    await decide(await propose({ memberId, account: "available", amount: -10 }));
    await expectNoDifferences();
  });

  test("cannot exceed the limit per entry, nor all of a day the daily limit, also concurrently", async () => {
    context.clock.advance(24 * 3_600_000);
    const memberId = await member();
    const one = (amount: number) => propose({ memberId, account: "principal", amount });
    expect(await refusalCodeOf(one(1_001))).toBe("ADJUST_LIMIT");
    expect(await refusalCodeOf(propose({ memberId, account: "bonus", amount: -1 }))).toBe(
      "INPUT_INVALID",
    );
    const ids = [await one(1_000), await one(1_000), await one(1_000)];
    const outcomes = await Promise.all(ids.map((id) => refusalCodeOf(decide(id))));
    expect(outcomes.sort()).toEqual(["ADJUST_LIMIT", "done", "done"]);
    expect(await balancesOf(db, memberId)).toMatchObject({ principal: 2_000 });
    // The next day in Shanghai, and before the proposals expire.
    context.clock.advance(13 * 3_600_000);
    const left = await Promise.all(ids.map((id) => refusalCodeOf(decide(id))));
    expect(left.sort()).toEqual(["STATE_CHANGED", "STATE_CHANGED", "done"]);
    await expectNoDifferences();
  });
});

describe("an adjustment of a case", () => {
  const answer = (memberId: string, caseId: string) =>
    propose({ memberId, account: "principal", amount: 100 }, { caseId });

  test("closes the case, and the frozen asset can be spent again", async () => {
    context.clock.advance(24 * 3_600_000);
    const memberId = await member();
    const caseId = await caseOf(memberId);
    const id = await answer(memberId, caseId);
    expect([await stateOf(caseId), await isFrozen(db, memberId, "CNY")]).toEqual([
      "proposed",
      true,
    ]);
    expect(await refusalCodeOf(answer(memberId, caseId))).toBe("STATE_CHANGED");
    await decide(id);
    expect([await stateOf(caseId), await isFrozen(db, memberId, "CNY")]).toEqual(["booked", false]);
    expect(await balancesOf(db, memberId)).toMatchObject({ principal: 100 });
  });

  test("that is rejected leaves the case open", async () => {
    const memberId = await member();
    const caseId = await caseOf(memberId);
    await decide(await answer(memberId, caseId), BEN, "rejected");
    expect([await stateOf(caseId), await isFrozen(db, memberId, "CNY")]).toEqual(["open", true]);
    await answer(memberId, caseId);
  });

  test("is not posted when the case has healed since", async () => {
    const memberId = await member();
    const caseId = await caseOf(memberId);
    const id = await answer(memberId, caseId);
    context.clock.advance(1_000);
    await closeHealedCases(context, db, await beginRun(context, db, "full"), ["code_unposted"]);
    expect(await refusalCodeOf(decide(id))).toBe("STATE_CHANGED");
    expect(await balancesOf(db, memberId)).toMatchObject({ principal: 0 });
    expect(await stateOf(caseId)).toBe("healed");
  });
});

test("a maker who is not detected as the checker is stopped by the database constraint, and by nothing else after it", async () => {
  const blind = [
    { from: "a.maker, a.beneficiary", to: "gen_random_uuid() AS maker, a.beneficiary" },
  ];
  const mutant = openMutantDatabase({ url: database.appUrl, log: context.log }, blind);
  const memberId = await member();
  const approvalId = await propose({ memberId, account: "principal", amount: 100 });
  const decideBlindly = () => {
    const decision = { approvalId, checker: ANNA, state: "approved", reason: "同意" } as const;
    return decideAdjustment(context, mutant.db, decision);
  };
  await expect(decideBlindly()).rejects.toMatchObject({
    cause: { code: "23514", constraint: "approval_two_persons" },
  });
  await database.asOwner("ALTER TABLE approval DROP CONSTRAINT approval_two_persons");
  await decideBlindly();
  expect(await balancesOf(db, memberId)).toMatchObject({ principal: 100 });
  await closeDatabase(mutant.db);
});

test("an adjustment without a two-person approval opens a case", async () => {
  const memberId = await member();
  await db.$client.query(
    `SELECT ledger_post($1,
       ROW(gen_random_uuid(), 'adjust', 'by-hand', '\\x00', 'operator:1', NULL, '')::ledger_posting,
       '[{"asset":"CNY","debit":"expense","credit":"principal","amount":1}]', NULL)`,
    [memberId],
  );
  await reconcile(context, db, "full");
  const { rows } = await db.$client.query(
    "SELECT class FROM recon_case WHERE state = 'open' AND member_id = $1",
    [memberId],
  );
  expect(rows).toEqual([{ class: "adjust_unbacked" }]);
});
