/** From a quote to its order: the price with its reasons, refusals, and placing it once. */
import { Quote } from "@yunjing/contract/schemas/buying";
import { OrderDetail } from "@yunjing/contract/schemas/orders";
import Value from "typebox/value";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadRegions } from "../regions/load-regions.ts";
import { trialBalance } from "../ledger/actions.ts";
import { walletOf } from "../wallet/actions.ts";
import { quoteBasket } from "./actions/quote.ts";
import { orderDetail } from "./actions/read.ts";
import { codeOf, openShop, PHONE, type ShopEnv, statements } from "./shop.fixture.ts";

let shop: ShopEnv;
beforeEach(async () => {
  shop = await openShop();
  await shop.offer({ id: "topup", delivery: "topup", levels: { 1: 900 } });
  await shop.offer({ id: "card", delivery: "card", stock: 8 });
}, 60_000);
afterEach(async () => {
  expect(await trialBalance(shop.db)).toMatchObject({ isSound: true });
  await shop.close();
});

const refusal = (code: string, data?: object) =>
  expect.objectContaining({ name: "Refusal", code, ...(data ? { data } : {}) });
const topup = { skuId: "topup", quantity: 2, input: { account: " 139-0000-1234" } };
const card = { skuId: "card", quantity: 3 };
const detail = (memberId: string, orderNo: string) =>
  orderDetail(shop.context, shop.db, memberId, orderNo);

describe("a quote", () => {
  test("explains the price: level, best coupon, points and balance, one line each", async () => {
    const memberId = await shop.buyer(1, { points: 2_760, principalFen: 300 });
    const small = await shop.coupon(memberId, 100);
    const best = await shop.coupon(memberId, 500);
    const cart = { items: [topup, card], usePoints: true, useBalance: true };
    const quote = await shop.quote(memberId, cart);
    expect(Value.Check(Quote, quote)).toBe(true);
    expect(quote).toMatchObject({
      goodsFen: 5_000,
      payableFen: 2_200,
      balanceFen: 300,
      cashFen: 1_900,
      points: { available: 2_760, usable: 2_100, used: 2_100, offFen: 2_100 },
      coupons: { chosen: [best], best: [best] },
    });
    expect(quote.coupons.usable.map(({ couponId }) => couponId)).toEqual([best, small]);
    expect(quote.lines.map(({ kind, amountFen }) => [kind, amountFen])).toEqual([
      ["goods", 5_000],
      ["level", -200],
      ["coupon", -500],
      ["points", -2_100],
      ["balance", -300],
      ["payable", 1_900],
    ]);
    expect(quote.quoteToken).not.toContain(PHONE);
  });

  test("uses no coupon, no points and no balance unless requested", async () => {
    const memberId = await shop.buyer(1, { points: 500, principalFen: 300 });
    const couponId = await shop.coupon(memberId);
    const quote = await shop.quote(memberId, { items: [card], couponIds: [] });
    expect(quote).toMatchObject({ cashFen: 3_000, balanceFen: 0, coupons: { chosen: [] } });
    expect(quote.coupons.usable).toMatchObject([{ couponId, offFen: 500 }]);
  });

  test("refuses what cannot be bought, each with its own code", async () => {
    await shop.offer({ id: "gone", delivery: "card", stock: 0 });
    await shop.offer({ id: "far", delivery: "card", cities: ["440100"] });
    await shop.offer({ id: "few", delivery: "card", perOrder: 2 });
    const memberId = await shop.buyer(1);
    const ask = (input: Parameters<ShopEnv["quote"]>[1]) => shop.quote(memberId, input);
    const one = (skuId: string) => ({ items: [{ skuId, quantity: 1 }] });
    await expect(ask(one("nothing"))).rejects.toEqual(refusal("NOT_FOUND", { skuId: "nothing" }));
    await expect(ask(one("gone"))).rejects.toEqual(refusal("SOLD_OUT", { skuId: "gone" }));
    await expect(ask({ ...one("far"), regionCode: "310100" })).rejects.toEqual(
      refusal("REGION_UNAVAILABLE", { skuId: "far" }),
    );
    await expect(ask({ items: [{ skuId: "few", quantity: 3 }] })).rejects.toEqual(
      refusal("LIMIT_REACHED", { benefitId: "few", limit: "perOrder", left: 2 }),
    );
    await expect(ask({ items: [{ ...topup, input: { account: "12345" } }] })).rejects.toEqual(
      refusal("INPUT_INVALID", {
        skuId: "topup",
        field: "account",
        label: "充值账号",
        text: "请输入正确的手机号",
      }),
    );
    const couponId = shop.context.ids.next();
    await expect(ask({ items: [card], couponIds: [couponId] })).rejects.toEqual(
      refusal("COUPON_UNUSABLE", { couponId, reason: "券不存在" }),
    );
  });
});

