/**
 * Levels by growth and by grant, correct at any time without the job; compared with a simple model.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { randomBelow, seededRandom } from "../../platform/random.ts";
import { TEST_NOON, type TestContext, testContext } from "../../platform/testing.ts";
import { findOrCreateMemberByPhone } from "../members/actions.ts";
import {
  addGrowth,
  addOrderGrowth,
  grantLevel,
  listLevels,
  levelProgressOf,
  memberLevelOf,
  settleDueLevels,
} from "./actions.ts";
import { summaryOf } from "./actions/summary.ts";
import { areLevelsAscending } from "./model.ts";
import { simpleLevels } from "./simple-levels.fixture.ts";

const DAY_MS = 86_400_000;
const UNKNOWN_MEMBER = "00000000-0000-7000-8000-000000000000";

let database: FreshDatabase;
let db: Db;
let context: TestContext;
let phones = 0;
beforeAll(async () => {
  database = await freshDatabase();
  context = testContext();
  db = openDatabase({ url: database.appUrl, log: context.log });
}, 60_000);
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

const member = async () => {
  const phone = `1392222${String(++phones).padStart(4, "0")}`;
  return (await transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone))).memberId;
};
const grow = (memberId: string, ref: string, growth: number) =>
  addGrowth(context, db, { memberId, ref, growth, title: ref });
const takeBack = async (memberId: string, ref: string, of: string, keep: number) => {
  const text = "SELECT levels_take_back($1, $2, $3, $4, '退款', $5) AS outcome";
  const values = [memberId, ref, of, keep, context.clock.now()];
  return (await db.$client.query<{ outcome: string }>(text, values)).rows[0]?.outcome;
};
const give = (memberId: string, grade: number, days: number, ref: string) =>
  grantLevel(context, db, {
    memberId,
    grade,
    ref,
    source: "manual",
    note: "补偿",
    actor: "operator:o",
    until: new Date(context.clock.now().getTime() + days * DAY_MS),
  });
const gradeOf = async (memberId: string) => (await memberLevelOf(context, db, memberId)).grade;
const presents = async (memberId: string) => {
  const { rows } = await db.$client.query<{ grade: number }>(
    `SELECT (payload->>'grade')::int AS grade FROM outbox
     WHERE member_id = $1 AND topic = 'level.reached' ORDER BY created_at, 1`,
    [memberId],
  );
  return rows.map(({ grade }) => grade);
};

test("growth raises the level at once, also by several levels, and each level grants its gift", async () => {
  const memberId = await member();
  expect(await levelProgressOf(context, db, memberId)).toEqual({
    grade: 1,
    name: "白鲸会员",
    benefits: ["消费积分"],
    growth: 0,
    nextGrowth: 500,
    nextName: "银鲸会员",
  });
  expect(await grow(memberId, "a", 499)).toBe("grown");
  expect(await gradeOf(memberId)).toBe(1);
  expect(await grow(memberId, "a", 499)).toBe("replay");
  expect(await grow(memberId, "b", 1_001)).toBe("grown");
  expect(await levelProgressOf(context, db, memberId)).toMatchObject({ grade: 3, growth: 1_500 });
  expect(await presents(memberId)).toEqual([2, 3]);
  expect(await memberLevelOf(context, db, memberId)).toMatchObject({
    name: "金鲸会员",
    pointsRate: 120,
  });
});

test("a grade is kept for its period, falls by one level at its end, and is computed from time alone", async () => {
  const memberId = await member();
  await grow(memberId, "a", 3_000);
  const until = context.clock.now().getTime() + 365 * DAY_MS;
  const shown = () => summaryOf(context, db, memberId);
  expect(await shown()).toMatchObject({ grade: 4, keptUntil: until, toKeep: 3_000 });
  context.clock.advance(365 * DAY_MS - 1);
  expect(await shown()).toMatchObject({ grade: 4, growth: 3_000 });
  context.clock.advance(1);
  expect(await shown()).toMatchObject({ grade: 3, growth: 0, keptUntil: until + 365 * DAY_MS });
  context.clock.advance(2 * 365 * DAY_MS);
  expect(await shown()).toMatchObject({ grade: 1, growth: 0, toKeep: 0 });
  expect(await shown()).not.toHaveProperty("keptUntil");
  // The job stores what was already true.
  while ((await settleDueLevels(context, db)) > 0);
  expect(await gradeOf(memberId)).toBe(1);
  const { rows } = await db.$client.query(
    `SELECT from_grade, to_grade, reason FROM level_record WHERE member_id = $1 ORDER BY seq`,
    [memberId],
  );
  expect(rows).toEqual([
    { from_grade: 1, to_grade: 4, reason: "growth" },
    { from_grade: 4, to_grade: 3, reason: "period" },
    { from_grade: 3, to_grade: 2, reason: "period" },
    { from_grade: 2, to_grade: 1, reason: "period" },
  ]);
});

test("an order's growth is 1 for each whole yuan of its cash, at its end and after a refund", async () => {
  const table = [
    [-1, 0],
    [0, 0],
    [99, 0],
    [100, 1],
    [199, 1],
    [200, 2],
    [12_345, 123],
    [99_999, 999],
  ] as const;
  for (const [cashFen, growth] of table) {
    const memberId = await member();
    const [ended, refunded] = [context.ids.next(), context.ids.next()];
    const order = (orderId: string, fen: number) =>
      transaction(db, (tx) =>
        addOrderGrowth(context, tx, { memberId, orderId, cashFen: fen, title: "肯德基" }),
      );
    expect(await order(ended, cashFen)).toBe(growth === 0 ? "none" : "grown");
    expect(await order(ended, cashFen)).toBe(growth === 0 ? "none" : "replay");
    expect(await levelProgressOf(context, db, memberId)).toMatchObject({ growth });
    // As `refunds_done` does, for an order of which this cash is kept.
    await order(refunded, 200_000);
    await db.$client.query(
      `SELECT levels_take_back($1, 'refund:1', levels_order_ref($2), levels_growth_for_cash($3), '退款', $4)`,
      [memberId, refunded, cashFen, context.clock.now()],
    );
    expect(await levelProgressOf(context, db, memberId)).toMatchObject({ growth: 2 * growth });
  }
});

test("a refund takes growth back once, and lowers no grade before its period ends", async () => {
  const memberId = await member();
  await grow(memberId, "order:1", 600);
  expect(await takeBack(memberId, "refund:1", "order:1", 200)).toBe("grown");
  expect(await takeBack(memberId, "refund:1", "order:1", 200)).toBe("none");
  expect(await levelProgressOf(context, db, memberId)).toMatchObject({ grade: 2, growth: 200 });
  expect(await takeBack(memberId, "refund:2", "order:1", 0)).toBe("grown");
  expect(await takeBack(memberId, "refund:3", "order:unknown", 0)).toBe("none");
  expect(await levelProgressOf(context, db, memberId)).toMatchObject({ grade: 2, growth: 0 });
  expect(await grow(memberId, "less", -50)).toBe("none");
  context.clock.advance(365 * DAY_MS);
  expect(await gradeOf(memberId)).toBe(1);
});

test("a granted level counts until its end; the higher of it and the level by growth applies", async () => {
  const memberId = await member();
  expect(await give(memberId, 3, 30, "gift-1")).toBe("given");
  expect(await give(memberId, 3, 30, "gift-1")).toBe("replay");
  expect(await gradeOf(memberId)).toBe(3);
  expect(await presents(memberId)).toEqual([2, 3]);
  await grow(memberId, "a", 600);
  expect(await gradeOf(memberId)).toBe(3);
  context.clock.advance(30 * DAY_MS);
  expect(await gradeOf(memberId)).toBe(2);
  await expect(give(memberId, 3, -1, "late")).rejects.toMatchObject({ code: "INPUT_INVALID" });
  await expect(give(memberId, 9, 30, "high")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(give(UNKNOWN_MEMBER, 3, 30, "none")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("levels are ascending from zero", () => {
  const levelsFrom = (...froms: number[]) =>
    froms.map((growthFrom, n) => ({ grade: n + 1, growthFrom }));
  expect(areLevelsAscending(levelsFrom(0, 500, 1_500))).toBe(true);
  expect(areLevelsAscending(levelsFrom(1, 500))).toBe(false);
  expect(areLevelsAscending(levelsFrom(0, 500, 500))).toBe(false);
});

describe("over more than two years", () => {
  test.each(["one", "two", "three", "four"])(
    "the database agrees with the simple model (seed %s), with or without the job",
    async (seed) => {
      const random = seededRandom(seed);
      const below = (limit: number) => randomBelow(random, limit);
      context.clock.advance(TEST_NOON.getTime() - context.clock.now().getTime());
      const ladder = await listLevels(db);
      const paper = simpleLevels(ladder);
      const members = [await member(), await member()] as const;
      const start = context.clock.now().getTime();
      const dayOf = (at: number | undefined) =>
        at === undefined ? undefined : (at - start) / DAY_MS;
      let day = 0;
      const orders: string[] = [];
      const all = (act: (memberId: string) => Promise<unknown>) => Promise.all(members.map(act));
      for (let step = 0; day < 800; step++) {
        const days = below(below(4) === 0 ? 60 : 12);
        day += days;
        context.clock.advance(days * DAY_MS);
        paper.goTo(day);
        const kind = below(10);
        if (kind < 5) {
          const [ref, growth] = [`order:${step}`, 1 + below(below(3) === 0 ? 900 : 200)];
          orders.push(ref);
          paper.grow(ref, growth);
          await all((memberId) => grow(memberId, ref, growth));
        } else if (kind < 7 && orders.length > 0) {
          const of = orders[below(orders.length)] ?? "";
          const keep = below(120);
          paper.takeBack(of, keep);
          await all((memberId) => takeBack(memberId, `refund:${step}`, of, keep));
        } else if (kind === 7 && below(3) === 0) {
          const [grade, span] = [2 + below(3), 28 + below(90)];
          paper.give(grade, span);
          await all((memberId) => give(memberId, grade, span, `gift-${step}`));
        } else if (kind === 8) {
          await db.$client.query("SELECT levels_settle($1, $2)", [members[1], context.clock.now()]);
        }
        for (const memberId of members) {
          const { grade, growth, keptUntil, toKeep } = await summaryOf(context, db, memberId);
          const seen = { grade, growth, keptUntil: dayOf(keptUntil), toKeep };
          expect(seen, `day ${day}`).toEqual(paper.stand());
        }
      }
    },
    60_000,
  );
});
