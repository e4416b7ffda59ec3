/** Compares the tree with the counts of its source, and the search with what members type. */
import { describe, expect, test } from "vitest";
import { loadRegions } from "./load-regions.ts";

const tree = loadRegions();
const provinces = tree.children() ?? [];
const cities = provinces.flatMap(({ code }) => tree.children(code) ?? []);
const districts = cities.flatMap(({ code }) => tree.children(code) ?? []);
const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);
const found = (keyword: string): string[] => names(tree.search(keyword));

describe("the region tree", () => {
  test("has as many provinces, cities and districts as the source", () => {
    expect(provinces).toHaveLength(31 + 3);
    // 342 prefectures, of which 5 + 4 are placeholders; 4 municipalities; 32 counties governed
    // directly by a province; 20 cities and counties of Taiwan; Hong Kong and Macau.
    expect(cities).toHaveLength(342 - 9 + 4 + 32 + 20 + 2);
    // 3056 counties less those 32 and the 80 townships of 东莞, 中山, 儋州 and 嘉峪关;
    // 356 districts of Taiwan, 18 of Hong Kong, 7 of Macau.
    expect(districts).toHaveLength(3056 - 32 - 80 + 356 + 18 + 7);
  });

  test("has every region one level below its parent, in a path from its province", () => {
    for (const region of [...provinces, ...cities, ...districts]) {
      const chain = tree.pathOf(region.code);
      expect(chain.map(({ level }) => level)).toEqual([1, 2, 3].slice(0, region.level));
      expect(chain.at(-1)).toBe(region);
      expect(region.code.slice(0, 2)).toBe(chain[0]?.code.slice(0, 2));
    }
  });

  test("has every region under the initial of its pinyin", () => {
    for (const region of [...provinces, ...cities, ...districts]) {
      expect(region.pinyin).toMatch(/^[a-z]+$/u);
      expect(region.initial).toBe(region.pinyin.charAt(0).toUpperCase());
    }
  });

  test("has a municipality also as its one city, with the districts below", () => {
    for (const [province, city, count] of [
      ["110000", "110100", 16],
      ["120000", "120100", 16],
      ["310000", "310100", 16],
      ["500000", "500100", 38],
    ] as const) {
      expect(names(tree.children(province) ?? [])).toEqual([tree.byCode(province)?.name]);
      expect(tree.children(city)).toHaveLength(count);
    }
  });

  test("has a county directly under a province as a city without districts", () => {
    expect(tree.byCode("429004")).toMatchObject({ name: "仙桃市", level: 2, parent: "420000" });
    expect(tree.children("429004")).toEqual([]);
    expect(tree.isCompletePath(["420000", "429004"])).toBe(true);
  });

  test("has Taiwan, Hong Kong and Macau with their official code and project codes below", () => {
    expect(tree.byCode("710000")?.name).toBe("台湾省");
    expect(tree.byCode("710100")?.name).toBe("台北市");
    expect(names(tree.children("810000") ?? [])).toEqual(["香港"]);
    expect(tree.children("810100")).toHaveLength(18);
    expect(tree.children("820100")).toHaveLength(7);
  });
});

describe("names have their local pronunciation", () => {
  test.each([
    ["重庆市", "chongqing"],
    ["长沙市", "changsha"],
    ["厦门市", "xiamen"],
    ["六安市", "luan"],
    ["蚌埠市", "bengbu"],
    ["台州市", "taizhou"],
    ["成都市", "chengdu"],
    ["亳州市", "bozhou"],
    ["丽水市", "lishui"],
    ["喀什地区", "kashi"],
    ["吕梁市", "lvliang"],
    ["漯河市", "luohe"],
    ["泸州市", "luzhou"],
    ["东莞市", "dongguan"],
    ["百色市", "baise"],
    ["朝阳市", "chaoyang"],
    ["红河哈尼族彝族自治州", "honghe"],
    ["伊犁哈萨克自治州", "yili"],
    ["香港", "xianggang"],
  ])("%s is %s", (name, pinyin) => {
    expect(tree.cities.find((city) => city.name === name)?.pinyin).toBe(pinyin);
  });

  test.each([
    ["闵行区", "minhangqu"],
    ["六合区", "luhequ"],
    ["歙县", "shexian"],
    ["番禺区", "panyuqu"],
    ["乐清市", "yueqingshi"],
    ["乐亭县", "laotingxian"],
    ["江都区", "jiangduqu"],
    ["黄陂区", "huangpiqu"],
    ["什邡市", "shifangshi"],
    ["珲春市", "hunchunshi"],
    ["铅山县", "yanshanxian"],
    ["洪洞县", "hongtongxian"],
  ])("%s is %s", (name, pinyin) => {
    expect(districts.find((district) => district.name === name)?.pinyin).toBe(pinyin);
  });
});

