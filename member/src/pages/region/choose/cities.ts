/** Groups cities by initial and matches them by name, pinyin or initials; pure. */
import type { Region } from "@yunjing/contract/schemas/regions";

export type CityItem = Pick<Region, "code" | "name" | "initial"> & {
  readonly pinyin?: string | undefined;
  readonly note?: string | undefined;
};

/** Returns the cities by initial, A to Z, in the given order. */
export function groupByInitial(cities: readonly CityItem[]): [string, CityItem[]][] {
  const groups = new Map<string, CityItem[]>();
  for (const city of cities) groups.set(city.initial, [...(groups.get(city.initial) ?? []), city]);
  return [...groups].sort(([a], [b]) => a.localeCompare(b));
}

/** Returns the cities whose name contains the text or whose pinyin starts with it. */
export function matchingCities(cities: readonly CityItem[], typed: string): CityItem[] {
  const keyword = typed.trim().toLowerCase().replace(/\s/g, "");
  return cities.filter(
    ({ name, pinyin }) => name.includes(keyword) || (pinyin ?? "").startsWith(keyword),
  );
}
