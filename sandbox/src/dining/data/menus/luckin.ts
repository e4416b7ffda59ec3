/** 瑞幸咖啡: the whole menu. */
import type { Group, Product, SourceMenu } from "../../types.ts";
import { chooseAny, chooseOne, combo, dish, heat, ice, option, sugar } from "./builders.ts";

const cup: Group = chooseOne("size", "杯型", [
  option("large", "大杯"),
  option("super", "超大杯", 300),
]);
const milk: Group = chooseOne("milk", "奶", [
  option("whole", "全脂牛奶"),
  option("oat", "燕麦奶", 300),
]);
const shots: Group = chooseAny("extras", "加料", [
  option("shot", "加浓一份", 300),
  option("vanilla", "香草糖浆", 200),
]);

type Special = { classIds?: string[]; withMilk?: boolean; artwork?: string };

/**
 * Returns a coffee with the options that all coffees share; the milk option only where milk is
 * used.
 */
const coffee = (
  id: string,
  name: string,
  description: string,
  [priceFen, officialPriceFen]: [number, number],
  { classIds = ["latte"], withMilk = true, artwork = "latte" }: Special = {},
): Product =>
  dish({
    id,
    classIds,
    name,
    description,
    artwork,
    priceFen,
    officialPriceFen,
    groups: [cup, heat, sugar, ...(withMilk ? [milk] : []), shots],
  });

const coffees: Product[] = [
  coffee("lk-coconut-latte", "生椰拿铁", "椰浆和浓缩，冰的更香", [1690, 2900], {
    classIds: ["popular", "latte"],
    withMilk: false,
    artwork: "coffee",
  }),
  coffee("lk-tangerine-latte", "陈皮拿铁", "新会陈皮，回味甘", [1890, 3200], {
    classIds: ["popular", "latte"],
  }),
  coffee("lk-latte", "拿铁", "浓缩配蒸奶", [1490, 2700]),
  coffee("lk-velvet-latte", "厚乳拿铁", "更浓的奶，更顺滑", [1690, 2900], { artwork: "coffee" }),
  coffee("lk-caramel-latte", "焦糖拿铁", "焦糖酱，微苦回甘", [1690, 3000]),
  coffee("lk-cappuccino", "卡布奇诺", "奶泡绵密", [1490, 2700], { artwork: "coffee" }),
  coffee("lk-americano", "标准美式", "经典拼配豆", [1190, 2300], {
    classIds: ["popular", "americano"],
    withMilk: false,
    artwork: "americano",
  }),
  coffee("lk-orange-americano", "鲜橙美式", "鲜橙汁兑浓缩", [1390, 2600], {
    classIds: ["americano"],
    withMilk: false,
    artwork: "americano",
  }),
  coffee("lk-grapefruit-americano", "西柚美式", "西柚果肉，酸甜", [1490, 2700], {
    classIds: ["americano"],
    withMilk: false,
    artwork: "americano",
  }),
];

const others: Product[] = [
  dish({
    id: "lk-jasmine-milk-tea",
    classIds: ["popular", "tea"],
    name: "茉莉奶茶",
    description: "茉莉茶底配鲜奶",
    artwork: "tea",
    priceFen: 1390,
    officialPriceFen: 2200,
    groups: [ice, sugar],
  }),
  dish({
    id: "lk-lemon-tea",
    classIds: ["tea"],
    name: "柠檬茶",
    description: "手捣香水柠檬",
    artwork: "lemontea",
    priceFen: 1290,
    officialPriceFen: 2100,
    groups: [ice, sugar],
  }),
  dish({
    id: "lk-cocoa",
    classIds: ["tea"],
    name: "热可可",
    description: "不含咖啡",
    artwork: "coffee",
    priceFen: 1490,
    officialPriceFen: 2600,
    groups: [milk],
  }),
  dish({
    id: "lk-croissant",
    classIds: ["bakery"],
    name: "黄油可颂",
    description: "加热后更酥",
    artwork: "croissant",
    priceFen: 890,
    officialPriceFen: 1300,
    groups: [chooseOne("warm", "加热", [option("yes", "加热"), option("no", "不加热")])],
  }),
  dish({
    id: "lk-ham-sandwich",
    classIds: ["bakery"],
    name: "火腿芝士三明治",
    description: "上午供应到售完",
    artwork: "sandwich",
    priceFen: 1290,
    officialPriceFen: 1800,
  }),
  dish({
    id: "lk-muffin",
    classIds: ["bakery"],
    name: "蓝莓麦芬",
    description: "一只，整颗蓝莓",
    artwork: "cake",
    priceFen: 990,
    officialPriceFen: 1500,
  }),
  combo({
    id: "lk-morning-pair",
    classIds: ["morning"],
    name: "早安组合",
    description: "一杯咖啡配一份烘焙",
    artwork: "croissant",
    priceFen: 1990,
    officialPriceFen: 3600,
    groups: [
      chooseOne("coffee", "咖啡", [
        option("lk-americano", "标准美式"),
        option("lk-latte", "拿铁", 200),
        option("lk-coconut-latte", "生椰拿铁", 300),
      ]),
      chooseOne("bakery", "烘焙", [
        option("lk-croissant", "黄油可颂"),
        option("lk-muffin", "蓝莓麦芬"),
        option("lk-ham-sandwich", "火腿芝士三明治", 200),
      ]),
    ],
  }),
];

export const luckin: SourceMenu = {
  brand: "luckin",
  version: "2026-11-a",
  classes: [
    { id: "popular", name: "人气推荐" },
    { id: "morning", name: "早安组合", from: "07:00", to: "10:30" },
    { id: "latte", name: "拿铁" },
    { id: "americano", name: "美式" },
    { id: "tea", name: "不喝咖啡" },
    { id: "bakery", name: "烘焙轻食" },
  ],
  products: [...coffees, ...others],
  setMeals: [
    {
      id: "luckin-cup",
      title: "大杯标准美式一杯",
      priceFen: 1190,
      lines: [
        {
          productId: "lk-americano",
          quantity: 1,
          options: [
            { groupId: "size", optionId: "large" },
            { groupId: "heat", optionId: "iced" },
            { groupId: "sugar", optionId: "none" },
          ],
        },
      ],
    },
  ],
};
