/** 喜茶: the whole menu. */
import type { Group, Product, SourceMenu } from "../../types.ts";
import { chooseAny, chooseOne, combo, dish, ice, option, sugar } from "./builders.ts";

const cup: Group = chooseOne("size", "杯型", [
  option("standard", "标准"),
  option("large", "大杯", 400),
]);
const toppings: Group = chooseAny("toppings", "加料", [
  option("boba", "脆珍珠", 200),
  option("coconut-jelly", "椰果", 200),
  option("cheese-foam", "芝士奶盖", 400),
  { ...option("taro", "芋泥", 400), soldOut: true },
]);

/** Returns a drink with the options that all drinks share. */
const drink = (
  id: string,
  classIds: string[],
  name: string,
  description: string,
  [priceFen, officialPriceFen]: [number, number],
  artwork = "tea",
): Product =>
  dish({
    id,
    classIds,
    name,
    description,
    artwork,
    priceFen,
    officialPriceFen,
    groups: [cup, ice, sugar, toppings],
  });

const drinks: Product[] = [
  drink(
    "ht-grape",
    ["popular", "fruit"],
    "满杯葡萄",
    "去皮葡萄果肉，绿茶底",
    [1790, 1900],
    "juice",
  ),
  drink("ht-mango", ["popular", "fruit"], "芒果西柚露", "芒果、西柚、椰奶", [1790, 1900], "mango"),
  drink("ht-strawberry", ["fruit"], "满杯草莓", "冬春限定，鲜草莓", [1890, 2000], "juice"),
  drink("ht-lemon", ["fruit"], "手捣柠檬茶", "手捣柠檬，酸爽", [1490, 1600], "lemontea"),
  drink("ht-peach", ["fruit"], "蜜桃乌龙", "桃肉配乌龙茶", [1690, 1800], "icetea"),
  drink("ht-brown-sugar", ["popular", "milk"], "黑糖珍珠牛乳", "黑糖珍珠，不含茶", [1590, 1700]),
  drink("ht-milk-tea", ["milk"], "珍珠奶茶", "锡兰红茶配牛乳", [1490, 1600]),
  drink("ht-taro", ["milk"], "芋泥鲜奶", "大块芋泥", [1690, 1800]),
  drink("ht-jasmine", ["popular", "pure"], "茉莉轻乳茶", "茉莉绿茶，轻盈", [1290, 1400], "matcha"),
  drink("ht-oolong", ["pure"], "乌龙轻乳茶", "烘焙乌龙", [1290, 1400]),
  drink("ht-cheese-tea", ["pure"], "芝士茉莉茶", "咸香奶盖", [1590, 1700], "cheesetea"),
];

const others: Product[] = [
  dish({
    id: "ht-pure-tea",
    classIds: ["pure"],
    name: "茉莉清茶",
    description: "只有茶",
    artwork: "icetea",
    priceFen: 800,
    officialPriceFen: 900,
    groups: [ice],
  }),
  dish({
    id: "ht-toast",
    classIds: ["snacks"],
    name: "芝士厚吐司",
    description: "现烤，趁热吃",
    artwork: "bread",
    priceFen: 1500,
    officialPriceFen: 1700,
  }),
  dish({
    id: "ht-egg-roll",
    classIds: ["snacks"],
    name: "海苔蛋卷",
    description: "一盒 6 根",
    artwork: "buns",
    priceFen: 1900,
    officialPriceFen: 2200,
  }),
  dish({
    id: "ht-ice-cream",
    classIds: ["snacks"],
    name: "茶味冰淇淋",
    description: "茉莉茶味",
    artwork: "icecream",
    priceFen: 900,
    officialPriceFen: 1000,
    eatTypes: ["dine_in"],
  }),
  combo({
    id: "ht-pair",
    classIds: ["popular"],
    name: "双人下午茶",
    description: "两杯饮品，一份小点",
    artwork: "tea",
    priceFen: 4290,
    officialPriceFen: 5500,
    groups: [
      ...["one", "two"].map((which, at) =>
        chooseOne(`drink-${which}`, `饮品${"一二".charAt(at)}`, [
          option("ht-grape", "满杯葡萄"),
          option("ht-brown-sugar", "黑糖珍珠牛乳"),
          option("ht-jasmine", "茉莉轻乳茶"),
        ]),
      ),
      chooseOne("snack", "小点", [
        option("ht-toast", "芝士厚吐司"),
        option("ht-egg-roll", "海苔蛋卷", 300),
      ]),
    ],
  }),
];

export const heytea: SourceMenu = {
  brand: "heytea",
  version: "2026-11-a",
  classes: [
    { id: "popular", name: "人气必点" },
    { id: "fruit", name: "果茶" },
    { id: "milk", name: "珍珠与鲜奶" },
    { id: "pure", name: "轻乳茶与纯茶" },
    { id: "snacks", name: "小点", from: "11:00", to: "21:00" },
  ],
  products: [...drinks, ...others],
  setMeals: [
    {
      id: "heytea-cup",
      title: "满杯葡萄一杯",
      priceFen: 1790,
      lines: [
        {
          productId: "ht-grape",
          quantity: 1,
          options: [
            { groupId: "size", optionId: "standard" },
            { groupId: "ice", optionId: "normal" },
            { groupId: "sugar", optionId: "standard" },
          ],
        },
      ],
    },
  ],
};
