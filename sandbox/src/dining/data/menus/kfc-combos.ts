/**
 * 肯德基: combo meals for one person and for several; every option is itself a product of the menu.
 */
import type { Group, Product } from "../../types.ts";
import { chooseOne, combo, option } from "./builders.ts";

const drink = (id = "drink", name = "饮料"): Group =>
  chooseOne(id, name, [
    option("kfc-cola", "可乐"),
    option("kfc-sugar-free-cola", "无糖可乐"),
    option("kfc-fruit-juice", "缤纷果汁", 200),
    option("kfc-bubble-tea", "波霸奶茶", 350),
  ]);

const side = (id = "side", name = "小食"): Group =>
  chooseOne(id, name, [
    option("kfc-fries", "薯条"),
    option("kfc-popcorn-chicken", "鸡米花"),
    option("kfc-corn-salad", "玉米沙拉"),
    option("kfc-egg-tart", "葡式蛋挞"),
  ]);

const burger = (id: string, name: string): Group =>
  chooseOne(id, name, [
    option("kfc-spicy-burger", "香辣鸡腿堡"),
    option("kfc-orleans-burger", "新奥尔良烤鸡腿堡", 100),
    option("kfc-beijing-wrap", "老北京鸡肉卷"),
    option("kfc-cod-burger", "深海鳕鱼堡", 200),
  ]);

export const kfcCombos: Product[] = [
  combo({
    id: "kfc-burger-combo",
    classIds: ["popular", "solo"],
    name: "主食自由选套餐",
    description: "主食、小食、饮料各选一样",
    artwork: "burger",
    priceFen: 3490,
    officialPriceFen: 4400,
    groups: [burger("main", "主食"), side(), drink()],
  }),
  combo({
    id: "kfc-wings-combo",
    classIds: ["solo"],
    name: "鸡翅小食套餐",
    description: "一份鸡翅，配小食和饮料",
    artwork: "wings",
    priceFen: 2690,
    officialPriceFen: 3600,
    groups: [
      chooseOne("main", "鸡翅", [
        option("kfc-roast-wings", "新奥尔良烤翅"),
        option("kfc-spicy-wings", "香辣鸡翅"),
      ]),
      side(),
      drink(),
    ],
  }),
  combo({
    id: "kfc-beef-combo",
    classIds: ["solo"],
    name: "双层牛堡套餐",
    description: "双层牛堡，配小食和饮料",
    artwork: "dbl",
    priceFen: 4190,
    officialPriceFen: 5200,
    groups: [chooseOne("main", "主食", [option("kfc-double-beef", "双层牛堡")]), side(), drink()],
  }),
  combo({
    id: "kfc-afternoon-combo",
    classIds: ["solo"],
    name: "下午茶两件套",
    description: "一份甜品，一杯现磨咖啡",
    artwork: "latte",
    priceFen: 1990,
    officialPriceFen: 2600,
    groups: [
      chooseOne("sweet", "甜品", [
        option("kfc-egg-tart", "葡式蛋挞"),
        option("kfc-cone", "原味花筒"),
      ]),
      chooseOne("coffee", "咖啡", [
        option("kfc-americano", "现磨美式"),
        option("kfc-latte", "现磨拿铁", 300),
        option("kfc-coconut-latte", "生椰拿铁", 500),
      ]),
    ],
  }),
  combo({
    id: "kfc-pair-combo",
    classIds: ["share"],
    name: "双人分享餐",
    description: "两份主食、一份小食、两杯饮料",
    artwork: "bucket",
    priceFen: 6990,
    officialPriceFen: 8800,
    groups: [
      burger("main-one", "主食一"),
      burger("main-two", "主食二"),
      side(),
      drink("drink-one", "饮料一"),
      drink("drink-two", "饮料二"),
    ],
  }),
  combo({
    id: "kfc-family-bucket",
    classIds: ["share"],
    name: "全家欢聚桶",
    description: "原味鸡和鸡翅满满一桶，另选小食",
    artwork: "familybucket",
    priceFen: 9900,
    officialPriceFen: 12800,
    groups: [
      chooseOne("chicken", "鸡块", [
        option("kfc-original-chicken", "吮指原味鸡 5 块"),
        option("kfc-roast-wings", "新奥尔良烤翅 8 块"),
        option("kfc-spicy-wings", "香辣鸡翅 8 块"),
      ]),
      side("side-one", "小食一"),
      side("side-two", "小食二"),
      drink("drink-one", "饮料一"),
      drink("drink-two", "饮料二"),
      drink("drink-three", "饮料三"),
    ],
  }),
];
