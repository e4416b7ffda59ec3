/**
 * A coupon's lifecycle in the database: issued, locked, used, unlocked, returned; start, end and
 * lock depend on time.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writesWithoutHistory } from "../../platform/database/superuser.fixture.ts";
import { raisedRefusal } from "../../platform/database/failure.ts";
import { TEST_NOON } from "../../platform/testing.ts";
import { countCoupons, couponsOf } from "./actions.ts";
import {
  type CouponTestEnv,
  DAY_MS,
  HOUR_MS,
  createTestEnv,
  type TemplateWanted,
  outcomeOf,
} from "./testing.ts";

let testEnv: CouponTestEnv;
let member: string;
let phones = 0;
beforeAll(async () => {
  testEnv = await createTestEnv();
}, 60_000);
afterAll(() => testEnv.close());
beforeEach(async () => {
  testEnv.context.clock.set(TEST_NOON);
  member = await testEnv.member(++phones);
});

const id = () => testEnv.context.ids.next();
const after = (ms: number) => testEnv.context.clock.advance(ms);

/** Grants a coupon of a template of its own, and creates orders that use it. */
async function issued(wanted: TemplateWanted = {}) {
  const template = await testEnv.template(wanted);
  const coupon = id();
  await testEnv.grant(member, template, "grant", "1", coupon);
  const of = (table: string, column: string) =>
    testEnv.ask<number>(`SELECT sum(${column})::int FROM ${table} WHERE template_id = $1`, [
      template,
    ]);
  return {
    template,
    coupon,
    orders: [id(), id()] as const,
    state: async () => (await couponsOf(testEnv.db, member, testEnv.now()))[0]?.state,
    lock: (order: string) => outcomeOf(testEnv.lock(member, order, [coupon], [500])),
    held: () => of("campaign_spend", "held_fen"),
    spent: () => of("campaign_spend", "spent_fen"),
    used: () => of("campaign_stock", "used"),
    until: () => testEnv.ask<Date>("SELECT valid_until FROM member_coupon WHERE id = $1", [coupon]),
  };
}

describe("an order with a coupon", () => {
  test("locks it, pays and uses it; the campaign counts and spends once", async () => {
    const it = await issued();
    const [order, other] = it.orders;
    expect(await it.lock(order)).toBe("");
    expect([await it.state(), await it.held(), await it.spent()]).toEqual(["locked", 500, 0]);
    expect(await it.lock(other)).toBe("COUPON_LOCKED");
    expect(await testEnv.use(member, order)).toBe(true);
    expect(await testEnv.use(member, order)).toBe(true);
    expect([await it.held(), await it.spent(), await it.used()]).toEqual([0, 500, 1]);
    expect(await it.lock(other)).toBe("COUPON_UNUSABLE");
  });

  test("that is cancelled unlocks it, and another order gets it", async () => {
    const it = await issued();
    await it.lock(it.orders[0]);
    await testEnv.unlock(member, it.orders[0]);
    expect([await it.state(), await it.held()]).toEqual(["available", 0]);
    expect(await it.lock(it.orders[1])).toBe("");
    await testEnv.unlock(member, it.orders[0]);
    expect([await it.state(), await it.held()]).toEqual(["locked", 500]);
  });

  test("that has expired holds nothing, though no job has run", async () => {
    const it = await issued({ budgetFen: [500] });
    await it.lock(it.orders[0]);
    after(HOUR_MS);
    expect(await it.state()).toBe("available");
    expect(await it.lock(it.orders[1])).toBe("");
    expect(await it.held()).toBe(500);
    expect(await testEnv.use(member, it.orders[0])).toBe(false);
    expect(await testEnv.use(member, it.orders[1])).toBe(true);
    expect(await it.spent()).toBe(500);
  });

  test("that is paid late uses it when it is still free, even after it was unlocked", async () => {
    const it = await issued();
    await it.lock(it.orders[0]);
    after(HOUR_MS);
    await testEnv.unlock(member, it.orders[0]);
    expect(await testEnv.use(member, it.orders[0])).toBe(true);
    expect([await it.held(), await it.spent()]).toEqual([0, 500]);
  });

  test("that is paid late does not use it past its end; within the lock it may", async () => {
    const validity = { mode: "claim", days: 1 };
    const late = await issued({ validity });
    after(11 * HOUR_MS + 55 * 60_000);
    await late.lock(late.orders[0]);
    after(HOUR_MS);
    expect(await testEnv.use(member, late.orders[0])).toBe(false);
    testEnv.context.clock.set(TEST_NOON);
    member = await testEnv.member(++phones);
    const held = await issued({ validity });
    after(11 * HOUR_MS + 55 * 60_000);
    await held.lock(held.orders[0]);
    after(10 * 60_000);
    expect(await testEnv.use(member, held.orders[0])).toBe(true);
  });

  test("that is paid late does not use it when the budget is spent, and nothing has changed", async () => {
    const it = await issued({ budgetFen: [500] });
    await it.lock(it.orders[0]);
    after(HOUR_MS);
    const rival = { member: await testEnv.member(++phones), coupon: id(), order: id() };
    await testEnv.grant(rival.member, it.template, "grant", "1", rival.coupon);
    await testEnv.lock(rival.member, rival.order, [rival.coupon], [500]);
    expect(await testEnv.use(member, it.orders[0])).toBe(false);
    expect([await it.state(), await it.held(), await it.used()]).toEqual(["available", 500, 0]);
    expect(await testEnv.use(rival.member, rival.order)).toBe(true);
  });

  test("with two coupons gets both or none", async () => {
    const it = await issued();
    const spent = await issued({ budgetFen: [400] });
    const both = testEnv.lock(member, it.orders[0], [it.coupon, spent.coupon], [500, 500]);
    expect(await outcomeOf(both)).toBe("COUPON_UNUSABLE");
    expect([await it.held(), await spent.held()]).toEqual([0, 0]);
    expect(await it.lock(it.orders[1])).toBe("");
  });

  test("of another member cannot lock it; an order without coupons uses none", async () => {
    const it = await issued();
    const other = await testEnv.member(++phones);
    const foreign = testEnv.lock(other, it.orders[0], [it.coupon], [500]);
    expect(await outcomeOf(foreign)).toBe("COUPON_UNUSABLE");
    expect(await testEnv.use(member, id())).toBe(true);
  });
});

