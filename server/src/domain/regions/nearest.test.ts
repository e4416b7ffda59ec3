/** Finds the expected city for a position. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadRegions } from "./load-regions.ts";
import { nearestCityOf } from "./nearest.ts";

const tree = loadRegions();
const nearest = nearestCityOf(tree);

test.each([
  ["the Bund", 31.24, 121.49, "上海市"],
  ["Tiananmen", 39.91, 116.4, "北京市"],
  ["the science park in Nanshan", 22.54, 113.95, "深圳市"],
  ["West Lake", 30.25, 120.14, "杭州市"],
  ["Tianfu Square", 30.66, 104.07, "成都市"],
  ["the Potala", 29.66, 91.12, "拉萨市"],
  ["the bazaar of Ürümqi", 43.78, 87.62, "乌鲁木齐市"],
  ["Dali's old town", 25.69, 100.16, "大理白族自治州"],
  ["Victoria Harbour", 22.29, 114.17, "香港"],
  ["Taipei 101", 25.03, 121.56, "台北市"],
])("%s is in %s", (_, lat, lng, name) => {
  expect(nearest({ lat, lng })?.name).toBe(name);
});

test.each([
  ["Tokyo", 35.68, 139.69],
  ["the open sea", 10, 130],
  ["London", 51.5, -0.1],
])("%s is in no city", (_, lat, lng) => {
  expect(nearest({ lat, lng })).toBeUndefined();
});

test("every city has a centre, and from there it is the nearest", () => {
  const file = readFileSync(new URL("../../../data/city-centres.json", import.meta.url), "utf8");
  const { centres }: { centres: [string, number, number][] } = JSON.parse(file);
  expect(centres.map(([code]) => code).toSorted()).toEqual(
    tree.cities.map(({ code }) => code).toSorted(),
  );
  const lost = centres.filter(([code, lat, lng]) => nearest({ lat, lng })?.code !== code);
  expect(lost).toEqual([]);
});
