/**
 * Shared test data of dining: one menu with parts of the day, a few stores, and a source that
 * publishes them.
 */
import type { DiningSource, SourceMenu, SourceProduct, SourceStore } from "./port.ts";

const product = (
  id: string,
  classIds: string[],
  priceFen: number,
  more: Partial<SourceProduct> = {},
): SourceProduct => ({
  id,
  classIds,
  name: `餐品 ${id}`,
  description: "",
  artwork: "burger",
  kind: "single",
  priceFen,
  officialPriceFen: priceFen + 200,
  groups: [],
  eatTypes: ["dine_in", "take_away"],
  ...more,
});

const size = {
  id: "size",
  name: "规格",
  min: 1,
  max: 1,
  options: [
    { id: "medium", name: "中", addFen: 0 },
    { id: "large", name: "大", addFen: 300 },
  ],
};
const extras = {
  id: "extras",
  name: "加料",
  min: 0,
  max: 2,
  options: [
    { id: "cheese", name: "加芝士", addFen: 300 },
    { id: "bacon", name: "加培根", addFen: 500, soldOut: true },
  ],
};
const drink = {
  id: "drink",
  name: "饮料",
  min: 1,
  max: 1,
  options: [
    { id: "cola", name: "可乐", addFen: 0 },
    { id: "juice", name: "果汁", addFen: 200 },
  ],
};

export const sampleMenu: SourceMenu = {
  brand: "kfc",
  version: "v1",
  classes: [
    { id: "day", name: "全天" },
    { id: "breakfast", name: "早餐", from: "06:00", to: "10:00" },
    { id: "lunch", name: "正餐", from: "10:00", to: "24:00" },
    { id: "night", name: "夜宵", from: "22:00", to: "02:00" },
  ],
  products: [
    product("cola", ["day"], 900, { kind: "spec", groups: [size] }),
    product("congee", ["breakfast"], 1000),
    product("burger", ["lunch", "night"], 1900, { kind: "spec", groups: [extras] }),
    product("bucket", ["lunch"], 8900, { kind: "combo", groups: [drink] }),
    product("tray", ["lunch"], 3000, { eatTypes: ["dine_in"] }),
  ],
  setMeals: [
    {
      id: "set",
      title: "汉堡可乐",
      priceFen: 2500,
      lines: [
        { productId: "burger", quantity: 1, options: [] },
        { productId: "cola", quantity: 1, options: [{ groupId: "size", optionId: "medium" }] },
      ],
    },
  ],
};

export const sampleStore = (
  supplierCode: string,
  more: Partial<SourceStore> = {},
): SourceStore => ({
  supplierCode,
  brand: "kfc",
  name: `门店 ${supplierCode}`,
  cityCode: "310100",
  districtCode: "310101",
  address: `南京东路 ${supplierCode} 号`,
  lat: 31.2304,
  lng: 121.4737,
  phone: "021-0000",
  hours: [{ from: "07:00", to: "23:00" }],
  services: ["dine_in", "take_away"],
  leadMinutes: 10,
  soldOut: [],
  ...more,
});

/** A source whose lists can be changed between syncs. */
export function sampleSource(stores: SourceStore[], menus: SourceMenu[] = [sampleMenu]) {
  const lists = { stores, menus };
  const source: DiningSource = {
    stores: async () => lists.stores,
    menus: async () => lists.menus,
  };
  return { source, lists };
}

/** Parses a time in China to an instant (ms), such as `2026-11-20 09:30`. */
export const shanghai = (text: string): number => Date.parse(`${text.replace(" ", "T")}:00+08:00`);
