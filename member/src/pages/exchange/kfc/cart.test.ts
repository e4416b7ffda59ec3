import type { Menu, Product } from "@yunjing/contract/schemas/dining";
import { describe, expect, test } from "vitest";
import {
  addLine,
  removeOne,
  incompleteGroup,
  itemsTextOf,
  portionsOf,
  repriceLines,
  togglePick,
  totalFenOf,
  defaultOptions,
} from "./cart.ts";

const option = (id: string, addFen: number, soldOut = false) => ({ id, name: id, addFen, soldOut });
const fries: Product = {
  id: "fries",
  name: "薯条",
  description: "",
  artwork: "fries",
  kind: "spec",
  priceFen: 1350,
  officialPriceFen: 1450,
  soldOut: false,
  groups: [
    { id: "size", name: "规格", min: 1, max: 1, options: [option("m", 0), option("l", 250)] },
    { id: "dip", name: "蘸酱", min: 0, max: 2, options: [option("a", 100), option("b", 100)] },
  ],
};
const menu = (product: Product): Menu => ({
  hash: "h",
  validUntil: 0,
  classes: [{ id: "c", name: "小食", products: [product] }],
});
const medium = { groupId: "size", optionId: "m" };
const large = { groupId: "size", optionId: "l" };
const dip = (optionId: string) => ({ groupId: "dip", optionId });

describe("options", () => {
  test("a group with a minimum starts with its first available option", () => {
    expect(defaultOptions(fries)).toEqual([medium]);
    expect(incompleteGroup(fries, [])?.name).toBe("规格");
  });
  test("a single-choice group replaces its option and is never left empty", () => {
    expect(togglePick(fries, [medium], large)).toEqual([large]);
    expect(togglePick(fries, [medium], medium)).toEqual([medium]);
  });
  test("a full group accepts no more options", () => {
    const full = [medium, dip("a"), dip("b")];
    expect(togglePick(fries, full, dip("c"))).toEqual(full);
  });
});

describe("lines", () => {
  test("the same dish with the same options is one line, with other options another line", () => {
    const lines = addLine(addLine(addLine([], fries, [medium]), fries, [medium]), fries, [large]);
    expect(lines.map(({ quantity }) => quantity)).toEqual([2, 1]);
    expect(totalFenOf(lines)).toBe(1350 * 2 + 1600);
    expect(portionsOf(removeOne(lines, "fries"), "fries")).toBe(2);
    const roll = { name: "老北京鸡肉卷", quantity: 1 };
    expect(itemsTextOf([...lines, roll])).toBe("薯条等 4 件");
  });
  test("one dish alone is named with its number of portions", () => {
    const roll = { name: "老北京鸡肉卷", quantity: 1 };
    expect(itemsTextOf([roll])).toBe("老北京鸡肉卷");
    expect(itemsTextOf([{ ...roll, quantity: 2 }, roll])).toBe("老北京鸡肉卷 3 份");
  });
  test("another menu updates the prices and removes unavailable dishes", () => {
    const lines = addLine([], fries, [large]);
    expect(totalFenOf(repriceLines(lines, menu({ ...fries, priceFen: 1400 })))).toBe(1650);
    expect(repriceLines(lines, menu({ ...fries, soldOut: true }))).toEqual([]);
  });
});
