/**
 * Prices and their division among items: exact to the fen, for any basket.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaults } from "../../platform/settings.ts";
import { divide } from "./allocate.ts";
import { type Priced, priceLinesOf, priceOf, type PriceOptions } from "./price.ts";

const RUNS = 2_500;
const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

const line = (places: number) =>
  fc
    .record({
      skuId: fc.integer({ min: 1, max: places }).map((n) => `sku-${n}`),
      quantity: fc.integer({ min: 1, max: 99 }),
      priceFen: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 999_999 })),
      share: fc.integer({ min: 0, max: 100 }),
      pointsPrice: fc.option(fc.integer({ min: 1, max: 9_999 }), { nil: undefined, freq: 4 }),
      pointsCashFen: fc.integer({ min: 0, max: 300 }),
    })
    .map(({ share, pointsPrice, pointsCashFen, ...one }): Priced => {
      const isInPoints = pointsPrice === undefined ? {} : { pointsPrice, pointsCashFen };
      return { ...one, ...isInPoints, unitFen: Math.floor((one.priceFen * share) / 100) };
    });
const cart = fc.array(line(6), { minLength: 1, maxLength: 20 });
const options: fc.Arbitrary<PriceOptions> = fc.record({
  couponOffs: fc.dictionary(
    fc.integer({ min: 1, max: 7 }).map((n) => `sku-${n}`),
    fc.integer({ min: 0, max: 50_000 }),
    { maxKeys: 5 },
  ),
  points: fc.record({
    available: fc.integer({ min: 0, max: 1_000_000 }),
    requested: fc.oneof(fc.constant("most" as const), fc.integer({ min: 0, max: 200_000 })),
  }),
  balance: fc.record({
    availableFen: fc.integer({ min: 0, max: 5_000_000 }),
    isUsed: fc.boolean(),
  }),
});

const amounts = [
  "goodsFen",
  "levelOffFen",
  "couponOffFen",
  "pointsOffFen",
  "points",
  "balanceFen",
  "cashFen",
] as const;

describe("a price", () => {
  test("is never below zero, and its items add up to it exactly, amount by amount", () => {
    fc.assert(
      fc.property(cart, options, (lines: Priced[], wanted) => {
        const price = priceOf(lines, wanted, defaults);
        for (const name of amounts) {
          expect(price.items.every((item) => item[name] >= 0)).toBe(true);
          expect(total(price.items.map((item) => item[name]))).toBe(price[name]);
        }
        for (const item of price.items) {
          const offs = item.levelOffFen + item.couponOffFen + item.pointsOffFen;
          expect(item.goodsFen - offs).toBe(item.balanceFen + item.cashFen);
        }
        const left = price.goodsFen - price.levelOffFen - price.couponOffFen;
        const inPoints = price.items.filter((_, at) => lines[at]?.pointsPrice !== undefined);
        const fixed = total(inPoints.map(({ points }) => points));
        const fixedOff = total(inPoints.map(({ pointsOffFen }) => pointsOffFen));
        const fixedGoods = total(inPoints.map(({ goodsFen }) => goodsFen));
        expect(inPoints.every((item) => item.couponOffFen + item.levelOffFen === 0)).toBe(true);
        expect(price.payableFen).toBe(left - price.pointsOffFen);
        expect(price.payableFen).toBe(price.balanceFen + price.cashFen);
        expect(price.payableFen).toBeGreaterThanOrEqual(0);
        expect((price.pointsOffFen - fixedOff) * 2).toBeLessThanOrEqual(left - fixedGoods);
        expect(price.points - fixed).toBeLessThanOrEqual(
          Math.max(0, wanted.points.available - fixed),
        );
        expect((price.points - fixed) % defaults.pointsUnit).toBe(0);
        expect(price.points).toBeLessThanOrEqual(price.pointsUsable);
      }),
      { numRuns: RUNS },
    );
  });

  test("is explained line by line, and the lines add up to the amount to pay", () => {
    fc.assert(
      fc.property(cart, options, (lines: Priced[], wanted) => {
        const price = priceOf(lines, wanted, defaults);
        const priceLines = priceLinesOf(price, {});
        const payable = priceLines.at(-1);
        expect(payable?.kind).toBe("payable");
        expect(total(priceLines.slice(0, -1).map(({ amountFen }) => amountFen))).toBe(
          payable?.amountFen,
        );
      }),
      { numRuns: 300 },
    );
  });

  test("in points costs this many, and has no other discount", () => {
    const lines = [
      {
        skuId: "a",
        quantity: 2,
        priceFen: 3_900,
        unitFen: 3_900,
        pointsPrice: 2_600,
        pointsCashFen: 990,
      },
    ];
    const wanted = {
      couponOffs: { a: 500 },
      points: { available: 9_000, requested: "most" as const },
      balance: { availableFen: 0, isUsed: false },
    };
    expect(priceOf(lines, wanted, defaults)).toMatchObject({
      goodsFen: 7_800,
      couponOffFen: 0,
      points: 5_200,
      pointsOffFen: 5_820,
      cashFen: 1_980,
    });
  });

  test("of two at 10.00, 5 off, and 300 points: at most half of the rest is paid by points", () => {
    const lines = [{ skuId: "a", quantity: 2, priceFen: 1_000, unitFen: 950 }];
    const price = priceOf(
      lines,
      {
        couponOffs: { a: 500 },
        points: { available: 2_760, requested: "most" },
        balance: { availableFen: 300, isUsed: true },
      },
      defaults,
    );
    expect(price).toMatchObject({
      goodsFen: 2_000,
      levelOffFen: 100,
      couponOffFen: 500,
      pointsUsable: 700,
      points: 700,
      pointsOffFen: 700,
      payableFen: 700,
      balanceFen: 300,
      cashFen: 400,
    });
  });
});

test("divided parts add up to the whole, and no part is more than its weight", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 2_000_000_000 }), { minLength: 1, maxLength: 20 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (weights, share) => {
        const amount = Math.floor(total(weights) * share);
        const parts = divide(amount, weights);
        expect(total(parts)).toBe(total(weights) === 0 ? 0 : amount);
        expect(parts.every((part, at) => part >= 0 && part <= (weights[at] ?? 0))).toBe(true);
      },
    ),
    { numRuns: RUNS },
  );
});
