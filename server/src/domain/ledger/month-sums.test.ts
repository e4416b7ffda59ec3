/**
 * The sums of a member's months equal the lines of the statement, stored or not, after any history,
 * and when many callers add lines at once.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mutant, openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db } from "../../platform/database/pool.ts";
import { confirmHold, hold, monthSumsOf, post, statementOf, voidHold } from "./actions.ts";
import { addLinesToSums } from "./store/month-sums.ts";
import {
  CONNECTIONS,
  connectAll,
  openRaceDatabase,
  type RaceDatabase,
  times,
} from "./race.fixture.ts";

const DAY_MS = 86_400_000;
const purposes = ["principal", "bonus"] as const;
const scopeOf = (memberId: string) => ({ memberId, asset: "CNY", purposes, now: null }) as const;

let ring: RaceDatabase;
beforeAll(async () => {
  ring = await openRaceDatabase();
});
afterAll(() => ring.close());

let n = 0;
function memberOf({ db, context }: RaceDatabase) {
  const memberId = context.ids.next();
  const own = { memberId, actor: "system" } as const;
  return {
    memberId,
    give: (amount: number) =>
      db.transaction((tx) =>
        post(context, tx, {
          ...own,
          kind: "adjust",
          ref: `g${n++}`,
          transfers: [{ asset: "CNY", debit: "codes_sold", credit: "principal", amount }],
        }),
      ),
    hold: async (amount: number) => {
      const holdId = context.ids.next();
      const expiresAt = new Date(Date.now() + DAY_MS);
      await db.transaction((tx) =>
        hold(context, tx, {
          ...own,
          holdId,
          asset: "CNY",
          purpose: "principal",
          amount,
          expiresAt,
        }),
      );
      return holdId;
    },
    confirm: (holdId: string, amount: number) =>
      db.transaction((tx) =>
        confirmHold(context, tx, { ...own, holdId, to: [{ credit: "clearing", amount }] }),
      ),
    void: (holdId: string) => db.transaction((tx) => voidHold(context, tx, { ...own, holdId })),
  };
}

/** What the lines of the whole statement add up to, as monthSumsOf returns it. */
async function sumsOfLines(db: Db, memberId: string) {
  const { lines } = await statementOf(db, { ...scopeOf(memberId), limit: 10_000 });
  const sums: Record<string, [number, number]> = {};
  for (const { month, kind, other, change } of lines) {
    const sum = (sums[`${month} ${kind} ${other}`] ??= [0, 0]);
    sum[change > 0 ? 0 : 1] += Math.abs(change);
  }
  return sums;
}

async function storedSumsOf(db: Db, memberId: string) {
  const { lines } = await statementOf(db, { ...scopeOf(memberId), limit: 10_000 });
  const months = [...new Set(lines.map(({ month }) => month))];
  const sums = await monthSumsOf(db, { ...scopeOf(memberId), months });
  return Object.fromEntries(
    sums.map(({ month, kind, other, incoming, outgoing }) => [
      `${month} ${kind} ${other}`,
      [incoming, outgoing],
    ]),
  );
}

const marksOf = async (memberId: string) =>
  (
    await ring.owner.query<{ version: number }>(
      "SELECT version::int AS version FROM ledger_month_mark WHERE member_id = $1 AND purpose = 'principal'",
      [memberId],
    )
  ).rows.map(({ version }) => version);

test("a hold counts by what it became: lines before an open one are stored, lines from it on wait", async () => {
  const member = memberOf(ring);
  const { memberId } = member;
  await member.give(1_000);
  const spent = await member.hold(100);
  await member.confirm(spent, 60);
  const open = await member.hold(200);
  await member.give(1);
  await addLinesToSums(ring.db, scopeOf(memberId));
  // Given, held, and 40 returned; the open hold is the fourth line.
  expect(await marksOf(memberId)).toEqual([3]);
  expect(await storedSumsOf(ring.db, memberId)).toEqual(await sumsOfLines(ring.db, memberId));
  await member.void(open);
  expect(await storedSumsOf(ring.db, memberId)).toEqual(await sumsOfLines(ring.db, memberId));
  await addLinesToSums(ring.db, scopeOf(memberId));
  expect(await marksOf(memberId)).toEqual([6]);
  await addLinesToSums(ring.db, scopeOf(memberId));
  expect(await storedSumsOf(ring.db, memberId)).toEqual(await sumsOfLines(ring.db, memberId));
});

test("a read that finds many lines stores their sums, and the next reads only the lines since", async () => {
  const member = memberOf(ring);
  const { memberId } = member;
  for (const amount of times(30, (at) => at + 1)) await member.give(amount);
  await storedSumsOf(ring.db, memberId);
  expect(await marksOf(memberId)).toEqual([]);
  for (const amount of times(30, (at) => at + 1)) await member.give(amount);
  const before = await storedSumsOf(ring.db, memberId);
  expect(await marksOf(memberId)).toEqual([60]);
  expect(await storedSumsOf(ring.db, memberId)).toEqual(before);
  expect(before).toEqual(await sumsOfLines(ring.db, memberId));
});

describe("64 callers that add lines to the sums while others post", () => {
  /** Callers and postings in turn, so that every mark moves while others wait for it. */
  async function eachLineCountsOnce(mutants: readonly Mutant[]): Promise<void> {
    const options = { url: ring.appUrl, log: ring.context.log, size: CONNECTIONS };
    const { db, used } = openMutantDatabase(options, mutants);
    try {
      await connectAll(db);
      const member = memberOf({ ...ring, db });
      for (let round = 0; round < 4; round++) {
        await Promise.all(times(20, () => member.give(1)));
        await Promise.all(
          times(CONNECTIONS, (at) =>
            at % 8 === 0 ? member.give(1) : addLinesToSums(db, scopeOf(member.memberId)),
          ),
        );
      }
      expect(used() > 0).toBe(mutants.length > 0);
      expect(await storedSumsOf(db, member.memberId)).toEqual(
        await sumsOfLines(db, member.memberId),
      );
    } finally {
      await closeDatabase(db);
    }
  }
  test("count each line once", () => eachLineCountsOnce([]));
  test("count lines twice without the lock of the mark", async () => {
    await expect(eachLineCountsOnce([{ from: "FOR UPDATE SKIP LOCKED", to: "" }])).rejects.toThrow(
      "to deeply equal",
    );
  });
});
