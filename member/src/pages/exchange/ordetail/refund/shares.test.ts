/** Tests the amounts of a refund: the sum of the server's shares. */
import { expect, test } from "vitest";
import { chosenOf, initialCounts, sumOf, tendersText } from "./shares.ts";

const item = (itemId: string, refundable: number) => ({
  itemId,
  title: "卡",
  spec: "",
  artwork: "ticket",
  tint: "sea",
  quantity: 3,
  refundedQuantity: 3 - refundable,
  refundable,
  refundableMin: 1,
  // The last unit gets the remainder of an uneven amount.
  shares: [
    { quantity: 1, cashFen: 333, balanceFen: 100, points: 10, isReviewed: false },
    { quantity: 2, cashFen: 667, balanceFen: 200, points: 20, isReviewed: true },
  ].slice(0, refundable),
});
const sheet = { items: [item("a", 2), item("b", 1), item("c", 0)], reviewAboveFen: 50_000 };

test("everything refundable is selected at first, and nothing else is sent", () => {
  const counts = initialCounts(sheet);
  expect(chosenOf(sheet, counts)).toEqual([
    { itemId: "a", quantity: 2 },
    { itemId: "b", quantity: 1 },
  ]);
});

test("the shares are added by tender, and one item under review puts the whole refund under review", () => {
  expect(sumOf(sheet, { a: 2, b: 1 })).toEqual({
    cashFen: 1000,
    balanceFen: 300,
    points: 30,
    isReviewed: true,
  });
  expect(sumOf(sheet, { a: 1 }).isReviewed).toBe(false);
  const strict = { ...sheet, reviewAboveFen: 432 };
  expect(sumOf(strict, { a: 1 }).isReviewed, "433 is more than 432").toBe(true);
  expect(sumOf(sheet, { a: 0 })).toMatchObject({ cashFen: 0, points: 0 });
});

test("the button text shows what is refunded, and points only when there are some", () => {
  expect(tendersText({ cashFen: 960, balanceFen: 0, points: 200 })).toBe("¥9.60 和 200 积分");
  expect(tendersText({ cashFen: 0, balanceFen: 0, points: 200 })).toBe("200 积分");
  expect(tendersText({ cashFen: 0, balanceFen: 0, points: 0 })).toBe("¥0.00");
});
