/**
 * Checks the sandbox's demo stores and menus against the rules that a real supplier's data would
 * follow.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { refusalOf } from "../acceptance.ts";
import type { WantedOrder } from "../orders.ts";
import { menus, stores } from "./index.ts";

type Row = [code: string, parent: string, level: number, name: string];
const file: { regions: Row[] } = JSON.parse(
  readFileSync(new URL("../../../../server/data/regions.json", import.meta.url), "utf8"),
);
const parentOf = new Map(file.regions.map(([code, parent]) => [code, parent]));

/** A box of about 70 km around each city: south, north, west, east. */
const boxes: Readonly<Record<string, [number, number, number, number]>> = {
  "310100": [30.9, 31.5, 121.1, 121.9],
  "110100": [39.6, 40.2, 116.1, 116.8],
  "440100": [22.9, 23.4, 113.1, 113.6],
  "440300": [22.4, 22.85, 113.75, 114.5],
  "330100": [30.05, 30.5, 119.85, 120.5],
  "510100": [30.4, 30.9, 103.8, 104.3],
  "420100": [30.3, 30.8, 114.0, 114.6],
  "610100": [34.0, 34.5, 108.7, 109.2],
};

const time = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/u;
const duplicatesIn = (ids: string[]): string[] => ids.filter((id, at) => ids.indexOf(id) !== at);
const menuOf = (brand: string) => menus.find((menu) => menu.brand === brand);

describe("the stores", () => {
  test("cover eight cities, with several stores of every brand in each", () => {
    const counts = Object.keys(boxes).map((city) =>
      menus.map(
        ({ brand }) => stores.filter((s) => s.cityCode === city && s.brand === brand).length,
      ),
    );
    expect(counts.flat().every((count) => count >= 3)).toBe(true);
    expect(stores.filter((s) => s.cityCode === "310100" && s.brand === "kfc")).toHaveLength(12);
  });

  test("have unique codes, and unique names within city and brand", () => {
    expect(duplicatesIn(stores.map(({ supplierCode }) => supplierCode))).toEqual([]);
    expect(duplicatesIn(stores.map((s) => `${s.brand} ${s.cityCode} ${s.name}`))).toEqual([]);
  });

  test("are in a district of their city", () => {
    for (const store of stores) {
      expect(parentOf.get(store.districtCode), store.name).toBe(store.cityCode);
    }
  });

  test("have coordinates within their city, and no two share them", () => {
    for (const { name, cityCode, lat, lng } of stores) {
      const [south, north, west, east] = boxes[cityCode] ?? [0, 0, 0, 0];
      expect(lat > south && lat < north && lng > west && lng < east, name).toBe(true);
    }
    expect(duplicatesIn(stores.map(({ lat, lng }) => `${lat},${lng}`))).toEqual([]);
  });

  test("open before they close, on the same day", () => {
    for (const { name, hours } of stores) {
      expect(hours.length, name).toBeGreaterThan(0);
      for (const { from, to } of hours) {
        expect(from).toMatch(time);
        expect(to).toMatch(time);
        expect(from < to, name).toBe(true);
      }
    }
  });

  test("include one that never closes, one that closes early, one that opens at ten, and one with take-away only", () => {
    const kfc = stores.filter(({ brand, cityCode }) => brand === "kfc" && cityCode === "310100");
    const daily = kfc.map(({ hours }) => hours.map(({ from, to }) => `${from}-${to}`).join());
    expect(daily).toContain("00:00-24:00");
    expect(daily.some((hours) => hours.endsWith("18:00"))).toBe(true);
    expect(daily.some((hours) => hours.startsWith("10:00"))).toBe(true);
    expect(kfc.some(({ services }) => services.join() === "take_away")).toBe(true);
  });

  test("have a menu, and only products of the menu are sold out", () => {
    for (const { name, brand, soldOut } of stores) {
      const ids = menuOf(brand)?.products.map(({ id }) => id) ?? [];
      for (const id of soldOut) expect(ids, name).toContain(id);
    }
  });
});

