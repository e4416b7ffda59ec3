/**
 * The price beside the buy button and the list of what a coupon fits: both agree with the quote that
 * the order is placed by.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createShop } from "../catalog/actions.ts";
import type { CouponRules } from "../coupons/model.ts";
import { couponBenefits } from "./actions/coupon-benefits.ts";
import { estimatePrice } from "./actions/estimate.ts";
import { codeOf, openShop, type ShopEnv } from "./shop.fixture.ts";

let shop: ShopEnv;
let members = 0;
beforeAll(async () => {
  shop = await openShop();
  await shop.offer({ id: "card", delivery: "card", priceFen: 3_000 });
  await shop.offer({ id: "topup", delivery: "topup", priceFen: 1_800 });
  await shop.offer({ id: "big", delivery: "card", priceFen: 6_000, cities: ["330100"] });
  await shop.offer({ id: "mug", delivery: "card", points: 100, pointsCashFen: 0 });
  await shop.offer({ id: "lounge", delivery: "card", priceFen: 2_000, gradeMin: 5 });
});
afterAll(() => shop.close());

const buyer = () => shop.buyer(++members, { principalFen: 100_000 });
async function give(memberId: string, rules: Partial<CouponRules>): Promise<string> {
  const template = await shop.template({ rules: { type: "amount", valueFen: 500, ...rules } });
  const id = shop.context.ids.next();
  await shop.grant(memberId, template, "grant", id, id);
  return id;
}
const cityOf = (code: string) => ({
  code,
  name: "杭州",
  level: 2 as const,
  initial: "H",
  pinyin: "hangzhou",
});
const estimate = (
  memberId: string,
  skuId: string,
  more: { quantity?: number; regionCode?: string; couponId?: string } = {},
) => estimatePrice(shop.context, shop.db, memberId, { skuId, quantity: 1, ...more });
const fitting = (memberId: string, couponId: string, regionCode = "310100") =>
  couponBenefits(createShop(shop.context, shop.db, cityOf), memberId, { couponId, regionCode });

describe("the price beside the buy button", () => {
  test("is what the quote asks with the member's best coupons", async () => {
    const member = await buyer();
    await give(member, { valueFen: 300 });
    await give(member, { type: "percent", percent: 70, capFen: 800 });
    for (const quantity of [1, 2, 3]) {
      const quote = await shop.quote(member, { items: [{ skuId: "card", quantity }] });
      const seen = await estimate(member, "card", { quantity });
      expect(seen).toMatchObject({
        totalFen: quote.goodsFen,
        payableFen: quote.payableFen,
        couponOffFen: quote.goodsFen - quote.payableFen,
      });
      expect(seen.couponOffFen).toBe(800);
      expect(seen.couponTitles).toHaveLength(1);
    }
  });

  test("is known before the form is filled in, which a quote refuses", async () => {
    const member = await buyer();
    const items = [{ skuId: "topup", quantity: 1 }];
    expect(await codeOf(shop.quote(member, { items }))).toBe("INPUT_INVALID");
    expect(await estimate(member, "topup")).toEqual({
      totalFen: 1_800,
      payableFen: 1_800,
      couponOffFen: 0,
      couponTitles: [],
    });
  });

  test("names the coupon that lacks the least, and it is used once the amount is reached", async () => {
    const member = await buyer();
    await give(member, { valueFen: 2_000, thresholdFen: 5_000 });
    const far = await give(member, { valueFen: 3_000, thresholdFen: 20_000 });
    expect(await estimate(member, "card")).toMatchObject({
      couponOffFen: 0,
      near: { missingFen: 2_000, face: { valueFen: 2_000, below: "满 50 可用" } },
    });
    expect(await estimate(member, "card", { quantity: 2 })).toMatchObject({
      payableFen: 4_000,
      couponOffFen: 2_000,
      near: { couponId: far, missingFen: 14_000 },
    });
    expect(await estimate(member, "card", { couponId: far })).toMatchObject({
      near: { couponId: far, missingFen: 17_000 },
    });
  });

  test("says why the coupon that the member came with takes nothing off", async () => {
    const member = await buyer();
    const elsewhere = await give(member, { only: { categories: ["others"] } });
    const hangzhou = await give(member, { cities: [{ code: "330100", name: "杭州" }] });
    expect((await estimate(member, "card", { couponId: elsewhere })).whyNot).toBe(
      "不适用于所选商品",
    );
    const here = { couponId: hangzhou, regionCode: "310100" };
    expect((await estimate(member, "card", here)).whyNot).toBe("仅限杭州使用");
    const there = await estimate(member, "card", { ...here, regionCode: "330100" });
    expect(there).toMatchObject({ couponOffFen: 500 });
    expect(there.whyNot).toBeUndefined();
    expect((await estimate(member, "card", { couponId: shop.context.ids.next() })).whyNot).toBe(
      "优惠券已用完",
    );
  });
});

describe("what a coupon fits", () => {
  test("is listed with its price after the coupon, then with what is missing", async () => {
    const member = await buyer();
    const coupon = await give(member, { valueFen: 1_000, thresholdFen: 2_500 });
    const here = await fitting(member, coupon);
    expect(here.coupon).toMatchObject({ id: coupon, face: { valueFen: 1_000 } });
    expect(here.list.map(({ benefit: _, spec: __, ...each }) => each)).toEqual([
      { skuId: "card", offFen: 1_000, payableFen: 2_000 },
      { skuId: "topup", missingFen: 700 },
    ]);
    const there = await fitting(member, coupon, "330100");
    expect(there.list.map(({ skuId }) => skuId)).toEqual(["big", "card", "topup"]);
    const quote = await shop.quote(member, { items: [{ skuId: "card", quantity: 1 }] });
    expect(quote.payableFen).toBe(2_000);
  });

  test("is read page by page, each benefit once", async () => {
    const member = await buyer();
    const couponId = await give(member, {});
    const page = (at: number) =>
      couponBenefits(createShop(shop.context, shop.db, cityOf), member, {
        couponId,
        regionCode: "330100",
        page: at,
        pageSize: 2,
      });
    const [first, second] = [await page(1), await page(2)];
    expect([first.hasMore, second.hasMore, first.total]).toEqual([true, false, 3]);
    const ids = [...first.list, ...second.list].map(({ skuId }) => skuId);
    expect(ids.toSorted()).toEqual(["big", "card", "topup"]);
  });

  test("is nothing, with the reason, where the coupon is for another city", async () => {
    const member = await buyer();
    const coupon = await give(member, { cities: [{ code: "330100", name: "杭州" }] });
    expect(await fitting(member, coupon)).toMatchObject({ list: [], whyNot: "仅限杭州使用" });
    expect((await fitting(member, coupon, "330100")).list).toHaveLength(3);
  });

  test("is refused for another member's coupon, and empty for a used one", async () => {
    const member = await buyer();
    const coupon = await give(member, {});
    expect(await codeOf(fitting(await buyer(), coupon))).toBe("NOT_FOUND");
    const { orderNo } = await shop.order(member, {
      items: [{ skuId: "card", quantity: 1 }],
      couponIds: [coupon],
      useBalance: true,
    });
    await shop.pay(member, orderNo, "balance");
    expect(await fitting(member, coupon)).toMatchObject({ coupon: { state: "used" }, list: [] });
  });
});
