/**
 * Tests that the figures of every hour equal the ledger and the orders, that a rebuild changes
 * nothing, and what operators read of them.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { figureNames } from "@yunjing/contract/figures";
import { queryWithoutTriggers } from "../../platform/database/superuser.fixture.ts";
import { codeOf, statements } from "../orders/shop.fixture.ts";
import {
  createShopWithHistory,
  DAY_MS,
  type ShopWithHistory,
} from "../reconciliation/shop-history.fixture.ts";
import {
  liabilities,
  overview,
  rebuildHours,
  series,
  sumHours,
  supplierSeries,
  top,
} from "./actions.ts";
import { balancesOf, rowsOfHours, sumEvents, sumHoursOf } from "./ledger-sums.fixture.ts";
import { shanghaiDayStart } from "../../platform/shanghai.ts";
import { BUCKET_FACTOR, BUCKET_FIRST_MS, HOUR_MS, hourOf, percentileOf } from "./model.ts";

let shop: ShopWithHistory;
const now = () => shop.context.clock.now().getTime();
const all = () => ({ from: 0, to: now() + HOUR_MS });
const sumAll = () => sumHours(shop.context, shop.db);
const rebuild = () => rebuildHours(shop.context, shop.db);

/** A member of this number buys a card by WeChat. */
async function buyCard(last: number): Promise<void> {
  const memberId = await shop.buyer(last);
  const { orderNo } = await shop.order(memberId, { items: [{ skuId: "card", quantity: 1 }] });
  await shop.payAll(memberId, orderNo);
}

async function expectEqualToEvents(span = all()): Promise<void> {
  const events = await sumEvents(shop.db, span);
  expect(await sumHoursOf(shop.db, span, Object.keys(events))).toEqual(events);
}

beforeAll(async () => {
  shop = await createShopWithHistory();
}, 120_000);
afterAll(() => shop.close());

test("the history of an older database is summed in bounded steps, newest hours first", async () => {
  expect(await sumHours(shop.context, shop.db, 1)).toBe(1);
  const first = await rowsOfHours(shop.db);
  expect((await overview(shop.context, shop.db, {})).isWhole).toBe(false);
  for (let runs = 0; (await sumHours(shop.context, shop.db, 2)) > 1; runs++) {
    expect(runs).toBeLessThan(50);
  }
  expect((await overview(shop.context, shop.db, {})).isWhole).toBe(true);
  expect((await rowsOfHours(shop.db)).length).toBeGreaterThan(first.length);
});

test("every measure of the hours equals the postings of the ledger and the paid orders", async () => {
  await sumAll();
  const events = await sumEvents(shop.db, all());
  for (const measure of ["channelFen", "balanceFen", "couponFen", "pointsFen", "channelBackFen"]) {
    expect(events[measure], measure).toBeGreaterThan(0);
  }
  await expectEqualToEvents();
  const day = shanghaiDayStart(now() - 2 * DAY_MS);
  await expectEqualToEvents({ from: day, to: day + DAY_MS });
});

test("what members are owed equals the balances of their accounts", async () => {
  await sumAll();
  const { principalFen, bonusFen, rewardFen, points } = await liabilities(
    shop.context,
    shop.db,
    {},
  );
  const held = await balancesOf(shop.db);
  const sum = (...accounts: readonly string[]) =>
    accounts.reduce((total, account) => total + (held[account] ?? 0), 0);
  expect(principalFen).toBe(sum("CNY:principal", "CNY:held_principal"));
  expect(bonusFen).toBe(sum("CNY:bonus", "CNY:held_bonus"));
  expect(rewardFen).toBe(sum("CNY:reward_frozen", "CNY:reward_cash", "CNY:held_reward"));
  expect(points).toBe(sum("PTS:available", "PTS:pending", "PTS:held", "PTS:debt"));
  expect([principalFen, points].every((value) => value > 0)).toBe(true);
});

test("what is summed hour after hour equals a rebuild", async () => {
  for (let n = 0; n < 4; n++) {
    await sumAll();
    await buyCard(720 + n);
    shop.context.clock.advance(n % 2 === 0 ? 40 * 60_000 : 5 * HOUR_MS);
  }
  await sumAll();
  await expectEqualToEvents();
  const rows = await rowsOfHours(shop.db);
  expect((await rebuild()).changed).toBe(0);
  expect(await rowsOfHours(shop.db)).toEqual(rows);
});