describe.each(menus)("the menu of $brand", ({ classes, products, setMeals }) => {
  test("has unique ids and names", () => {
    expect(duplicatesIn(products.map(({ id }) => id))).toEqual([]);
    expect(duplicatesIn(products.map(({ name }) => name))).toEqual([]);
    expect(duplicatesIn(classes.map(({ id }) => id))).toEqual([]);
    for (const { groups, name } of products) {
      expect(duplicatesIn(groups.map(({ id }) => id)), name).toEqual([]);
      for (const { options } of groups) {
        expect(duplicatesIn(options.map(({ id }) => id)), name).toEqual([]);
      }
    }
  });

  test("assigns every product to a category, and has no empty category", () => {
    const ids = classes.map(({ id }) => id);
    for (const { classIds, name } of products) {
      expect(classIds.length, name).toBeGreaterThan(0);
      for (const id of classIds) expect(ids, name).toContain(id);
    }
    for (const id of ids)
      expect(
        products.some(({ classIds }) => classIds.includes(id)),
        id,
      ).toBe(true);
  });

  test("serves a category all day, or from one time to a later one", () => {
    for (const { from, to, name } of classes) {
      expect(from === undefined, name).toBe(to === undefined);
      if (from === undefined || to === undefined) continue;
      expect(`${from} ${to}`).toMatch(/^\d\d:\d\d \d\d:\d\d$/u);
      expect(from < to, name).toBe(true);
    }
  });

  test("has a price for everything, never above the counter price", () => {
    for (const { name, priceFen, officialPriceFen, eatTypes } of products) {
      expect(Number.isInteger(priceFen) && priceFen > 0, name).toBe(true);
      expect(officialPriceFen, name).toBeGreaterThanOrEqual(priceFen);
      expect(eatTypes.length, name).toBeGreaterThan(0);
    }
  });

  test("has option groups that can be satisfied", () => {
    for (const { kind, name, groups } of products) {
      expect(kind === "single", name).toBe(groups.length === 0);
      for (const { min, max, options } of groups) {
        const left = options.filter(({ soldOut }) => soldOut !== true);
        expect(min <= max && max <= options.length && left.length >= min, name).toBe(true);
        for (const { addFen } of options) expect(addFen >= 0, name).toBe(true);
      }
    }
  });

  test("builds its combos from its own products", () => {
    const ids = products.filter(({ kind }) => kind !== "combo").map(({ id }) => id);
    for (const { kind, groups } of products) {
      if (kind !== "combo") continue;
      for (const option of groups.flatMap((group) => group.options)) {
        expect(ids).toContain(option.id);
      }
    }
  });

  test("has set meals that its stores accept at their price, and that cost no more than their parts", () => {
    for (const { id, lines, priceFen } of setMeals) {
      const priced = lines.map((line) => ({
        ...line,
        unitFen: products.find((product) => product.id === line.productId)?.priceFen ?? 0,
      }));
      const sumFen = priced.reduce((sum, line) => sum + line.unitFen * line.quantity, 0);
      expect(priceFen, id).toBeLessThanOrEqual(sumFen);
      const brand = menus.find((menu) => menu.setMeals === setMeals)?.brand;
      const store = stores.find((one) => one.brand === brand);
      const order: WantedOrder = {
        outNo: "a-number",
        kind: "meal",
        contactPhone: "13800000000",
        storeCode: store?.supplierCode ?? "",
        eatType: "take_away",
        pickupAt: "now",
        lines: priced,
        totalFen: priceFen,
      };
      expect(refusalOf(order, { stores, menus }), id).toBeUndefined();
    }
  });
});

test("every product has a drawing", () => {
  const sheet = readFileSync(
    new URL("../../../../member/src/theme/artwork/objects.svg", import.meta.url),
    "utf8",
  );
  for (const { artwork, name } of menus.flatMap(({ products }) => products)) {
    expect(sheet.includes(`<symbol id="${artwork}"`), name).toBe(true);
  }
});

test("the menu changes at ten: breakfast ends and burgers begin", () => {
  const servedAt = (now: string): string[] =>
    (menuOf("kfc")?.classes ?? [])
      .filter(({ from = "00:00", to = "24:00" }) => from <= now && now < to)
      .map(({ name }) => name);
  expect(servedAt("09:59")).toContain("早餐");
  expect(servedAt("09:59")).not.toContain("汉堡卷饼");
  expect(servedAt("10:00")).toContain("汉堡卷饼");
  expect(servedAt("10:00")).not.toContain("早餐");
  expect(servedAt("22:00")).toContain("夜宵");
  expect(servedAt("03:00")).toContain("凌晨供应");
});

test("the set meal of a meal code is served whenever a store is open", () => {
  const menu = menuOf("kfc");
  const always = menu?.classes.filter(({ from }) => from === undefined).map(({ id }) => id) ?? [];
  const lines = menu?.setMeals.find(({ id }) => id === "kfc-set")?.lines ?? [];
  expect(lines).toHaveLength(3);
  for (const { productId } of lines) {
    const product = menu?.products.find(({ id }) => id === productId);
    expect(product?.classIds.some((id) => always.includes(id))).toBe(true);
  }
});
