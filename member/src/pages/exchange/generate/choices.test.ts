/**
 * Tests the benefits chosen for a code: up to eight, each once, with a proposed worth until one is
 * typed.
 */
import { expect, test } from "vitest";
import {
  canBeGiven,
  CHOICES_MAX,
  type ChosenBenefit,
  chosenOf,
  proposedYuan,
  titleOfChoices,
  toggleChoice,
  withChoices,
} from "./choices.ts";

const one = (skuId: string, priceFen = 1_000): ChosenBenefit => ({
  skuId,
  title: `选 ${skuId}`,
  priceFen,
});

test("a choice is named by the benefit with its size, within the contract's length limit", () => {
  const sku = { skuId: "s", spec: "30 元", priceFen: 2_990 };
  expect(chosenOf({ title: "移动话费" }, sku)).toEqual({
    skuId: "s",
    title: "移动话费 30 元",
    priceFen: 2_990,
  });
  expect(chosenOf({ title: "影票" }, { ...sku, spec: "" }).title).toBe("影票");
  expect(chosenOf({ title: "长".repeat(60) }, sku).title).toHaveLength(40);
});

test("a second press removes a choice, and a ninth choice is not added", () => {
  const full = Array.from({ length: CHOICES_MAX }, (_, n) => one(`s${n}`));
  expect(toggleChoice([], one("a"))).toEqual([one("a")]);
  expect(toggleChoice([one("a"), one("b")], one("a"))).toEqual([one("b")]);
  expect(toggleChoice(full, one("ninth"))).toEqual(full);
  expect(toggleChoice(full, one("s3"))).toHaveLength(CHOICES_MAX - 1);
});

test("meals and benefits without a price in money cannot be given", () => {
  expect(canBeGiven({ delivery: "movie" }, { priceFen: 1 })).toBe(true);
  expect(canBeGiven({ delivery: "meal" }, { priceFen: 1 })).toBe(false);
  expect(canBeGiven({ delivery: "card" }, { priceFen: 0 })).toBe(false);
});

test("the worth follows the most expensive choice until one is typed, and again once it is cleared", () => {
  const first = withChoices({ choices: [], yuan: "" }, [one("a", 990)]);
  expect(first.yuan).toBe("9.9");
  const second = withChoices(first, [one("a", 990), one("b", 3_000)]);
  expect(second.yuan).toBe("30");
  expect(withChoices(second, [one("a", 990)]).yuan).toBe("9.9");
  const typed = withChoices({ ...second, yuan: "25" }, [one("c", 5_000)]);
  expect(typed.yuan).toBe("25");
  expect(withChoices({ ...typed, yuan: "" }, [one("c", 5_000)]).yuan).toBe("50");
  expect(proposedYuan([])).toBe("");
});

test("one choice gives its own name to the code, several choices are counted", () => {
  expect(titleOfChoices([])).toBe("");
  expect(titleOfChoices([one("a")])).toBe("选 a");
  expect(titleOfChoices([one("a"), one("b"), one("c")])).toBe("权益 3 选 1");
});
