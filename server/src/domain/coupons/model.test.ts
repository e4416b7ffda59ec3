/**
 * Coupon discounts: golden cases with texts for members, and properties for any coupons and
 * baskets.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BasketLine,
  combineCoupons,
  type CouponRules,
  type MemberCoupon,
  mayStack,
  evaluateCoupons,
} from "./model.ts";
import { isEligibleLine } from "./rules.ts";

/** Noon of a Friday in Shanghai. */
const NOW = new Date("2026-11-20T04:00:00Z");
const DAY_MS = 86_400_000;

const coupon = (rules: CouponRules, changes: Partial<MemberCoupon> = {}): MemberCoupon => ({
  couponId: "a",
  templateId: "t",
  title: "券",
  scopeText: "外卖",
  state: "available",
  validFrom: NOW.getTime() - DAY_MS,
  validUntil: NOW.getTime() + DAY_MS,
  rules,
  ...changes,
});
const line = (changes: Partial<BasketLine> = {}): BasketLine => ({
  skuId: "s1",
  benefitId: "b1",
  categoryCode: "delivery",
  brandCode: "meituan",
  totalFen: 3_000,
  isLevelPrice: false,
  ...changes,
});
const off = (rules: CouponRules, ...basket: BasketLine[]) => {
  const { usable, unusable } = evaluateCoupons([coupon(rules)], basket, NOW);
  return usable[0]?.offFen ?? unusable[0]?.text;
};

describe("the discount of one coupon", () => {
  const amount = { type: "amount", valueFen: 800 } as const;
  const percent = { type: "percent", percent: 80, capFen: 1_500 } as const;

  test("of an amount is never more than the goods", () => {
    expect(off(amount, line())).toBe(800);
    expect(off(amount, line({ totalFen: 500 }))).toBe(500);
  });

  test("of a percentage is at most its cap, rounded in the shop's favour", () => {
    expect(off(percent, line())).toBe(600);
    expect(off(percent, line({ totalFen: 20_000 }))).toBe(1_500);
    expect(off(percent, line({ totalFen: 333 }))).toBe(66);
  });

  test("of one unit covers the most expensive one: all of it, or the part above a price", () => {
    const basket = [line({ quantity: 2 }), line({ skuId: "s2", totalFen: 2_000 })];
    expect(off({ type: "exchange" }, ...basket)).toBe(2_000);
    expect(off({ type: "exchange", capFen: 1_000 }, ...basket)).toBe(1_000);
    expect(off({ type: "fixed_price", valueFen: 990 }, ...basket)).toBe(1_010);
    expect(off({ type: "fixed_price", valueFen: 5_000 }, ...basket)).toBe("没有可减的金额");
  });

  test("counts only eligible goods for the threshold and the discount", () => {
    const rules = { ...amount, thresholdFen: 3_000, only: { categories: ["delivery"] } };
    const meal = line({ skuId: "s2", categoryCode: "meal", totalFen: 9_000 });
    expect(off(rules, line({ totalFen: 2_700 }), meal)).toBe("还差 ¥3.00 可用");
    const { usable } = evaluateCoupons([coupon(rules)], [line(), meal], NOW);
    expect(usable[0]?.lineOffs).toEqual({ s1: 800 });
  });

  test("applies by brand, benefit or SKU, and never to excluded goods", () => {
    expect(off({ ...amount, only: { brands: ["meituan"] } }, line())).toBe(800);
    expect(off({ ...amount, only: { benefits: ["b1"] } }, line())).toBe(800);
    expect(off({ ...amount, only: { skus: ["s2"] } }, line())).toBe("仅限外卖");
    expect(off({ ...amount, except: { brands: ["meituan"] } }, line())).toBe("仅限外卖");
  });

  test("is combined with a level price only when the rules allow it", () => {
    const member = line({ isLevelPrice: true });
    expect(off(amount, member)).toBe("不与会员价同享");
    expect(off({ ...amount, withLevelPrice: true }, member)).toBe(800);
  });
});