describe("a full refund", () => {
  test("returns it unchanged, once", async () => {
    const it = await issued();
    const end = (await it.until()).getTime();
    await it.lock(it.orders[0]);
    await testEnv.use(member, it.orders[0]);
    await testEnv.giveBack(member, it.orders[0]);
    await testEnv.giveBack(member, it.orders[0]);
    expect(await it.state()).toBe("available");
    expect((await it.until()).getTime()).toBe(end);
    expect([await it.spent(), await it.used()]).toEqual([0, 0]);
    const returned = "SELECT returned_count FROM member_coupon WHERE id = $1";
    expect(await testEnv.ask(returned, [it.coupon])).toBe(1);
    expect(await testEnv.use(member, it.orders[0])).toBe(false);
    expect(await it.lock(it.orders[1])).toBe("");
  });

  test("extends it by seven days when it has ended", async () => {
    const it = await issued({ validity: { mode: "claim", days: 1 } });
    await it.lock(it.orders[0]);
    await testEnv.use(member, it.orders[0]);
    after(3 * DAY_MS);
    await testEnv.giveBack(member, it.orders[0]);
    expect((await it.until()).getTime()).toBe(testEnv.now().getTime() + 7 * DAY_MS);
    expect(await it.state()).toBe("available");
  });
});

describe("revoking", () => {
  const revoke = (source: string, ref: string) =>
    testEnv.ask("SELECT coupons_revoke($1, $2, $3, '退款', $4)", [
      member,
      source,
      ref,
      testEnv.now(),
    ]);

  test("ends coupons granted under a reference, except used or locked ones", async () => {
    const template = await testEnv.template();
    const coupons = [id(), id(), id()];
    const order = id();
    for (const [at, coupon] of coupons.entries())
      await testEnv.grant(member, template, "purchase", `item:${at}`, coupon);
    await testEnv.grant(member, template, "purchase", "item-2:0");
    await testEnv.lock(member, order, coupons.slice(0, 1), [500]);
    expect(await revoke("purchase", "item")).toBe(2);
    expect(await revoke("purchase", "item")).toBe(0);
    expect(await countCoupons(testEnv.db, member, testEnv.now())).toMatchObject({
      available: 2,
      over: 2,
    });
  });

  test("a campaign ends every unused coupon at once, and a locked one may still be paid", async () => {
    const it = await issued();
    const other = await testEnv.member(++phones);
    const coupon = id();
    await testEnv.grant(other, it.template, "grant", "1", coupon);
    await testEnv.lock(other, it.orders[1], [coupon], [500]);
    await writesWithoutHistory(testEnv.db.$client);
    await testEnv.db.$client.query(
      "UPDATE coupon_template SET status = 'ended', ended_how = 'unused', revoked_at = $2 WHERE template_id = $1",
      [it.template, testEnv.now()],
    );
    expect(await it.state()).toBeUndefined();
    expect(await it.lock(it.orders[0])).toBe("COUPON_UNUSABLE");
    expect(await testEnv.use(other, it.orders[1])).toBe(true);
  });
});

type Issued = Awaited<ReturnType<typeof issued>>;

/** Moves a coupon into a state that refuses a lock, and says with which reason. */
const unusable: readonly [string, string, (it: Issued) => Promise<unknown>][] = [
  [
    "used",
    "已使用",
    async (it) => {
      await it.lock(it.orders[1]);
      await testEnv.use(member, it.orders[1]);
    },
  ],
  ["expired", "已过期", async (it) => testEnv.context.clock.set(await it.until())],
  [
    "revoked with its campaign",
    "已作废",
    async (it) => {
      await writesWithoutHistory(testEnv.db.$client);
      await testEnv.db.$client.query(
        "UPDATE coupon_template SET status = 'ended', ended_how = 'unused', revoked_at = $2 WHERE template_id = $1",
        [it.template, testEnv.now()],
      );
    },
  ],
  ["not yet valid", "未到可用时间", async () => testEnv.context.clock.advance(-DAY_MS)],
];

test.each(unusable)(
  "a coupon that is %s is refused with the reason %s",
  async (_n, reason, move) => {
    const it = await issued();
    await move(it);
    const locked = testEnv.lock(member, it.orders[0], [it.coupon], [500]);
    await expect(
      locked.catch((error) => Promise.reject(raisedRefusal(error))),
    ).rejects.toMatchObject({
      code: "COUPON_UNUSABLE",
      data: { couponId: it.coupon, reason },
    });
  },
);

test("every change of state is recorded", async () => {
  const it = await issued();
  await it.lock(it.orders[0]);
  await testEnv.unlock(member, it.orders[0]);
  await it.lock(it.orders[1]);
  await testEnv.use(member, it.orders[1]);
  await testEnv.giveBack(member, it.orders[1]);
  const names =
    "SELECT array_agg(name ORDER BY name) FROM event WHERE member_id = $1 AND entity_id = $2";
  expect(await testEnv.ask(names, [member, it.coupon])).toEqual([
    "granted",
    "locked",
    "locked",
    "returned",
    "unlocked",
    "used",
  ]);
});