test("a rebuild finds an event that was counted twice, and one that was left out", async () => {
  await sumAll();
  const rows = await rowsOfHours(shop.db);
  await shop.owner.query("UPDATE stat_hour SET value = value * 2 WHERE measure = 'channelFen'");
  await shop.owner.query("DELETE FROM stat_hour WHERE measure = 'newMembers'");
  await expect(expectEqualToEvents()).rejects.toThrow();
  expect((await rebuild()).changed).toBeGreaterThan(0);
  expect(await rowsOfHours(shop.db)).toEqual(rows);
});

test("an event that commits up to fifteen minutes after its hour is counted", async () => {
  shop.context.clock.advance(HOUR_MS - (now() % HOUR_MS) - 1_000);
  const before = now();
  await sumAll();
  shop.context.clock.advance(60_000);
  await sumAll();
  // It began before the end of the hour and commits after the hour was summed.
  shop.context.clock.advance(before - now());
  await buyCard(730);
  shop.context.clock.advance(14 * 60_000);
  await sumAll();
  shop.context.clock.advance(3 * HOUR_MS);
  await sumAll();
  await expectEqualToEvents({ from: hourOf(before), to: hourOf(before) + HOUR_MS });
  expect((await rebuild()).changed).toBe(0);
});

test("two runs at once sum every hour once", async () => {
  await buyCard(731);
  await Promise.all([sumAll(), sumAll(), rebuild(), sumAll()]);
  await expectEqualToEvents();
});

test("the overview has every figure, and compares full hours with the day and the week before", async () => {
  shop.context.clock.advance(DAY_MS - ((now() - shanghaiDayStart(now())) % DAY_MS) + 10 * HOUR_MS);
  await buyCard(740);
  shop.context.clock.advance(DAY_MS);
  await buyCard(741);
  shop.context.clock.advance(2 * HOUR_MS + 60_000);
  await buyCard(742);
  await sumAll();
  const { list, comparedUntil } = await overview(shop.context, shop.db, {});
  expect(list.map(({ figure }) => figure)).toEqual(figureNames);
  expect(comparedUntil).toBe(hourOf(now()));
  const cash = list.find(({ figure }) => figure === "cash");
  expect(cash).toEqual({
    figure: "cash",
    value: 2_000,
    compared: 1_000,
    before: 1_000,
    weekBefore: 0,
  });
  expect(list.find(({ figure }) => figure === "newMembers")?.value).toBe(2);
});

test("a series has every hour and every day of Shanghai, and adds up to the overview", async () => {
  const span = { from: shanghaiDayStart(now()) - 3 * DAY_MS, to: now() };
  const whole = await overview(shop.context, shop.db, span);
  const cash = whole.list.find(({ figure }) => figure === "cash")?.value;
  for (const grain of ["hour", "day"] as const) {
    const wanted = { ...span, figures: "cash,refundRate", grain };
    const { list } = await series(shop.context, shop.db, wanted);
    const [first] = list;
    expect(first?.points[0]?.at).toBe(span.from);
    expect(first?.points).toHaveLength(grain === "day" ? 4 : 3 * 24 + 13);
    expect(first?.points.reduce((sum, { value = 0 }) => sum + value, 0)).toBe(cash);
  }
});