describe("the reason for no discount", () => {
  const why = (rules: Partial<CouponRules>, changes: Partial<MemberCoupon> = {}) =>
    evaluateCoupons([coupon({ type: "amount", valueFen: 800, ...rules }, changes)], [line()], NOW)
      .unusable[0]?.text;

  test("is text for members", () => {
    expect(why({}, { state: "pending" })).toBe("未到可用时间");
    expect(why({}, { state: "expired" })).toBe("已过期");
    expect(why({}, { state: "locked" })).toBe("已被其他订单占用");
    expect(why({}, { state: "used" })).toBe("已使用");
    expect(why({}, { state: "void" })).toBe("已作废");
    expect(why({ weekdays: [6, 7] })).toBe("仅限周末使用");
    expect(why({ weekdays: [1, 3] })).toBe("仅限周一、周三使用");
    expect(why({ hours: [{ from: "17:00", to: "21:00" }] })).toBe("仅限 17:00–21:00 使用");
    expect(why({ only: { categories: ["movie"] } }, { scopeText: "" })).toBe("不适用于所选商品");
    expect(why({ only: { categories: ["movie"] } }, { scopeText: "2D 电影" })).toBe("仅限 2D 电影");
    expect(why({ thresholdFen: 3_320 })).toBe("还差 ¥3.20 可用");
  });

  test("is given outside the coupon's days and hours, which may pass midnight", () => {
    expect(why({ weekdays: [5] })).toBeUndefined();
    expect(why({ hours: [{ from: "11:30", to: "13:30" }] })).toBeUndefined();
    expect(why({ hours: [{ from: "22:00", to: "12:01" }] })).toBeUndefined();
    expect(why({ hours: [{ from: "22:00", to: "12:00" }] })).toBe("仅限 22:00–12:00 使用");
  });
});

describe("several coupons", () => {
  const stacking = (group: string, withGroups: readonly string[]) => ({
    stackGroup: group,
    stacksWith: withGroups,
  });
  const five: CouponRules = { type: "amount", valueFen: 500, ...stacking("shop", ["brand"]) };
  const three: CouponRules = { type: "amount", valueFen: 300, ...stacking("brand", ["shop"]) };
  const coupons = [coupon(five, { couponId: "a" }), coupon(three, { couponId: "b" })];

  test("with the largest discount are suggested, with equal ones the earliest end", () => {
    const later = coupon(five, { couponId: "0", validUntil: NOW.getTime() + 2 * DAY_MS });
    expect(evaluateCoupons([later, ...coupons], [line()], NOW).best).toEqual(["a"]);
    expect(evaluateCoupons(coupons, [], NOW).best).toEqual([]);
  });

  test("are combined only when each allows the other's group", () => {
    expect(evaluateCoupons(coupons, [line()], NOW, 2).best.toSorted()).toEqual(["a", "b"]);
    expect(mayStack(five, { ...three, stacksWith: [] })).toBe(false);
    const { stackGroup: _, ...alone } = three;
    expect(mayStack(five, alone)).toBe(false);
    const chosen = [coupon(five), coupon(five, { couponId: "b" })];
    expect(combineCoupons(chosen, [line()], NOW)).toMatchObject({ couponId: "b", why: "stacking" });
    const free = { ...five, ...stacking("shop", ["shop"]) };
    const two = (rules: CouponRules) => [coupon(rules), coupon(rules, { couponId: "b" })];
    expect(combineCoupons(two(free), [line()], NOW)).toMatchObject({ offFen: 1_000 });
    const once = two({ ...free, oncePerPerson: true });
    expect(combineCoupons(once, [line()], NOW)).toMatchObject({ couponId: "b", why: "stacking" });
  });
});

const list = <T>(item: fc.Arbitrary<T>, most: number) => fc.array(item, { maxLength: most });
const one = fc.constantFrom;
const optional = <K extends string, T>(key: K, value: fc.Arbitrary<T>) =>
  fc.option(value, { nil: undefined }).map((it) => (it === undefined ? {} : { [key]: it }));
