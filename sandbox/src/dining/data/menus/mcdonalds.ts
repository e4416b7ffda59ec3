/** 麦当劳: the whole menu. */
import type { Product, SourceMenu } from "../../types.ts";
import { burgerExtras, chooseOne, combo, dish, heat, ice, option, sizes } from "./builders.ts";

const side = chooseOne("side", "小食", [
  option("mcd-fries", "薯条"),
  option("mcd-nuggets", "脆香鸡块"),
  option("mcd-corn-cup", "甜玉米杯"),
]);
const drink = chooseOne("drink", "饮料", [
  option("mcd-cola", "可乐"),
  option("mcd-lemon-tea", "柠檬红茶", 100),
  option("mcd-latte", "拿铁", 400),
]);

const mains: Product[] = [
  dish({
    id: "mcd-double-beef",
    classIds: ["popular", "burgers"],
    name: "双层牛肉汉堡",
    description: "两片牛肉、酸黄瓜、洋葱",
    artwork: "dbl",
    priceFen: 2450,
    officialPriceFen: 2750,
    groups: [burgerExtras],
  }),
  dish({
    id: "mcd-crispy-chicken",
    classIds: ["popular", "burgers"],
    name: "脆辣鸡腿堡",
    description: "整块鸡腿，辣而不燥",
    artwork: "burger",
    priceFen: 2150,
    officialPriceFen: 2400,
    groups: [burgerExtras],
  }),
  dish({
    id: "mcd-fish-burger",
    classIds: ["burgers"],
    name: "香烤鳕鱼堡",
    description: "鳕鱼排、芝士、塔塔酱",
    artwork: "fish",
    priceFen: 1950,
    officialPriceFen: 2150,
  }),
  dish({
    id: "mcd-cheese-burger",
    classIds: ["burgers"],
    name: "吉士牛肉堡",
    description: "一片牛肉一片芝士",
    artwork: "muffin",
    priceFen: 1450,
    officialPriceFen: 1600,
  }),
  dish({
    id: "mcd-egg-muffin",
    classIds: ["breakfast"],
    name: "猪柳蛋麦芬",
    description: "猪柳、煎蛋、芝士",
    artwork: "muffin",
    priceFen: 1550,
    officialPriceFen: 1750,
  }),
  dish({
    id: "mcd-pancakes",
    classIds: ["breakfast"],
    name: "热香饼",
    description: "3 片，配糖浆",
    artwork: "hashbrown",
    priceFen: 1350,
    officialPriceFen: 1500,
  }),
];

const sidesAndDrinks: Product[] = [
  dish({
    id: "mcd-fries",
    classIds: ["popular", "snacks"],
    name: "薯条",
    description: "细长酥脆，撒海盐",
    artwork: "fries",
    priceFen: 1300,
    officialPriceFen: 1450,
    groups: [sizes(250)],
  }),
  dish({
    id: "mcd-nuggets",
    classIds: ["snacks"],
    name: "脆香鸡块",
    description: "5 块，附蘸酱",
    artwork: "nuggets",
    priceFen: 1250,
    officialPriceFen: 1400,
    groups: [
      chooseOne("sauce", "蘸酱", [option("sweet-sour", "甜酸酱"), option("honey", "蜂蜜芥末酱")]),
    ],
  }),
  dish({
    id: "mcd-wings",
    classIds: ["snacks"],
    name: "香骨鸡翅",
    description: "2 块",
    artwork: "wings",
    priceFen: 1250,
    officialPriceFen: 1400,
  }),
  dish({
    id: "mcd-corn-cup",
    classIds: ["snacks"],
    name: "甜玉米杯",
    description: "温热的甜玉米粒",
    artwork: "corn",
    priceFen: 950,
    officialPriceFen: 1050,
  }),
  dish({
    id: "mcd-cola",
    classIds: ["popular", "drinks"],
    name: "可乐",
    description: "中杯或大杯",
    artwork: "cola",
    priceFen: 950,
    officialPriceFen: 1050,
    groups: [sizes(150), ice],
  }),
  dish({
    id: "mcd-lemon-tea",
    classIds: ["drinks"],
    name: "柠檬红茶",
    description: "鲜柠檬片，微甜",
    artwork: "lemontea",
    priceFen: 1050,
    officialPriceFen: 1150,
    groups: [ice],
  }),
  dish({
    id: "mcd-sundae",
    classIds: ["drinks"],
    name: "圆筒冰淇淋",
    description: "香草味",
    artwork: "icecream",
    priceFen: 500,
    officialPriceFen: 600,
    eatTypes: ["dine_in"],
  }),
  dish({
    id: "mcd-pie",
    classIds: ["popular", "drinks"],
    name: "香芋派",
    description: "现炸，小心烫",
    artwork: "hashbrown",
    priceFen: 850,
    officialPriceFen: 950,
  }),
  dish({
    id: "mcd-latte",
    classIds: ["coffee"],
    name: "拿铁",
    description: "双份浓缩",
    artwork: "latte",
    priceFen: 1690,
    officialPriceFen: 1990,
    groups: [heat, sizes(300)],
  }),
  dish({
    id: "mcd-americano",
    classIds: ["coffee"],
    name: "美式咖啡",
    description: "深度烘焙",
    artwork: "americano",
    priceFen: 1290,
    officialPriceFen: 1590,
    groups: [heat, sizes(300)],
  }),
];

const combos: Product[] = [
  combo({
    id: "mcd-beef-combo",
    classIds: ["popular", "meals"],
    name: "双层牛肉堡三件套",
    description: "汉堡、小食、饮料",
    artwork: "dbl",
    priceFen: 3590,
    officialPriceFen: 4650,
    groups: [chooseOne("main", "主食", [option("mcd-double-beef", "双层牛肉汉堡")]), side, drink],
  }),
  combo({
    id: "mcd-pick-two",
    classIds: ["popular", "meals"],
    name: "随心两件套",
    description: "一份主食，一份小食",
    artwork: "burger",
    priceFen: 1390,
    officialPriceFen: 2400,
    groups: [
      chooseOne("main", "主食", [
        option("mcd-cheese-burger", "吉士牛肉堡"),
        option("mcd-fish-burger", "香烤鳕鱼堡", 300),
      ]),
      side,
    ],
  }),
];

export const mcdonalds: SourceMenu = {
  brand: "mcdonalds",
  version: "2026-11-a",
  classes: [
    { id: "popular", name: "人气热卖" },
    { id: "burgers", name: "汉堡", from: "10:30", to: "24:00" },
    { id: "breakfast", name: "早餐", from: "05:00", to: "10:30" },
    { id: "snacks", name: "小食" },
    { id: "meals", name: "超值套餐", from: "10:30", to: "24:00" },
    { id: "drinks", name: "饮料甜品" },
    { id: "coffee", name: "咖啡" },
  ],
  products: [...mains, ...sidesAndDrinks, ...combos],
  setMeals: [
    {
      id: "mcd-set",
      title: "吉士牛肉堡配鸡块",
      priceFen: 1390,
      lines: [
        {
          productId: "mcd-pick-two",
          quantity: 1,
          options: [
            { groupId: "main", optionId: "mcd-cheese-burger" },
            { groupId: "side", optionId: "mcd-nuggets" },
          ],
        },
      ],
    },
  ],
};
