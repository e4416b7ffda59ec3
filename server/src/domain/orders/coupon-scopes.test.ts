/**
 * Whom and where a coupon is for: the first order, once for each person, where the member
 * registered, the city. Quote, order, late payment and claim centre decide alike; races with
 * mutants.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimCentre, claimCoupon } from "../coupons/actions.ts";
import type { CouponRules } from "../coupons/model.ts";
import { tally } from "../coupons/testing.ts";
import { connectAll, CONNECTIONS, maxOverRounds, times } from "../ledger/race.fixture.ts";
import { cancelOrder } from "./actions/cancel.ts";
import { codeOf, openShop, type ShopEnv } from "./shop.fixture.ts";

let shop: ShopEnv;
let members = 0;
const card = { skuId: "card", quantity: 1 };
beforeAll(async () => {
  shop = await openShop(CONNECTIONS, { ordersUnpaidMax: 1_000 });
  await shop.offer({ id: "card", delivery: "card", priceFen: 3_000 });
  await connectAll(shop.db);
}, 60_000);
afterAll(() => shop.close());

const template = (rules: Partial<CouponRules>) =>
  shop.template({ rules: { type: "amount", valueFen: 500, ...rules } });
const buyer = () => shop.buyer(++members, { principalFen: 100_000 });
async function give(memberId: string, templateId: string): Promise<string> {
  const id = shop.context.ids.next();
  await shop.grant(memberId, templateId, "grant", id, id);
  return id;
}
const quoteWith = (memberId: string, couponId: string, regionCode?: string) =>
  shop.quote(memberId, {
    items: [card],
    couponIds: [couponId],
    ...(regionCode === undefined ? {} : { regionCode }),
  });
const unusable = (reason: string) =>
  expect.objectContaining({ code: "COUPON_UNUSABLE", data: expect.objectContaining({ reason }) });
const centre = async (memberId: string, templateId: string) => {
  const { list } = await claimCentre(shop.context, shop.db, memberId, { pageSize: 100 });
  return list.find((one) => one.templateId === templateId);
};
const claim = (memberId: string, templateId: string) =>
  claimCoupon(shop.context, shop.db, { memberId, templateId, key: shop.nextKey() });
const buy = async (memberId: string, couponIds: string[] = []) => {
  const { orderNo } = await shop.order(memberId, { items: [card], couponIds, useBalance: true });
  await shop.pay(memberId, orderNo, "balance");
  return orderNo;
};

describe("a coupon for the first order", () => {
  test("pays the first order, and is refused to a member who has bought, everywhere alike", async () => {
    const newcomer = await buyer();
    const first = await template({ firstOrder: true });
    const coupon = await give(newcomer, first);
    expect(await centre(newcomer, first)).toMatchObject({
      state: "claimable",
      tips: ["仅限首单使用"],
    });
    await buy(newcomer, [coupon]);

    const again = await give(newcomer, first);
    const quote = await shop.quote(newcomer, { items: [card] });
    expect(quote.coupons).toMatchObject({
      chosen: [],
      unusable: [{ couponId: again, why: "仅限首单使用" }],
    });
    await expect(quoteWith(newcomer, again)).rejects.toEqual(unusable("仅限首单使用"));
    expect(await centre(newcomer, first)).toMatchObject({ state: "denied", why: "仅限首单使用" });
    expect(await codeOf(claim(newcomer, first))).toBe("CLAIM_DENIED");
  });

  test("is refused while another order waits for its payment, and free once that is cancelled", async () => {
    const member = await buyer();
    const coupon = await give(member, await template({ firstOrder: true }));
    const { quoteToken } = await quoteWith(member, coupon);
    const { orderNo } = await shop.order(member, { items: [card], couponIds: [] });
    await expect(shop.place(member, quoteToken)).rejects.toEqual(unusable("仅限首单使用"));
    const key = shop.nextKey();
    await cancelOrder(shop.context, shop.db, shop.deps, { memberId: member, key, orderNo });
    expect(await codeOf(shop.place(member, quoteToken))).toBe("done");
  });

  test("is refused to a member who closed an earlier account", async () => {
    const member = await buyer();
    const coupon = await give(member, await template({ firstOrder: true }));
    await shop.asOwner(`UPDATE member SET is_returning = true WHERE member_id = '${member}'`);
    await expect(quoteWith(member, coupon)).rejects.toEqual(unusable("仅限首单使用"));
  });
});

test("a coupon for one channel is refused to a member who registered elsewhere", async () => {
  const member = await buyer();
  const wechat = await template({ channels: ["wechat"] });
  await expect(quoteWith(member, await give(member, wechat))).rejects.toEqual(
    unusable("仅限微信注册的会员使用"),
  );
  expect(await centre(member, wechat)).toMatchObject({ state: "denied" });
  const web = await give(member, await template({ channels: ["web"] }));
  expect((await quoteWith(member, web)).coupons.chosen).toEqual([web]);
});

test("a coupon for cities is usable in them alone, and names them", async () => {
  const member = await buyer();
  const cities = [{ code: "330100", name: "杭州" }];
  const hangzhou = await give(member, await template({ cities }));
  expect((await quoteWith(member, hangzhou, "330106")).coupons.chosen).toEqual([hangzhou]);
  for (const region of ["310100", undefined])
    await expect(quoteWith(member, hangzhou, region)).rejects.toEqual(unusable("仅限杭州使用"));
});

describe("of a campaign that is once for each person", () => {
  /** Places 64 orders at once, each with another coupon of one campaign. */
  async function raceToPlace(rules: Partial<CouponRules>): Promise<Record<string, number>> {
    const member = await buyer();
    const campaign = await template(rules);
    const coupons = await Promise.all(times(CONNECTIONS, () => give(member, campaign)));
    const quotes = await Promise.all(coupons.map((coupon) => quoteWith(member, coupon)));
    return tally(
      await Promise.all(quotes.map(({ quoteToken }) => codeOf(shop.place(member, quoteToken)))),
    );
  }
  const rules = { oncePerPerson: true };

  test("the second coupon is refused once the first is used, and free after its order is cancelled", async () => {
    const member = await buyer();
    const campaign = await template(rules);
    const [first, second] = [await give(member, campaign), await give(member, campaign)];
    const { quoteToken } = await quoteWith(member, second);
    const held = await shop.order(member, { items: [card], couponIds: [first] });
    expect(await codeOf(shop.place(member, quoteToken))).toBe("COUPON_UNUSABLE");
    const key = shop.nextKey();
    const cancelled = { memberId: member, key, orderNo: held.orderNo };
    await cancelOrder(shop.context, shop.db, shop.deps, cancelled);
    await buy(member, [second]);
    await expect(quoteWith(member, first)).rejects.toEqual(unusable("这个活动每人只能使用一次"));
  });

  test("64 orders at once use one coupon", async () => {
    expect(await raceToPlace(rules)).toEqual({ done: 1, COUPON_UNUSABLE: 63 });
  });

  test("and 64 first orders at once are one", async () => {
    expect(await raceToPlace({ firstOrder: true })).toEqual({ done: 1, COUPON_UNUSABLE: 63 });
  });

  test("several are used when placing does not ask again", async () => {
    const text = readFileSync(new URL("../coupons/functions/lock.sql", import.meta.url), "utf8");
    const guard = "IF v_barred IS NOT NULL THEN";
    expect(text).toContain(guard);
    await shop.asOwner(text.replace(guard, "IF false THEN"));
    const most = await maxOverRounds(1, async () => (await raceToPlace(rules))["done"] ?? 0);
    await shop.asOwner(text);
    expect(most).toBeGreaterThan(1);
  });
});
