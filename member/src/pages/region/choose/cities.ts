/** Cities grouped by initial and matched by name, pinyin or initials; pure. */
import type { Region } from "@yunjing/contract/schemas/regions";

export type CityItem = Pick<Region, "code" | "name" | "initial"> & {
  readonly pinyin?: string | undefined;
  readonly note?: string | undefined;
};

/** Cities under their initials, A to Z, in the order given. */
export function groupByInitial(cities: readonly CityItem[]): [string, CityItem[]][] {
  const groups = new Map<string, CityItem[]>();
  for (const city of cities) groups.set(city.initial, [...(groups.get(city.initial) ?? []), city]);
  return [...groups].sort(([a], [b]) => a.localeCompare(b));
}

/** Cities whose name holds the words or whose pinyin begins with them. */
export function matchingCities(cities: readonly CityItem[], typed: string): CityItem[] {
  const words = typed.trim().toLowerCase().replace(/\s/g, "");
  return cities.filter(
    ({ name, pinyin }) => name.includes(words) || (pinyin ?? "").startsWith(words),
  );
}
