/**
 * 肯德基: the whole menu, its categories by time of day, and the set meal that a meal code can pay
 * for.
 */
import type { SourceMenu } from "../../types.ts";
import { kfcCombos } from "./kfc-combos.ts";
import { kfcDrinks } from "./kfc-drinks.ts";
import { kfcMains } from "./kfc-mains.ts";
import { kfcMorning } from "./kfc-morning.ts";

export const kfc: SourceMenu = {
  brand: "kfc",
  version: "2026-11-a",
  // 人气 is served whenever a store is open, so that a meal code can also be used at breakfast.
  classes: [
    { id: "popular", name: "人气推荐" },
    { id: "burgers", name: "汉堡卷饼", from: "10:00", to: "24:00" },
    { id: "snacks", name: "炸鸡小食", from: "10:00", to: "24:00" },
    { id: "breakfast", name: "早餐", from: "06:00", to: "10:00" },
    { id: "drinks", name: "饮料甜品" },
    { id: "solo", name: "单人套餐", from: "10:00", to: "22:00" },
    { id: "share", name: "多人套餐", from: "10:00", to: "22:00" },
    { id: "coffee", name: "咖啡" },
    { id: "late", name: "夜宵", from: "21:00", to: "24:00" },
    { id: "small-hours", name: "凌晨供应", from: "00:00", to: "06:00" },
  ],
  products: [...kfcMains, ...kfcMorning, ...kfcDrinks, ...kfcCombos],
  setMeals: [
    {
      id: "kfc-set",
      title: "香辣鸡腿堡三件套",
      priceFen: 3590,
      lines: [
        { productId: "kfc-spicy-burger", quantity: 1, options: [] },
        {
          productId: "kfc-fries",
          quantity: 1,
          options: [{ groupId: "size", optionId: "medium" }],
        },
        {
          productId: "kfc-cola",
          quantity: 1,
          options: [
            { groupId: "size", optionId: "medium" },
            { groupId: "ice", optionId: "normal" },
          ],
        },
      ],
    },
    {
      id: "kfc-breakfast-set",
      title: "粥和油条早餐",
      priceFen: 1390,
      lines: [
        { productId: "kfc-congee", quantity: 1, options: [] },
        { productId: "kfc-dough-stick", quantity: 1, options: [] },
      ],
    },
    {
      id: "kfc-tart-set",
      title: "蛋挞两只",
      priceFen: 1500,
      lines: [{ productId: "kfc-egg-tart", quantity: 2, options: [] }],
    },
  ],
};
