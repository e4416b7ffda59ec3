/** Maps a region code to its city, and gives the names of cities. */
import type { Region } from "@yunjing/contract/schemas/regions";
import { DEFAULT_CITY, shortCityName } from "./model.ts";

export type CityOf = (code: string) => Region | undefined;
export type City = { readonly code: string; readonly name: string };

/**
 * Returns the city of a code; a district counts as its city. Without the region tree the city
 * follows from the code itself.
 */
export function cityCodeOf(code: string, cityOf?: CityOf): string {
  const found = cityOf?.(code);
  if (found) return found.level === 3 && found.parent ? found.parent : found.code;
  return cityOf ? code : `${code.slice(0, 4)}00`;
}

/** Returns the city of a code; a code that is no city and no district gives the default city. */
export function cityFor(cityOf: CityOf, code: string | undefined): City {
  const requested = code === undefined ? undefined : cityOf(cityCodeOf(code, cityOf));
  const region = requested?.level === 2 ? requested : cityOf(DEFAULT_CITY);
  return { code: region?.code ?? DEFAULT_CITY, name: shortCityName(region?.name ?? "上海市") };
}

/** Returns the names of cities; unknown ones are 部分城市. */
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
