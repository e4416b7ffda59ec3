/**
 * What a region is, and how one is found by what a member types.
 *
 *   region     a place with a six-digit code, our own below Taiwan, Hong Kong and Macau
 *   level      1 province, 2 city, 3 district; a few cities (东莞, 仙桃) have no districts
 *   parent     the code of the region above; a province has none
 *   chain      the regions from the province down to one region
 *   short name what people say: 上海 for 上海市, 红河 for 红河哈尼族彝族自治州
 *   initial    the letter under which a list A–Z shows it
 *   hot        one of the few cities a picker offers first
 */
import type { Region } from "@yunjing/contract/schemas/regions";

export type { Region };

/** How a region is read: its short name, its pinyin and the first letters of its syllables. */
export type RegionSearchForms = { shortName: string; pinyin: string; initials: string };

/** What a member typed, without the blanks and apostrophes people put between syllables. */
export const keywordOf = (typed: string): string =>
  typed
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s'’]+/gu, "")
    .replaceAll("ü", "v");

const isLatin = (keyword: string): boolean => /^[a-z]+$/u.test(keyword);

/**
 * How well a region answers a keyword: 0 is best, undefined is not at all.
 * Whole initials stand above a pinyin prefix, so that "sh" finds 上海 before 石家庄.
 */
export const rankOf = (
  region: Region,
  reading: RegionSearchForms,
  keyword: string,
): number | undefined => {
  if (keyword === "") return undefined;
  if (!isLatin(keyword)) {
    if (region.name === keyword || reading.shortName === keyword) return 0;
    if (region.name.startsWith(keyword)) return 1;
    return region.name.includes(keyword) ? 2 : undefined;
  }
  if (reading.pinyin === keyword) return 0;
  if (reading.initials === keyword) return 1;
  if (reading.pinyin.startsWith(keyword)) return 2;
  return reading.initials.startsWith(keyword) ? 3 : undefined;
};
