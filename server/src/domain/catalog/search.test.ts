/** Search finds the benefits that people mean by what they type. */
import { describe, expect, test } from "vitest";
import { syllablesOf } from "./pinyin.ts";
import {
  type SearchFields,
  matchScore,
  indexText,
  normalizeText,
  rankOf,
  wordsOf,
} from "./search.ts";

test.each([
  ["肯德基", "ken de ji"],
  ["生椰拿铁", "sheng ye na tie"],
  ["QQ 音乐", "q q yin yue"],
  ["2D 电影", "2 d dian ying"],
  ["绿钻", "lv zuan"],
  ["重庆小面", "chong qing xiao mian"],
])("%s has the pinyin %s", (text, reading) => {
  expect(syllablesOf(text).join(" ")).toBe(reading);
});

test("full-width letters, spaces and punctuation make no difference", () => {
  expect(normalizeText(" ＫＦＣ·早餐（2 份）")).toBe("kfc早餐2份");
});

describe("a word", () => {
  const latte = indexText("生椰拿铁");
  test.each([
    ["生椰拿铁", 0],
    ["生椰", 1],
    ["拿铁", 2],
    ["shengyenatie", 1],
    ["shengye", 2],
    ["sheng", 2],
    ["sy", 3],
    ["syn", 3],
    ["natie", 3],
    ["nt", 4],
  ])("%s matches 生椰拿铁 with rank %i", (word, rank) => {
    expect(matchScore(word, latte)).toBe(rank);
  });

  test.each(["咖啡", "engye", "t", "atie", "sny", ""])("%s does not match", (word) => {
    expect(matchScore(word, latte)).toBeUndefined();
  });
});

describe("a keyword", () => {
  const benefit = (title: string, brands: string[], words: string[] = []): SearchFields => ({
    title: indexText(title),
    brand: brands.map(indexText),
    category: [indexText("点餐")],
    words: words.map(indexText),
  });
  const breakfast = benefit("烟肉芝士蛋堡配拿铁", ["肯德基", "KFC"], ["早餐", "10:00 前可取"]);
  const burger = benefit("香辣鸡腿堡套餐", ["肯德基", "KFC"], ["汉堡"]);
  const rank = (keyword: string, of: SearchFields) => rankOf(wordsOf(keyword), of);

  test("may be a brand, an alias, a tag, pinyin or initials", () => {
    for (const keyword of ["肯德基", "kfc", "早餐", "kendeji", "kdj", "zaocan", "zc", "点餐"])
      expect({ keyword, found: rank(keyword, breakfast) !== undefined }).toEqual({
        keyword,
        found: true,
      });
  });

  test("of several words must match with each of them", () => {
    expect(rank("肯德基 早餐", breakfast)).toBeDefined();
    expect(rank("肯德基 早餐", burger)).toBeUndefined();
  });

  test("ranks the title before the tag", () => {
    const bun = benefit("汉堡", ["麦当劳"]);
    expect(rank("汉堡", bun)).toBeLessThan(rank("汉堡", burger) ?? 0);
  });
});
