/** Tests the menu comparison shown to a member: it is never empty. */
import { expect, test } from "vitest";
import { menuDifferenceOf } from "./menu-difference.ts";

const lines = [
  { productId: "wrap", quantity: 2, options: [], name: "老北京鸡肉卷", unitFen: 2000 },
  { productId: "cod", quantity: 1, options: [], name: "深海鳕鱼堡", unitFen: 2350 },
].map((line) => ({ ...line, optionsText: "", artwork: "wrap" }));
const answer = (changes: readonly object[], totalNowFen: number) => ({
  menuHash: "new",
  changes,
  totalWasFen: 0,
  totalNowFen,
});
const gone = { productId: "cod", name: "深海鳕鱼堡", reason: "gone" };

test("a newer menu with the same dishes at the same prices is no change", () => {
  expect(menuDifferenceOf(answer([], 6350), lines, false)).toMatchObject({
    kind: "same",
    menuHash: "new",
  });
});

test("price changes on a menu the server no longer has are shown as a different total", () => {
  expect(menuDifferenceOf(answer([], 6500), lines, false)).toMatchObject({
    kind: "changed",
    changes: [],
    totalWasFen: 6350,
    totalNowFen: 6500,
  });
});

test("a dish price that the server does not return is read from the cart on the phone", () => {
  const computed = menuDifferenceOf(answer([gone], 4000), lines, false);
  expect(computed).toMatchObject({ kind: "changed", changes: [{ ...gone, was: 2350 }] });
  const given = menuDifferenceOf(answer([{ ...gone, was: 2300 }], 4000), lines, false);
  expect(given?.changes).toEqual([{ ...gone, was: 2300 }]);
});

test("a change of a fixed meal has its own kind, whether one dish or the whole meal is unavailable", () => {
  expect(menuDifferenceOf(answer([], 0), [], true)).toMatchObject({ kind: "meal", changes: [] });
  expect(menuDifferenceOf(answer([gone], 0), [], true)).toMatchObject({
    kind: "meal",
    changes: [gone],
  });
});

test.each([undefined, null, "no", {}, { menuHash: "new" }, { menuHash: "new", changes: 1 }])(
  "a refusal without a comparison returns no difference: %o",
  (data) => {
    expect(menuDifferenceOf(data, lines, false)).toBeUndefined();
  },
);