describe("placing", () => {
  test("quotes in one statement too", async () => {
    const memberId = await shop.buyer(1, { points: 1_000, principalFen: 300 });
    const cart = { items: [topup, card], usePoints: true, useBalance: true };
    expect(await statements(shop.db, () => shop.quote(memberId, cart))).toBe(1);
  });

  test("stores the rules with city names", async () => {
    await shop.offer({ id: "near", delivery: "card", cities: ["440100"] });
    const memberId = await shop.buyer(1);
    const cart = { items: [{ skuId: "near", quantity: 1 }] };
    const { byCode: cityOf } = loadRegions();
    const { quoteToken } = await quoteBasket(shop.context, shop.db, memberId, cart, { cityOf });
    const { rules } = await shop.place(memberId, quoteToken);
    expect(rules.join("\n")).toContain("仅限广州使用，其他城市暂不支持。");
  });

  test("is one statement; the order contains its price, and its input is masked", async () => {
    const memberId = await shop.buyer(1, { points: 1_000, principalFen: 300 });
    await shop.coupon(memberId);
    const cart = { items: [topup, card], usePoints: true, useBalance: true };
    const { quoteToken } = await shop.quote(memberId, cart);
    let placed: Awaited<ReturnType<ShopEnv["place"]>> | undefined;
    const place = async () => {
      placed = await shop.place(memberId, quoteToken, "one");
    };
    expect(await statements(shop.db, place)).toBe(1);
    expect(Value.Check(OrderDetail, placed)).toBe(true);
    expect(placed).toMatchObject({
      display: "wait_pay",
      kind: "topup",
      source: "shop",
      pay: { allowed: true },
      amounts: { goodsFen: 5_000, couponOffFen: 500, pointsOffFen: 1_000, cashFen: 3_000 },
      inputs: [{ label: "充值账号", text: "139****1234" }],
      lines: [
        { benefitId: "topup", totalFen: 1_800 },
        { benefitId: "card", totalFen: 3_000 },
      ],
    });
    // The same request returns the same order, read back.
    expect(await shop.place(memberId, quoteToken, "one")).toEqual(placed);
    expect(await detail(memberId, placed?.orderNo ?? "")).toEqual(placed);
    expect(await walletOf(shop.db, memberId, shop.now())).toMatchObject({
      principal: 0,
      held: 300,
    });
  });

  test("accepts a quote once, before it expires, from its member, at its price", async () => {
    const memberId = await shop.buyer(1);
    const other = await shop.buyer(2);
    const { quoteToken } = await shop.quote(memberId, { items: [card] });
    expect(await codeOf(shop.place(other, quoteToken))).toBe("QUOTE_EXPIRED");
    expect(await codeOf(shop.place(memberId, `${quoteToken}x`))).toBe("QUOTE_EXPIRED");
    expect(await codeOf(shop.place(memberId, quoteToken))).toBe("done");
    expect(await codeOf(shop.place(memberId, quoteToken))).toBe("QUOTE_EXPIRED");

    const late = await shop.quote(memberId, { items: [card] });
    shop.context.clock.advance(15 * 60_000);
    expect(await codeOf(shop.place(memberId, late.quoteToken))).toBe("QUOTE_EXPIRED");

    const dear = await shop.quote(memberId, { items: [card] });
    await shop.asOwner(`INSERT INTO sku_price SELECT sku_id, 2, market_fen, price_fen + 1, level_fen, points_price,
      points_cash_fen, cost_fen, starts_at, ends_at, made_by, made_at FROM sku_price WHERE sku_id = 'card'`);
    await expect(shop.place(memberId, dear.quoteToken)).rejects.toEqual(
      refusal("PRICE_CHANGED", { skuId: "card" }),
    );
  });

  test("refuses a sixth unpaid order and insufficient funds; a refusal leaves nothing on hold", async () => {
    await shop.offer({ id: "daily", delivery: "card", perDay: 2 });
    const memberId = await shop.buyer(1, { principalFen: 1_000 });
    const order = (skuId: string, quantity: number, useBalance = false) =>
      shop.order(memberId, { items: [{ skuId, quantity }], useBalance });
    // Two quotes over the same balance: the second finds it on hold.
    const quotes = [
      await shop.quote(memberId, { items: [{ skuId: "daily", quantity: 1 }], useBalance: true }),
      await shop.quote(memberId, { items: [{ skuId: "daily", quantity: 1 }], useBalance: true }),
    ];
    expect(await codeOf(shop.place(memberId, quotes[0]?.quoteToken ?? ""))).toBe("done");
    expect(await codeOf(shop.place(memberId, quotes[1]?.quoteToken ?? ""))).toBe("BALANCE_SHORT");
    expect(await codeOf(order("daily", 2))).toBe("LIMIT_REACHED");
    const last = await shop.quote(memberId, { items: [{ skuId: "card", quantity: 8 }] });
    for (let n = 0; n < 3; n++) expect(await codeOf(order("card", 1))).toBe("done");
    expect(await codeOf(shop.place(memberId, last.quoteToken))).toBe("SOLD_OUT");
    expect(await codeOf(order("daily", 1))).toBe("done");
    expect(await codeOf(order("card", 1))).toBe("UNPAID_MANY");
  });
});
