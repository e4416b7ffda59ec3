/** A trial of a coupon's or a pack's rules: the discount of the quote, on the orders that were paid. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { queryWithoutTriggers } from "../../platform/database/superuser.fixture.ts";
import { openShop, type ShopEnv } from "../orders/shop.fixture.ts";
import { packRulesOf } from "../coupons/pack.ts";
import { tryCoupons } from "./actions.ts";

const DAY_MS = 86_400_000;
let shop: ShopEnv;
let often: string;
beforeAll(async () => {
  shop = await openShop();
  await shop.offer({ id: "card", delivery: "card", priceFen: 3_000 });
  await shop.offer({ id: "tea", delivery: "card", priceFen: 1_000 });
  const buy = async (memberId: string, skuId: string, quantity = 1) => {
    const items = [{ skuId, quantity }];
    const { orderNo } = await shop.order(memberId, { items, couponIds: [], useBalance: true });
    await shop.pay(memberId, orderNo, "balance");
    shop.context.clock.advance(DAY_MS);
  };
  often = await shop.buyer(1, { principalFen: 100_000 });
  await buy(often, "card");
  await buy(often, "card", 2);
  await buy(await shop.buyer(2, { principalFen: 100_000 }), "tea");
  // An unpaid order counts nowhere.
  await shop.order(often, { items: [{ skuId: "card", quantity: 1 }], couponIds: [] });
}, 60_000);
afterAll(() => shop.close());

const percent = { type: "percent", percent: 80, capFen: 1_000, thresholdFen: 2_000 } as const;
const trial = (wanted: Omit<Parameters<typeof tryCoupons>[2], "days">, days = 30) =>
  tryCoupons(shop.context, shop.db, { ...wanted, days });

test("counts the orders that fit, what it takes off, and what is left after cost", async () => {
  // 20 % of 3,000 and of 6,000, of which the cap leaves 1,000; the tea is below the threshold.
  expect(await trial({ rules: percent })).toMatchObject({
    seen: 3,
    orders: 2,
    members: 1,
    offFen: 1_600,
    paidFen: 9_000,
    costFen: 4_500,
    marginFen: 2_900,
    isCut: false,
  });
});

test("a member uses no more than a person may have, and a first order is the first of all", async () => {
  expect(await trial({ rules: percent, perMember: 1 })).toMatchObject({ orders: 1, offFen: 600 });
  const once = { ...percent, oncePerPerson: true };
  expect(await trial({ rules: once })).toMatchObject({ orders: 1, offFen: 600 });
  const first = { type: "amount", valueFen: 500, firstOrder: true } as const;
  expect(await trial({ rules: first })).toMatchObject({ orders: 2, members: 2, offFen: 1_000 });
  // The member's first order is older than these days, and stays the first.
  expect(await trial({ rules: first }, 2)).toMatchObject({ orders: 1, members: 1 });
  expect(await trial({ rules: { ...first, channels: ["wechat"] } })).toMatchObject({ orders: 0 });
});

test("ends with the number of coupons or the budget, and says when", async () => {
  const some = await trial({ rules: percent, total: 1 });
  expect(some).toMatchObject({ orders: 1, offFen: 600, endedAt: expect.any(Number) });
  expect(await trial({ rules: percent, budgetFen: 1_599 })).toMatchObject({ offFen: 600 });
  expect(await trial({ rules: percent, budgetFen: 1_600 })).not.toHaveProperty("endedAt");
});

test("of a pack each order uses the coupon that takes most off it, and each coupon is used once", async () => {
  const off = (valueFen: number, more: object = {}) =>
    ({ type: "amount", valueFen, ...more }) as const;
  const part = (count: number, rules: ReturnType<typeof off>) => ({
    templateId: "some",
    count,
    title: "",
    looks: { look: "plain", scopeText: "", tips: [], useAt: {} } as const,
    rules,
  });
  const pack = packRulesOf([part(1, off(800, { thresholdFen: 5_000 })), part(1, off(300))]);
  // The first card takes 300, the two cards 800, the tea of the other member 300.
  expect(await trial({ rules: pack, perMember: 1 })).toMatchObject({
    orders: 3,
    members: 2,
    claims: 2,
    offFen: 1_400,
  });
  // The second member finds no pack left; the first still uses both coupons.
  const few = await trial({ rules: pack, perMember: 1, total: 1 });
  expect(few).toMatchObject({ orders: 2, claims: 1, offFen: 1_100, endedAt: expect.any(Number) });
  expect(await trial({ rules: pack, perMember: 1, budgetFen: 1_000 })).toMatchObject({
    orders: 1,
    offFen: 300,
    endedAt: expect.any(Number),
  });
});

test("a city counts where the order has one", async () => {
  const cities = [{ code: "310100", name: "上海" }];
  const inShanghai = { type: "amount", valueFen: 100, cities } as const;
  expect(await trial({ rules: inShanghai })).toMatchObject({ orders: 3 });
  const elsewhere = "UPDATE orders SET city_code = '330100' WHERE member_id = $1";
  await queryWithoutTriggers(shop.db.$client, elsewhere, [often]);
  expect(await trial({ rules: inShanghai })).toMatchObject({ orders: 1 });
});
