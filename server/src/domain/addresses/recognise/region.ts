/** Finds province, city and district at the beginning of a text; each of them may be missing. */
import type { Region } from "../../regions/model.ts";
import type { Regions } from "../model.ts";
import { formsOf } from "./region-names.ts";

type Named = {
  readonly region: Region;
  readonly full: readonly string[];
  readonly short: string;
};

/** `codes` from the province down; `end` is the index after the match. */
export type Match = { readonly codes: readonly string[]; readonly end: number };

const NO_MATCH: Match = { codes: [], end: 0 };
/** Separators and words between levels that name no region. */
const BETWEEN =
  /^(?:[\s,，、/\-—>·]|市辖区|省直辖县级行政区划|自治区直辖县级行政区划|中国(?=[^人]))+/u;
/** A short name followed by one of these is the beginning of a street or a place: 南京西路, 西湖文化广场. */
const NOT_AFTER_SHORT =
  /^(?:[省市区县旗盟州]|[东西南北中]?[一二三四五六七八九十]?(?:路|街|道|大道|大街|巷|弄|胡同)|里|村|镇|乡|桥|湖|江|河|山|站|公园|广场|花园|苑|大厦|大学|中学|小学|学院|医院|公司|银行|酒店|文化|商城|超市)/u;

/** 苏州工业园区 is also recognised as 工业园区 when 苏州 is written before it. */
function namedOf(region: Region, above: Region | undefined): Named {
  const { full, short } = formsOf(region.name);
  const city = above?.level === 2 ? formsOf(above.name).short : "";
  const rest = city !== "" && region.name.startsWith(city) ? region.name.slice(city.length) : "";
  return { region, full: rest.length >= 3 ? [...full, rest] : full, short };
}

/**
 * Returns the length of the name at `from`; 0 when it is not there. Accepts short names only with
 * `mayBeShort`.
 */
function lengthAt(text: string, from: number, named: Named, mayBeShort: boolean): number {
  const full = named.full.find((form) => text.startsWith(form, from));
  if (full) return full.length;
  if (!mayBeShort || !text.startsWith(named.short, from)) return 0;
  const after = text.slice(from + named.short.length);
  return NOT_AFTER_SHORT.test(after) ? 0 : named.short.length;
}

const skip = (text: string, from: number): number =>
  from + (BETWEEN.exec(text.slice(from))?.[0].length ?? 0);

/** Returns the match that ends later, or, with the same end, the one with more levels. */
const better = (left: Match, right: Match): Match => {
  if (right.codes.length === 0) return left;
  return right.end > left.end || (right.end === left.end && right.codes.length > left.codes.length)
    ? right
    : left;
};

/** Builds an index of every region with its names; names are computed once. */
function indexOf(regions: Regions) {
  const made = new Map<string, readonly Named[]>();
  const below = (parent: string): readonly Named[] => {
    const known = made.get(parent);
    if (known) return known;
    const above = regions.byCode(parent);
    const children = regions.children(parent === "" ? undefined : parent) ?? [];
    const named = children.map((region) => namedOf(region, above));
    made.set(parent, named);
    return named;
  };
  const cities = regions.cities.map((region) => namedOf(region, undefined));
  return {
    below,
    cities,
    districts: cities.flatMap(({ region }) => below(region.code)),
    codesTo: (code: string) => regions.pathOf(code).map((region) => region.code),
  };
}
type Index = ReturnType<typeof indexOf>;

type Among = { readonly among: readonly Named[]; readonly mayBeShort: boolean };

/**
 * Returns the district at `from` among the given ones; no match when several match with the same
 * length.
 */
function districtAt(index: Index, text: string, from: number, { among, mayBeShort }: Among): Match {
  const start = skip(text, from);
  const found = among.flatMap((named) => {
    const length = lengthAt(text, start, named, mayBeShort);
    return length === 0 ? [] : [{ code: named.region.code, length }];
  });
  const longest = Math.max(0, ...found.map(({ length }) => length));
  const [only, ...others] = found.filter(({ length }) => length === longest);
  if (!only || others.length > 0) return NO_MATCH;
  return { codes: index.codesTo(only.code), end: start + longest };
}

/** Returns the city at `from`, with the district after it when there is one. */
function cityAt(index: Index, text: string, from: number, cities: readonly Named[]): Match {
  const start = skip(text, from);
  let best = NO_MATCH;
  for (const named of cities) {
    const length = lengthAt(text, start, named, true);
    if (length === 0) continue;
    const { code } = named.region;
    const city = { codes: index.codesTo(code), end: start + length };
    const among = { among: index.below(code), mayBeShort: true };
    best = better(better(best, city), districtAt(index, text, city.end, among));
  }
  return best;
}

/** Returns the province at `from` with the city and district after it; the city may be missing. */
function provinceAt(index: Index, text: string, from: number): Match {
  let best = NO_MATCH;
  for (const named of index.below("")) {
    const length = lengthAt(text, from, named, true);
    if (length === 0) continue;
    const cities = index.below(named.region.code);
    const [only, ...others] = cities;
    // A province that is its own city is written once for both.
    const isCity = only !== undefined && others.length === 0;
    const end = from + length;
    best = better(best, { codes: index.codesTo((isCity ? only : named).region.code), end });
    best = better(best, cityAt(index, text, end, cities));
    const among = cities.flatMap(({ region }) => index.below(region.code));
    best = better(best, districtAt(index, text, end, { among, mayBeShort: isCity }));
  }
  return best;
}

/**
 * Returns a function that finds the longest region at a position of a text. A district without its
 * province and city matches only by a full name that no other district has.
 */
export function regionReaderOf(regions: Regions): (text: string, from: number) => Match {
  const index = indexOf(regions);
  return function regionAt(text, from): Match {
    const start = skip(text, from);
    const found = [
      provinceAt(index, text, start),
      cityAt(index, text, start, index.cities),
      districtAt(index, text, start, { among: index.districts, mayBeShort: false }),
    ].reduce(better, NO_MATCH);
    if (found.codes.length === 0) return NO_MATCH;
    // Some apps write the region twice: once from their list and once from the field.
    const again: Match = regionAt(text, found.end);
    return found.codes.every((code, at) => again.codes[at] === code) ? again : found;
  };
}
