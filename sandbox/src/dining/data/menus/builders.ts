/** Builders for menu data: dishes, combos and the option groups they share. */
import type { EatType, Group, Option, Product } from "../../types.ts";

type Dish = {
  id: string;
  classIds: string[];
  name: string;
  description: string;
  artwork: string;
  /** The price here and the price at the counter, in fen. */
  priceFen: number;
  officialPriceFen: number;
  groups?: Group[];
  eatTypes?: EatType[];
};

/** Returns a single product, with its option groups if it has any. */
export const dish = ({ groups = [], eatTypes, ...rest }: Dish): Product => ({
  ...rest,
  kind: groups.length > 0 ? "spec" : "single",
  groups,
  eatTypes: eatTypes ?? ["dine_in", "take_away"],
});

/** Returns a combo: each of its groups chooses among products of the same menu. */
export const combo = (product: Dish & { groups: Group[] }): Product => ({
  ...dish(product),
  kind: "combo",
});

/** Returns an option; `addFen` is added to the price of the product. */
export const option = (id: string, name: string, addFen = 0): Option => ({ id, name, addFen });

/** Returns a group from which exactly one option is chosen; the first option is the default. */
export const chooseOne = (id: string, name: string, options: Option[]): Group => ({
  id,
  name,
  min: 1,
  max: 1,
  options,
});

/** Returns a group from which any number of options may be chosen, including none. */
export const chooseAny = (id: string, name: string, options: Option[]): Group => ({
  id,
  name,
  min: 0,
  max: options.length,
  options,
});

/** Returns a group of two or three sizes: medium first, without a surcharge. */
export const sizes = (largeFen: number, extraLargeFen?: number): Group =>
  chooseOne("size", "规格", [
    option("medium", "中"),
    option("large", "大", largeFen),
    ...(extraLargeFen === undefined ? [] : [option("extra-large", "超大", extraLargeFen)]),
  ]);

export const ice: Group = chooseOne("ice", "冰量", [
  option("normal", "正常冰"),
  option("less", "少冰"),
  option("none", "去冰"),
]);

export const heat: Group = chooseOne("heat", "温度", [option("iced", "冰"), option("hot", "热")]);

export const sugar: Group = chooseOne("sugar", "甜度", [
  option("standard", "标准糖"),
  option("less", "少糖"),
  option("half", "半糖"),
  option("none", "不另外加糖"),
]);

/** Extras for a burger, each at its own price. */
export const burgerExtras: Group = chooseAny("extras", "加料", [
  option("cheese", "加芝士", 300),
  option("bacon", "加培根", 500),
  option("egg", "加煎蛋", 400),
]);