test("rankings name benefits, and tenders add up to the sales", async () => {
  const span = { from: now() - 300 * DAY_MS, to: now() };
  const gmv = (await overview(shop.context, shop.db, span)).list[0]?.value;
  const { list } = await top(shop.context, shop.db, { ...span, by: "tender" });
  expect(list.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(gmv);
  const benefits = await top(shop.context, shop.db, { ...span, by: "benefit", limit: 1 });
  expect(benefits.list).toEqual([
    { key: "card", title: "card", amountFen: expect.any(Number), count: expect.any(Number) },
  ]);
  // No code of this shop paid for goods, so the benefits are all the sales.
  const each = await top(shop.context, shop.db, { ...span, by: "benefit" });
  expect(each.list.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(gmv);
});

test("a reversed, an endless and an unknown request are refused", async () => {
  const { context, db } = shop;
  expect(await codeOf(overview(context, db, { from: now(), to: now() - 1 }))).toBe("INPUT_INVALID");
  expect(await codeOf(overview(context, db, { from: 0 }))).toBe("INPUT_INVALID");
  const hours = { figures: "gmv", grain: "hour", from: now() - 32 * DAY_MS } as const;
  expect(await codeOf(series(context, db, hours))).toBe("INPUT_INVALID");
  const unknown = { figures: "gmv,nothing", grain: "day" } as const;
  expect(await codeOf(series(context, db, unknown))).toBe("INPUT_INVALID");
});

test("a supplier's series count its orders by when they were placed", async () => {
  const { rows } = await shop.owner.query<{ supplierId: string; at: number }>(
    `SELECT supplier_id AS "supplierId", (extract(epoch FROM created_at) * 1000)::float8 AS at
     FROM supplier_order ORDER BY created_at DESC, id DESC LIMIT 1`,
  );
  const { supplierId, at } = rows[0] ?? { supplierId: "", at: 0 };
  // The last two: one was delivered after two seconds, one failed in the manual queue.
  await queryWithoutTriggers(
    shop.db.$client,
    `UPDATE supplier_order s SET state = x.state, sent_at = s.created_at, next_look_at = NULL,
            ended_at = s.created_at + interval '2 seconds', manual_at = x.manual_at
     FROM (SELECT member_id, id, CASE n WHEN 1 THEN 'SUCCESS' ELSE 'FAILED' END AS state,
                  CASE n WHEN 2 THEN created_at END AS manual_at
           FROM (SELECT *, row_number() OVER (ORDER BY created_at DESC, id DESC) AS n FROM supplier_order
                 WHERE supplier_id = $1) o WHERE n <= 2) x
     WHERE s.member_id = x.member_id AND s.id = x.id`,
    [supplierId],
  );
  await rebuild();
  const wanted = { supplierId, grain: "day", from: at - 300 * DAY_MS } as const;
  const of = async (metric: "latency" | "success" | "unknown") =>
    (await supplierSeries(shop.context, shop.db, { ...wanted, metric })).points.filter(
      ({ value = 0 }) => value > 0,
    );
  const [rate] = (await of("success")).slice(-1);
  expect(rate?.at).toBe(shanghaiDayStart(at));
  expect([5_000, 10_000]).toContain(rate?.value);
  const [latency] = await of("latency");
  expect(Math.abs((latency?.median ?? 0) / 2_000 - 1)).toBeLessThan(0.05);
  expect((await of("unknown")).reduce((sum, { value = 0 }) => sum + value, 0)).toBe(1);
  const hours = { ...wanted, grain: "hour", metric: "success" } as const;
  expect(await codeOf(supplierSeries(shop.context, shop.db, hours))).toBe("INPUT_INVALID");
});

test("a year is read with as many statements as a day", async () => {
  const year = { from: now() - 365 * DAY_MS, to: now() };
  const day = await statements(shop.db, () => overview(shop.context, shop.db, {}));
  expect(await statements(shop.db, () => overview(shop.context, shop.db, year))).toBe(day);
});

test("codes that can be redeemed are worth their face, and only now", async () => {
  const { rows } = await shop.owner.query<{ live: number }>(
    "SELECT count(*)::int AS live FROM code WHERE state = 'ACTIVE' AND valid_until > $1",
    [new Date(now())],
  );
  const live = rows[0]?.live ?? 0;
  // Each is worth 500 points, at 100 for one yuan.
  expect((await liabilities(shop.context, shop.db, {})).codesFen).toBe(live * 500);
  expect(await liabilities(shop.context, shop.db, { at: now() })).not.toHaveProperty("codesFen");
});

test("a percentile of counted durations is within five per cent of the true one", () => {
  const durations = Array.from({ length: 400 }, (_, n) => 150 + n * n);
  const counts = new Map<number, number>();
  for (const ms of durations) {
    const bucket = Math.max(0, Math.ceil(Math.log(ms / BUCKET_FIRST_MS) / Math.log(BUCKET_FACTOR)));
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  for (const share of [0.5, 0.95]) {
    const truth = durations[Math.ceil(durations.length * share) - 1] ?? 0;
    expect(Math.abs((percentileOf(counts, share) ?? 0) / truth - 1)).toBeLessThan(0.05);
  }
  expect(percentileOf(new Map(), 0.5)).toBeUndefined();
});
