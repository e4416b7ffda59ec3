/**
 * Points as shown to members, at any time and without any job: the summary, signing in, the
 * statement.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { trialBalance } from "../ledger/actions.ts";
import { CASH_ORDER, DAY_MS, createPointsTestEnv, MALL_ORDER } from "./test-env.fixture.ts";

let database: FreshDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log: testContext().log });
});
afterAll(async () => {
  expect(await trialBalance(db)).toMatchObject({ isSound: true });
  await closeDatabase(db);
  await database.drop();
});

describe("signing in", () => {
  test("gives a little more every day of the week, and starts again after it or after a missed day", async () => {
    const env = createPointsTestEnv(db);
    const given: number[] = [];
    for (let day = 0; day < 9; day++) {
      const { points, isNew, streak } = await env.signIn();
      expect({ isNew, streak }).toEqual({ isNew: true, streak: day + 1 });
      given.push(points);
      env.wait(1);
    }
    expect(given).toEqual([1, 2, 3, 4, 5, 6, 10, 1, 2]);
    env.wait(1);
    expect((await env.summary()).signIn).toMatchObject({
      isSigned: false,
      streak: 0,
      todayPoints: 1,
    });
    expect(await env.signIn()).toMatchObject({ points: 1, streak: 1, isNew: true });
    expect((await env.summary()).available).toBe(35);
  });

  test("counts once a day (China's calendar), and a repeat returns the same", async () => {
    const env = createPointsTestEnv(db);
    const first = await env.signIn();
    expect(await env.signIn()).toEqual({ ...first, isNew: false });
    // Noon in Shanghai; the day ends twelve hours later.
    env.wait(0.5 - 1e-9);
    expect(await env.signIn()).toMatchObject({ points: 1, isNew: false });
    env.wait(1e-9);
    expect(await env.signIn()).toMatchObject({ points: 2, streak: 2, isNew: true });
  });

  test("shows the running week of the streak with today's position", async () => {
    const env = createPointsTestEnv(db);
    for (let day = 0; day < 3; day++) {
      await env.signIn();
      env.wait(1);
    }
    const { signIn: week } = await env.summary();
    expect(week).toMatchObject({ isSigned: false, streak: 3, todayPoints: 4 });
    expect(week.days.map(({ day, points, state }) => `${day.slice(5)} ${points} ${state}`)).toEqual(
      [
        "11-20 1 signed",
        "11-21 2 signed",
        "11-22 3 signed",
        "11-23 4 today",
        "11-24 5 coming",
        "11-25 6 coming",
        "11-26 10 coming",
      ],
    );
    await env.signIn();
    const { signIn: after } = await env.summary();
    expect(after).toMatchObject({ isSigned: true, streak: 4, todayPoints: 4 });
    expect(after.days.map(({ state }) => state)).toEqual([
      "signed",
      "signed",
      "signed",
      "signed",
      "coming",
      "coming",
      "coming",
    ]);
  });
});

test("the summary shows what begins and ends when, though no job has run for weeks", async () => {
  const env = createPointsTestEnv(db);
  await env.give("a", 400);
  env.wait(15);
  await env.give("b", 100);
  await env.earn(CASH_ORDER, 12_000);
  expect(await env.summary()).toMatchObject({
    available: 500,
    pending: 170,
    expiring: 0,
    debt: 0,
    lifetime: 500,
    nextPending: { points: 170, at: env.context.clock.now().getTime() + 7 * DAY_MS },
    calendar: [
      { month: "2027-11", points: 400 },
      { month: "2027-12", points: 100 },
    ],
  });
  env.wait(350);
  const end = Date.parse("2027-11-30T23:59:59.999+08:00");
  expect(await env.summary()).toMatchObject({
    available: 670,
    pending: 0,
    expiring: 400,
    lifetime: 670,
    nextExpiring: { points: 400, at: end },
  });
  env.wait(60);
  expect(await env.summary()).toMatchObject({ available: 0, expiring: 0, calendar: [] });
});

test("the statement lists everything in order, with its cause and the balance after it", async () => {
  const env = createPointsTestEnv(db);
  const read = async (input = {}) =>
    (await env.records(input)).list.map(({ type, title, change, after, state, cause }) =>
      [state, type, title, change, after ?? "", cause?.no ?? cause?.kind].join(" ").trim(),
    );
  const no = (orderId: string) => `NO-${orderId.slice(0, 4)}`;
  await env.give("a", 1_000);
  env.wait(0.01);
  await env.signIn();
  await env.earn(CASH_ORDER, 3_000);
  env.wait(0.01);
  await env.hold("mug", MALL_ORDER, 300);
  await env.hold("gone", MALL_ORDER, 500);
  expect(await read()).toEqual([
    `pending earn_order 消费奖励 30  ${no(CASH_ORDER)}`,
    `pending earn_task 首笔实付订单 50  ${no(CASH_ORDER)}`,
    `held hold 待支付 马克杯 -500 201 ${no(MALL_ORDER)}`,
    `held hold 待支付 马克杯 -300 701 ${no(MALL_ORDER)}`,
    "booked earn_sign 每日签到，连续签到 1 天 1 1001 sign_in",
    "booked adjust 赠送 1000 1000 adjustment",
  ]);
  await env.spend("mug", 300);
  env.wait(8);
  const spent = [
    `booked spend_exchange 兑换 马克杯 -300 701 ${no(MALL_ORDER)}`,
    "booked earn_sign 每日签到，连续签到 1 天 1 1001 sign_in",
    "booked adjust 赠送 1000 1000 adjustment",
  ];
  const begun = [
    `booked earn_task 首笔实付订单 50 781 ${no(CASH_ORDER)}`,
    `booked earn_order 消费奖励 30 731 ${no(CASH_ORDER)}`,
  ];
  expect((await read()).toSorted()).toEqual([...begun, ...spent].toSorted());
  expect((await read({ tab: "spent" })).toSorted()).toEqual([spent[0]]);
  env.wait(0.01);
  await env.giveBack("mug", 100);
  env.wait(0.01);
  await env.clawback("R-cash", CASH_ORDER, 0);
  expect((await read()).slice(0, 2)).toEqual([
    `booked clawback 退款扣回 -80 801 ${no(CASH_ORDER)}`,
    `booked refund_return 退款返还 马克杯 100 881 ${no(MALL_ORDER)}`,
  ]);
  env.wait(400);
  expect((await read({ tab: "expired" })).length).toBeGreaterThan(0);
  const { list, months } = await env.records();
  expect(list[0]).toMatchObject({ after: 0, type: "expire" });
  const november = months.find(({ month }) => month === "2026-11");
  expect(november).toEqual({ month: "2026-11", earned: 1_181, spent: 380, expired: 0 });
});

test("debt is shown, and the next points repay it, whatever their source", async () => {
  const env = createPointsTestEnv(db);
  await env.earn(CASH_ORDER, 10_000);
  env.wait(8);
  await env.hold("all", MALL_ORDER, 150);
  await env.spend("all", 150);
  await env.clawback("R-1", CASH_ORDER, 0);
  expect(await env.summary()).toMatchObject({ available: 0, debt: 150 });
  const { list, months } = await env.records();
  expect(list.slice(0, 2)).toMatchObject([
    { type: "clawback", change: -150, after: 0 },
    { type: "debt", title: "不足部分记为待还", change: 150, after: 150 },
  ]);
  expect(months[0]).toMatchObject({ earned: 150, spent: 150 });
  env.wait(0.1);
  await env.signIn();
  expect(await env.summary()).toMatchObject({ available: 0, debt: 149 });
  env.wait(0.1);
  await env.give("a", 200);
  expect(await env.summary()).toMatchObject({ available: 51, debt: 0 });
  const [repaid, given] = (await env.records()).list;
  expect([repaid, given]).toMatchObject([
    { type: "debt_repay", change: -149, after: 51 },
    { type: "adjust", change: 200, after: 200 },
  ]);
});
