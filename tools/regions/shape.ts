/**
 * Converts the published divisions into rows: three levels, six-digit codes, and cities that a
 * picker can show.
 */
import { pinyinOf, type PinyinReader, shortNameOf } from "./names.ts";

/** pca-code.json: provinces (2 digits), their prefectures (4) and counties (6). */
export type Division = { code: string; name: string; children?: Division[] };
/** HK-MO-TW.json: province → city → districts, by name only. */
export type NamedDivisions = Record<string, Record<string, string[]>>;

/**
 * A province has the parent ""; syllables are separated by spaces; a city that is not hot has rank
 * 0.
 */
export type Row = [
  code: string,
  parent: string,
  level: 1 | 2 | 3,
  name: string,
  pinyin: string,
  initial: string,
  hotRank: number,
];

/**
 * The cities that a picker offers first, in this order: the only selection here that is our own.
 */
export const hotCities = [
  "310100",
  "110100",
  "440100",
  "440300",
  "330100",
  "510100",
  "420100",
  "610100",
  "320100",
  "500100",
  "320500",
  "120100",
];

const specialCodes: Readonly<Record<string, string>> = {
  台湾省: "710000",
  香港特别行政区: "810000",
  澳门特别行政区: "820000",
};

/** Placeholder names under which the source lists a municipality's or a province's own counties. */
const isPlaceholder = (name: string): boolean =>
  name === "市辖区" || name === "县" || name.endsWith("直辖县级行政区划");

type Place = { code: string; parent: string; level: 1 | 2 | 3; name: string };

/**
 * A municipality is also its only city; a county directly under a province becomes a city without
 * districts.
 */
const placesOfProvince = (province: Division): Place[] => {
  const code = `${province.code}0000`;
  const places: Place[] = [{ code, parent: "", level: 1, name: province.name }];
  const municipality = `${province.code}0100`;
  for (const city of province.children ?? []) {
    const districts = (city.children ?? []).filter((district) => district.code.length === 6);
    if (!isPlaceholder(city.name)) {
      const cityCode = `${city.code}00`;
      places.push({ code: cityCode, parent: code, level: 2, name: city.name });
      places.push(...below(districts, cityCode, 3));
    } else if (city.name.endsWith("直辖县级行政区划")) {
      places.push(...below(districts, code, 2));
    } else {
      if (city.name === "市辖区") {
        places.push({ code: municipality, parent: code, level: 2, name: province.name });
      }
      places.push(...below(districts, municipality, 3));
    }
  }
  return places;
};

const below = (divisions: Division[], parent: string, level: 2 | 3): Place[] =>
  divisions.map(({ code, name }) => ({ code, parent, level, name }));

const twoDigits = (position: number): string => String(position).padStart(2, "0");

/**
 * For these provinces official codes exist only at the province level: the codes below are our own,
 * numbered in the source's order. Hong Kong and Macau are one city each: users do not look for 九龙
 * in a list of cities.
 */
const placesOfNamed = (name: string, cities: Record<string, string[]>): Place[] => {
  const code = specialCodes[name];
  if (code === undefined) throw new Error(`no official code for ${name}`);
  const isOneCity = name.endsWith("特别行政区");
  const grouped = isOneCity
    ? [[shortNameOf(name), Object.values(cities).flat()] as const]
    : Object.entries(cities);
  const places: Place[] = [{ code, parent: "", level: 1, name }];
  for (const [index, [city, districts]] of grouped.entries()) {
    const stem = code.slice(0, 2) + twoDigits(index + 1);
    places.push({ code: `${stem}00`, parent: code, level: 2, name: city });
    for (const [at, district] of districts.entries()) {
      places.push({
        code: stem + twoDigits(at + 1),
        parent: `${stem}00`,
        level: 3,
        name: district,
      });
    }
  }
  return places;
};

const rowOf = (place: Place, read: PinyinReader): Row => {
  const spoken = place.level === 3 ? place.name : shortNameOf(place.name);
  const pinyin = pinyinOf(spoken, place.code, read);
  const initial = pinyin.slice(0, 1).toUpperCase();
  const rank = hotCities.indexOf(place.code) + 1;
  return [place.code, place.parent, place.level, place.name, pinyin, initial, rank];
};

/** Returns all regions, sorted by code. */
export const shapeRegions = (
  divisions: Division[],
  named: NamedDivisions,
  read: PinyinReader,
): Row[] =>
  [
    ...divisions.flatMap(placesOfProvince),
    ...Object.entries(named).flatMap(([name, cities]) => placesOfNamed(name, cities)),
  ]
    .map((place) => rowOf(place, read))
    .toSorted(([left], [right]) => Number(left) - Number(right));
