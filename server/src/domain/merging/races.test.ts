/**
 * Tests that of concurrent merges of the same two members one succeeds and no fen is lost; without
 * the guards the test fails.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { balancesOf, hold, trialBalance } from "../ledger/actions.ts";
import {
  type RaceDatabase,
  CONNECTIONS,
  mutate,
  openRaceDatabase,
  race,
  times,
} from "../ledger/race.fixture.ts";
import { findOrCreateMemberByPhone, findOrCreateMemberByWechat } from "../members/actions.ts";
import { grantBalances } from "../orders/shop.fixture.ts";
import { mergeMembers } from "./actions.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

let raceDatabase: RaceDatabase;
beforeAll(async () => {
  raceDatabase = await openRaceDatabase();
}, 60_000);
afterAll(() => raceDatabase.close());

let made = 0;
/** Creates two accounts of one person: by WeChat with these assets, and by phone with 7 元. */
async function pair() {
  const { context, db } = raceDatabase;
  const n = ++made;
  const { from, into } = await transaction(db, async (tx) => {
    const identity = { appId: "wx", openid: `o${n}`, unionid: undefined };
    const { memberId } = await findOrCreateMemberByWechat(context, tx, identity);
    const phone = await findOrCreateMemberByPhone(context, tx, `137${String(n).padStart(8, "0")}`);
    return { from: memberId, into: phone.memberId };
  });
  await grantBalances(context, db, from, { points: 300, principalFen: 1_000 });
  await grantBalances(context, db, into, { principalFen: 700 });
  return { from, into };
}

const mergesOf = ({ from, into }: { from: string; into: string }) =>
  race(
    raceDatabase.db,
    times(CONNECTIONS, () => async (tx) => {
      await mergeMembers(raceDatabase.context, tx, { from, into });
      return "merged";
    }),
  );

describe("concurrent merges", () => {
  test("of the same two members have one effect, with every fen and point in its place", async () => {
    const both = await pair();
    expect(await mergesOf(both)).toEqual({ merged: 1, MERGE_BLOCKED: CONNECTIONS - 1 });
    const left = await balancesOf(raceDatabase.db, both.into);
    expect(left).toMatchObject({ principal: 1_700, available: 300 });
    expect(await balancesOf(raceDatabase.db, both.from)).toMatchObject({
      principal: 0,
      available: 0,
    });
    expect(await trialBalance(raceDatabase.db)).toMatchObject({ isSound: true });
  });

  test("and a concurrent payment: it comes first and blocks the merge, or finds nothing left to spend", async () => {
    const { context, db } = raceDatabase;
    const expiresAt = new Date(Date.now() + 600_000);
    const seen = new Set<string>();
    for (let round = 0; round < 8; round++) {
      const both = await pair();
      const spend = times(
        7,
        () => async (tx: Parameters<Parameters<typeof race>[1][number]>[0]) => {
          const wanted = { asset: "CNY", purpose: "principal", amount: 400 } as const;
          const holdId = context.ids.next();
          const of = { memberId: both.from, actor: "system" };
          return hold(context, tx, { ...wanted, ...of, holdId, expiresAt });
        },
      );
      const merge = async (tx: Parameters<(typeof spend)[number]>[0]) => {
        await mergeMembers(context, tx, both);
        return "merged";
      };
      const spending = spend.slice(0, round % 8);
      const outcomes = await race(db, round % 2 ? [merge, ...spending] : [...spending, merge]);
      const [source, target] = [await balancesOf(db, both.from), await balancesOf(db, both.into)];
      expect(source.principal + source.held_principal + target.principal).toBe(1_700);
      expect(outcomes["merged"] === 1).toBe(target.principal === 1_700);
      expect((outcomes["merged"] ?? 0) + (outcomes["MERGE_BLOCKED"] ?? 0)).toBe(1);
      for (const outcome of Object.keys(outcomes)) seen.add(outcome);
    }
    expect([...seen]).toContain("merged");
    expect(await trialBalance(db)).toMatchObject({ isSound: true });
  });

  test.runIf(isSlowTier)(
    "would have an effect more than once without the locks on the members and the merge",
    async () => {
      await mutate(raceDatabase.owner, [
        { module: "members", file: "merge.sql", from: " FOR UPDATE", to: "" },
        { module: "merging", file: "hold.sql", from: "RETURN false", to: "RETURN true" },
      ]);
      const outcomes = await mergesOf(await pair());
      expect(outcomes["merged"]).toBeGreaterThan(1);
    },
  );
});