const anyRules: fc.Arbitrary<CouponRules> = fc
  .tuple(
    fc.oneof(
      fc.record({
        type: fc.constant("amount" as const),
        valueFen: fc.integer({ min: 1, max: 9_000 }),
      }),
      fc.record({
        type: fc.constant("percent" as const),
        percent: fc.integer({ min: 1, max: 99 }),
        capFen: fc.integer({ min: 1, max: 3_000 }),
      }),
      fc.record({ type: fc.constant("exchange" as const) }),
      fc.record({
        type: fc.constant("fixed_price" as const),
        valueFen: fc.integer({ min: 0, max: 5_000 }),
      }),
    ),
    optional("thresholdFen", fc.integer({ min: 0, max: 8_000 })),
    optional("only", fc.record({ categories: list(one("meal", "delivery"), 2) })),
    optional("except", fc.record({ brands: list(one("kfc", "meituan"), 1) })),
    optional("withLevelPrice", fc.boolean()),
    optional("stackGroup", one("x", "y")),
    optional("stacksWith", list(one("x", "y"), 2)),
  )
  .map((parts) => Object.assign({}, ...parts));
const anyLine = fc.record({
  skuId: one("s1", "s2", "s3", "s4"),
  benefitId: one("b1", "b2"),
  categoryCode: one("meal", "delivery", "movie"),
  brandCode: one("kfc", "meituan"),
  totalFen: fc.integer({ min: 0, max: 9_999 }),
  quantity: fc.integer({ min: 1, max: 5 }),
  isLevelPrice: fc.boolean(),
});
const anyBasket = fc.uniqueArray(anyLine, { selector: ({ skuId }) => skuId, maxLength: 4 });
const anyCoupons = list(fc.tuple(anyRules, fc.integer({ min: -1, max: 3 })), 6).map((drawn) =>
  drawn.map(([rules, days], at) =>
    coupon(rules, { couponId: `c${at}`, validUntil: NOW.getTime() + days * DAY_MS }),
  ),
);
const sum = (offs: Readonly<Record<string, number>>) =>
  Object.values(offs).reduce((all, fen) => all + fen, 0);
const RUNS = { numRuns: 500 };

describe("for any coupons and baskets", () => {
  test("a discount is whole fen, at least one, at most its eligible goods, and its lines add up to it", () => {
    fc.assert(
      fc.property(anyCoupons, anyBasket, (coupons, basket) => {
        for (const { couponId, offFen, lineOffs } of evaluateCoupons(coupons, basket, NOW).usable) {
          const rules = coupons.find((held) => held.couponId === couponId)?.rules;
          const goods = basket.filter((sold) => rules && isEligibleLine(rules, sold));
          expect(Number.isInteger(offFen) && offFen > 0).toBe(true);
          expect(sum(lineOffs)).toBe(offFen);
          for (const [skuId, fen] of Object.entries(lineOffs)) {
            const bearer = goods.find((sold) => sold.skuId === skuId);
            expect(fen).toBeGreaterThan(0);
            expect(fen).toBeLessThanOrEqual(bearer?.totalFen ?? 0);
          }
        }
      }),
      RUNS,
    );
  });

  test("every coupon is either usable or has a reason why not", () => {
    fc.assert(
      fc.property(anyCoupons, anyBasket, (coupons, basket) => {
        const { usable, unusable } = evaluateCoupons(coupons, basket, NOW);
        const listed = [...usable, ...unusable].map(({ couponId }) => couponId);
        expect(listed.toSorted()).toEqual(coupons.map(({ couponId }) => couponId).toSorted());
        for (const { text } of unusable) expect(text).not.toBe("");
      }),
      RUNS,
    );
  });

  test("the suggested coupons can be combined, take off no more than the goods, and no less than any alone", () => {
    fc.assert(
      fc.property(
        anyCoupons,
        anyBasket,
        fc.integer({ min: 1, max: 5 }),
        (coupons, basket, atMost) => {
          const { usable, best } = evaluateCoupons(coupons, basket, NOW, atMost);
          const most = Math.max(0, ...usable.map(({ offFen }) => offFen));
          const chosen = coupons.filter(({ couponId }) => best.includes(couponId));
          const together = combineCoupons(chosen, basket, NOW);
          expect(best.length).toBeLessThanOrEqual(atMost);
          if ("why" in together) throw new Error(together.text);
          expect(together.offFen).toBeGreaterThanOrEqual(most);
          expect(sum(together.lineOffs)).toBe(together.offFen);
          for (const { skuId, totalFen } of basket)
            expect(together.lineOffs[skuId] ?? 0).toBeLessThanOrEqual(totalFen);
        },
      ),
      RUNS,
    );
  });
});