describe("cities are listed", () => {
  test("from A to Z, each letter sorted by pinyin", () => {
    const letters = tree.citiesByInitial.map(({ initial }) => initial).join("");
    expect(letters).toBe("ABCDEFGHJKLMNPQRSTWXYZ");
    const under = tree.citiesByInitial.flatMap((group) => group.cities);
    expect(under).toEqual(tree.cities);
    expect(names(tree.cities).slice(0, 3)).toEqual([
      "阿坝藏族羌族自治州",
      "阿克苏地区",
      "阿拉尔市",
    ]);
  });

  test("with the hot ones first, in the configured order", () => {
    expect(names(tree.hot).slice(0, 4)).toEqual(["上海市", "北京市", "广州市", "深圳市"]);
    expect(tree.hot).toHaveLength(12);
    expect(tree.hot.every((city) => city.level === 2 && city.hot === true)).toBe(true);
  });

  test("read-only", () => {
    expect(Object.isFrozen(tree.cities)).toBe(true);
    expect(Object.isFrozen(tree.byCode("310100"))).toBe(true);
    expect(Object.isFrozen(tree.children("310100"))).toBe(true);
  });
});

describe("a search", () => {
  test.each([
    ["上海", "上海市"],
    ["上", "上海市"],
    ["sh", "上海市"],
    ["shanghai", "上海市"],
    ["SHANG hai", "上海市"],
    ["xi'an", "西安市"],
    ["xa", "西安市"],
    ["bj", "北京市"],
    ["gz", "广州市"],
    ["chongq", "重庆市"],
    ["朝阳", "朝阳市"],
    ["广东", "广东省"],
    ["浦东", "浦东新区"],
    ["红河", "红河哈尼族彝族自治州"],
    ["xg", "香港"],
    ["lüliang", "吕梁市"],
  ])("for %s finds %s first", (keyword, name) => {
    expect(found(keyword)[0]).toBe(name);
  });

  test("finds a municipality once, as a city", () => {
    expect(tree.search("北京").filter(({ name }) => name === "北京市")).toEqual([
      { ...tree.byCode("110100"), path: "北京市" },
    ]);
  });

  test("puts what begins with the keyword before what contains it", () => {
    const list = found("山");
    const firstInside = list.findIndex((name) => !name.startsWith("山"));
    expect(list.slice(firstInside).every((name) => !name.startsWith("山"))).toBe(true);
  });

  test("returns a region's path, each name once", () => {
    expect(tree.search("余杭")[0]?.path).toBe("浙江省 杭州市");
    expect(tree.search("浦东")[0]?.path).toBe("上海市");
  });

  test("returns at most twenty, and none for an empty keyword", () => {
    expect(found("s")).toHaveLength(20);
    expect(found("  ")).toEqual([]);
    expect(found("没有这个地方")).toEqual([]);
  });
});

describe("the region path of an address", () => {
  test("needs every level down to a region with nothing below", () => {
    expect(tree.isCompletePath(["310000", "310100", "310101"])).toBe(true);
    expect(tree.isCompletePath(["310000", "310100"])).toBe(false);
    expect(tree.isCompletePath(["310000", "330100", "310101"])).toBe(false);
    expect(tree.isCompletePath(["310101"])).toBe(false);
    expect(tree.isCompletePath([])).toBe(false);
  });

  test("is empty for an unknown code", () => {
    expect(tree.byCode("999999")).toBeUndefined();
    expect(tree.children("999999")).toBeUndefined();
    expect(tree.pathOf("999999")).toEqual([]);
  });
});
