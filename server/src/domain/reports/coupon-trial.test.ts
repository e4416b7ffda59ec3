/** A trial of a coupon's rules: the discount of the quote, on the orders that were paid. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openShop, type ShopEnv } from "../orders/shop.fixture.ts";
import { tryCoupon } from "./actions.ts";

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
const trial = (wanted: Omit<Parameters<typeof tryCoupon>[2], "days">, days = 30) =>
  tryCoupon(shop.context, shop.db, { ...wanted, days });

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
