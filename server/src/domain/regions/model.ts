/**
 * Types of regions, and the match of a typed keyword with a region.
 *
 * - region: a place with a six-digit code; codes below Taiwan, Hong Kong and Macau are defined by
 *   this project
 * - level: 1 province, 2 city, 3 district; a few cities (东莞, 仙桃) have no districts
 * - parent: the code of the region above; a province has none
 * - path: the regions from the province down to one region
 * - short name: the common name: 上海 for 上海市, 红河 for 红河哈尼族彝族自治州
 * - initial: the letter under which an A–Z list shows it
 * - hot: one of the few popular cities that a picker lists first
 */
import type { Region } from "@yunjing/contract/schemas/regions";

export type { Region };

/** Search forms of a region: its short name, its pinyin and the first letters of its syllables. */
export type RegionSearchForms = { shortName: string; pinyin: string; initials: string };

/** Returns the typed text without the spaces and apostrophes that people put between syllables. */
export const keywordOf = (typed: string): string =>
  typed
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s'’]+/gu, "")
    .replaceAll("ü", "v");

const isLatin = (keyword: string): boolean => /^[a-z]+$/u.test(keyword);

/**
 * Returns how well a region matches a keyword: 0 is best, undefined for no match. Complete initials
 * rank above a pinyin prefix, so that "sh" finds 上海 before 石家庄.
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
