/** The national region tree in memory, frozen: region queries need no SQL. */
import { keywordOf, type RegionSearchForms, type Region, rankOf } from "./model.ts";

/**
 * A province has the parent ""; syllables are separated by spaces; a city that is not hot has rank
 * 0.
 */
export type RegionRow = [
  code: string,
  parent: string,
  level: number,
  name: string,
  pinyin: string,
  initial: string,
  hotRank: number,
];

export type FoundRegion = Region & { path: string };
export type InitialGroup = { initial: string; cities: readonly Region[] };

export interface RegionTree {
  /** Returns the region of a code, if there is one. */
  byCode(code: string): Region | undefined;
  /** Returns the regions directly below a code, or the provinces; undefined for an unknown code. */
  children(parent?: string): readonly Region[] | undefined;
  /** Returns the regions from the province down to the region itself; empty for an unknown code. */
  pathOf(code: string): readonly Region[];
  /**
   * Returns whether these codes, province first, are a complete path to a region with no regions
   * below it.
   */
  isCompletePath(codes: readonly string[]): boolean;
  /** Every city, sorted by pinyin. */
  readonly cities: readonly Region[];
  /** The same cities grouped by initial, A to Z; letters without a city are left out. */
  readonly citiesByInitial: readonly InitialGroup[];
  /** The popular cities, in display order. */
  readonly hot: readonly Region[];
  /**
   * Returns the regions that match a keyword, best first; a municipality is found once, as a city.
   */
  search(keyword: string, countMax?: number): FoundRegion[];
}

type Entry = { region: Region; reading: RegionSearchForms; hotRank: number; path: string };

const regionOf = ([code, parent, level, name, pinyin, initial, hotRank]: RegionRow): Region =>
  Object.freeze({
    code,
    ...(parent === "" ? {} : { parent }),
    level,
    name,
    pinyin: pinyin.replaceAll(" ", ""),
    initial,
    ...(hotRank > 0 ? { hot: true } : {}),
  });

/** A short name has as many characters as its pinyin has syllables. */
const searchFormsOf = ([, , , name, pinyin]: RegionRow): RegionSearchForms => {
  const syllables = pinyin.split(" ");
  return {
    shortName: [...name].slice(0, syllables.length).join(""),
    pinyin: syllables.join(""),
    initials: syllables.map((syllable) => syllable.slice(0, 1)).join(""),
  };
};

const compare = (left: string, right: string): number => (left < right ? -1 : Number(left > right));

const byPinyin = (left: Region, right: Region): number =>
  compare(left.pinyin, right.pinyin) || compare(left.code, right.code);

/** Cities before provinces before districts: a picker mostly searches cities. */
const weightOfLevel: Readonly<Record<number, number>> = { 2: 0, 1: 1, 3: 2 };

const byWeight = (left: Entry, right: Entry): number =>
  (weightOfLevel[left.region.level] ?? 3) - (weightOfLevel[right.region.level] ?? 3) ||
  (left.hotRank || Infinity) - (right.hotRank || Infinity) ||
  left.region.name.length - right.region.name.length ||
  byPinyin(left.region, right.region);

const groupByInitial = (cities: readonly Region[]): InitialGroup[] => {
  const groups = new Map<string, Region[]>();
  for (const city of cities) {
    groups.set(city.initial, [...(groups.get(city.initial) ?? []), city]);
  }
  return [...groups]
    .map(([initial, members]) => Object.freeze({ initial, cities: Object.freeze(members) }))
    .toSorted((left, right) => compare(left.initial, right.initial));
};

const hotAmong = (entries: readonly Entry[]): Region[] =>
  entries
    .filter(({ hotRank }) => hotRank > 0)
    .toSorted((left, right) => left.hotRank - right.hotRank)
    .map(({ region }) => region);

/** Entries of equal rank keep the order of the list. */
const searchIn =
  (entries: readonly Entry[]) =>
  (typed: string, countMax = 20): FoundRegion[] => {
    const keyword = keywordOf(typed);
    return entries
      .flatMap((entry) => {
        const rank = rankOf(entry.region, entry.reading, keyword);
        return rank === undefined ? [] : [{ entry, rank }];
      })
      .toSorted((left, right) => left.rank - right.rank)
      .slice(0, countMax)
      .map(({ entry }) => ({ ...entry.region, path: entry.path }));
  };

/** Builds the tree from its rows; parents must precede their children in the list. */
export const buildRegionTree = (rows: readonly RegionRow[]): RegionTree => {
  const regions = new Map<string, Region>();
  const below = new Map<string, Region[]>();
  for (const row of rows) {
    const region = regionOf(row);
    regions.set(region.code, region);
    const parent = region.parent ?? "";
    below.set(parent, [...(below.get(parent) ?? []), region]);
  }
  for (const children of below.values()) Object.freeze(children);

  const pathOf = (code: string): Region[] => {
    const region = regions.get(code);
    if (region === undefined) return [];
    return region.parent === undefined ? [region] : [...pathOf(region.parent), region];
  };
  const entries = rows.map((row): Entry => {
    const above = pathOf(row[1]).map((region) => region.name);
    const region = regions.get(row[0]) ?? regionOf(row);
    return {
      region,
      reading: searchFormsOf(row),
      hotRank: row[6],
      path: [...new Set(above)].join(" "),
    };
  });
  // Sorted once, so that a search only has to keep this order within each rank.
  const searched = entries
    .filter(({ region }) => region.level !== 1 || below.get(region.code)?.length !== 1)
    .toSorted(byWeight);
  const cities = Object.freeze(
    [...regions.values()].filter((region) => region.level === 2).toSorted(byPinyin),
  );

  return Object.freeze({
    byCode: (code: string) => regions.get(code),
    children: (parent = "") => {
      if (parent !== "" && !regions.has(parent)) return undefined;
      return below.get(parent) ?? Object.freeze([]);
    },
    pathOf,
    isCompletePath: (codes: readonly string[]) => {
      const last = codes.at(-1) ?? "";
      const whole = pathOf(last).map((region) => region.code);
      return whole.length > 0 && !below.has(last) && whole.join() === codes.join();
    },
    cities,
    citiesByInitial: Object.freeze(groupByInitial(cities)),
    hot: Object.freeze(hotAmong(entries)),
    search: searchIn(searched),
  });
};
