/** The city a region code stands for, and what cities are called. */
import type { Region } from "@yunjing/contract/schemas/regions";
import { DEFAULT_CITY, shortCityName } from "./model.ts";

export type CityOf = (code: string) => Region | undefined;
export type City = { readonly code: string; readonly name: string };

/** The city of a code; a district counts as its city. Without the tree the code itself tells. */
export function cityCodeOf(code: string, cityOf?: CityOf): string {
  const found = cityOf?.(code);
  if (found) return found.level === 3 && found.parent ? found.parent : found.code;
  return cityOf ? code : `${code.slice(0, 4)}00`;
}

/** The city of a code; anything that is no city and no district is taken for the default. */
export function cityFor(cityOf: CityOf, code: string | undefined): City {
  const asked = code === undefined ? undefined : cityOf(cityCodeOf(code, cityOf));
  const region = asked?.level === 2 ? asked : cityOf(DEFAULT_CITY);
  return { code: region?.code ?? DEFAULT_CITY, name: shortCityName(region?.name ?? "上海市") };
}

/** What cities are called; those nobody knows are 部分城市. */
export const cityNamesBy =
  (cityOf: CityOf | undefined) =>
  (codes: readonly string[]): string[] => [
    ...new Set(
      codes.map((code) => {
        const name = cityOf?.(code)?.name;
        return name === undefined ? "部分城市" : shortCityName(name);
      }),
    ),
  ];
