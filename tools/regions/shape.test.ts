/** Tests the conversion of the published division tree with a few divisions. */
import { expect, test } from "vitest";
import { pinyinOf, type PinyinReader, shortNameOf } from "./names.ts";
import { shapeRegions } from "./shape.ts";

const syllables: Readonly<Record<string, string>> = {
  重: "chong",
  庆: "qing",
  济: "ji",
  源: "yuan",
};
const read: PinyinReader = (word) => [...word].map((character) => syllables[character] ?? "la");
const shape = (...divisions: Parameters<typeof shapeRegions>[0]) =>
  shapeRegions(divisions, {}, read);

test("a municipality becomes a province and one city with all its counties", () => {
  const rows = shape({
    code: "50",
    name: "重庆市",
    children: [
      { code: "5001", name: "市辖区", children: [{ code: "500101", name: "万州区" }] },
      { code: "5002", name: "县", children: [{ code: "500229", name: "城口县" }] },
    ],
  });
  expect(rows).toEqual([
    ["500000", "", 1, "重庆市", "chong qing", "C", 0],
    ["500100", "500000", 2, "重庆市", "chong qing", "C", 10],
    ["500101", "500100", 3, "万州区", "la la la", "L", 0],
    ["500229", "500100", 3, "城口县", "la la la", "L", 0],
  ]);
});

test("a county under its province becomes a city, and townships are left out", () => {
  const rows = shape({
    code: "41",
    name: "河南省",
    children: [
      { code: "4190", name: "省直辖县级行政区划", children: [{ code: "419001", name: "济源市" }] },
      { code: "4191", name: "某某市", children: [{ code: "419100001", name: "某街道" }] },
    ],
  });
  expect(rows.map(([code, parent, level]) => [code, parent, level])).toEqual([
    ["410000", "", 1],
    ["419001", "410000", 2],
    ["419100", "410000", 2],
  ]);
});

test("for Taiwan and Hong Kong codes are numbered, and Hong Kong is one city", () => {
  const named = {
    台湾省: { 台北市: ["大安区", "内湖区"], 新北市: ["板桥区"] },
    香港特别行政区: { 香港岛: ["东区"], 九龙: ["观塘区"] },
  };
  expect(shapeRegions([], named, read).map(([code, , level, name]) => [code, level, name])).toEqual(
    [
      ["710000", 1, "台湾省"],
      ["710100", 2, "台北市"],
      ["710101", 3, "大安区"],
      ["710102", 3, "内湖区"],
      ["710200", 2, "新北市"],
      ["710201", 3, "板桥区"],
      ["810000", 1, "香港特别行政区"],
      ["810100", 2, "香港"],
      ["810101", 3, "东区"],
      ["810102", 3, "观塘区"],
    ],
  );
});

test.each([
  ["上海市", "上海"],
  ["内蒙古自治区", "内蒙古"],
  ["广西壮族自治区", "广西"],
  ["新疆维吾尔自治区", "新疆"],
  ["红河哈尼族彝族自治州", "红河"],
  ["博尔塔拉蒙古自治州", "博尔塔拉"],
  ["海西蒙古族藏族自治州", "海西"],
  ["神农架林区", "神农架"],
  ["锡林郭勒盟", "锡林郭勒"],
  ["香港特别行政区", "香港"],
])("%s has the short name %s", (name, short) => {
  expect(shortNameOf(name)).toBe(short);
});

test("the same name can have another reading in another province", () => {
  expect(pinyinOf("大埔区", "810114", read)).toBe("da bu qu");
  expect(pinyinOf("大埔乡", "711518", read)).toBe("la la la");
});
