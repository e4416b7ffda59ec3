import { expect, test } from "vitest";
import { groupByInitial, matchingCities } from "./cities.ts";

const shanghai = { code: "310100", name: "上海市", initial: "S", pinyin: "shanghai" };
const shenzhen = { code: "440300", name: "深圳市", initial: "S", pinyin: "shenzhen" };
const beijing = { code: "110100", name: "北京市", initial: "B", pinyin: "beijing" };

test("cities are grouped by initial from A to Z", () => {
  expect(groupByInitial([shanghai, shenzhen, beijing])).toEqual([
    ["B", [beijing]],
    ["S", [shanghai, shenzhen]],
  ]);
});

test("a city is found by its name or the beginning of its pinyin", () => {
  expect(matchingCities([shanghai, shenzhen], "深")).toEqual([shenzhen]);
  expect(matchingCities([shanghai, shenzhen], "Shang H")).toEqual([shanghai]);
  expect(matchingCities([beijing], "jing")).toEqual([]);
});
