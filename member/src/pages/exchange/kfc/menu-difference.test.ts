/** Holds what a member is told when the menu moved: never an empty comparison. */
import { expect, test } from "vitest";
import { menuDifferenceOf } from "./menu-difference.ts";

const lines = [
  { productId: "wrap", quantity: 2, options: [], name: "老北京鸡肉卷", unitFen: 2000 },
  { productId: "cod", quantity: 1, options: [], name: "深海鳕鱼堡", unitFen: 2350 },
].map((line) => ({ ...line, optionsText: "", artwork: "wrap" }));
const word = (changes: readonly object[], totalNowFen: number) => ({
  menuHash: "new",
  changes,
  totalWasFen: 0,
  totalNowFen,
});
const gone = { productId: "cod", name: "深海鳕鱼堡", reason: "gone" };

test("a newer menu with the same dishes at the same prices changes nothing", () => {
  expect(menuDifferenceOf(word([], 6350), lines, false)).toMatchObject({
    kind: "same",
    menuHash: "new",
  });
});

test("prices that moved on a menu the server has forgotten still show as another sum", () => {
  expect(menuDifferenceOf(word([], 6500), lines, false)).toMatchObject({
    kind: "changed",
    changes: [],
    totalWasFen: 6350,
    totalNowFen: 6500,
  });
});

test("what the server cannot say a dish cost, the phone still knows", () => {
  const news = menuDifferenceOf(word([gone], 4000), lines, false);
  expect(news).toMatchObject({ kind: "changed", changes: [{ ...gone, was: 2350 }] });
  const told = menuDifferenceOf(word([{ ...gone, was: 2300 }], 4000), lines, false);
  expect(told?.changes).toEqual([{ ...gone, was: 2300 }]);
});

test("a fixed meal is news of its own, whether a dish is missing or all of it", () => {
  expect(menuDifferenceOf(word([], 0), [], true)).toMatchObject({ kind: "meal", changes: [] });
  expect(menuDifferenceOf(word([gone], 0), [], true)).toMatchObject({
    kind: "meal",
    changes: [gone],
  });
});

test.each([undefined, null, "no", {}, { menuHash: "new" }, { menuHash: "new", changes: 1 }])(
  "a refusal without a comparison is no news: %o",
  (data) => {
    expect(menuDifferenceOf(data, lines, false)).toBeUndefined();
  },
);
