/** Finds the city nearest to a position, by the centres of all cities. */
import { existsSync, readFileSync } from "node:fs";
import Type from "typebox";
import { Compile } from "typebox/compile";
import { invariant } from "../../platform/refusal.ts";
import type { Region } from "./model.ts";
import type { RegionTree } from "./tree.ts";

const centresFile = Compile(
  Type.Object({
    source: Type.String(),
    version: Type.String(),
    licence: Type.String(),
    centres: Type.Array(
      Type.Tuple([
        Type.String({ pattern: "^\\d{6}$" }),
        Type.Number({ minimum: 3, maximum: 54 }),
        Type.Number({ minimum: 73, maximum: 136 }),
      ]),
    ),
  }),
);

const places = ["../../../data/city-centres.json", "../data/city-centres.json"].map(
  (place) => new URL(place, import.meta.url),
);

/**
 * The largest prefectures extend this far from their centre; a position farther from all is at sea
 * or abroad.
 */
const FARTHEST_KM = 250;
const EARTH_KM = 6_371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export type Position = { readonly lat: number; readonly lng: number };

/** Returns the distance over the ground in kilometres. */
export function kilometresBetween(from: Position, to: Position): number {
  const up = Math.sin(radians(to.lat - from.lat) / 2) ** 2;
  const along = Math.sin(radians(to.lng - from.lng) / 2) ** 2;
  const both = up + along * Math.cos(radians(from.lat)) * Math.cos(radians(to.lat));
  return 2 * EARTH_KM * Math.asin(Math.sqrt(both));
}

/**
 * Loads the committed centres once; the result returns the nearest city of a position, or undefined
 * when none is near.
 */
export function nearestCityOf(tree: RegionTree): (position: Position) => Region | undefined {
  const file = places.find((place) => existsSync(place));
  invariant(file, "the committed file of city centres is missing");
  const content: unknown = JSON.parse(readFileSync(file, "utf8"));
  invariant(centresFile.Check(content), "the file of city centres has another shape");
  const centres = content.centres.map(([code, lat, lng]) => {
    const city = tree.byCode(code);
    invariant(city?.level === 2, "a centre belongs to a city");
    return { city, lat, lng };
  });
  return (position) => {
    const near = centres
      .map(({ city, ...centre }) => ({ city, km: kilometresBetween(position, centre) }))
      .reduce((best, each) => (each.km < best.km ? each : best));
    return near.km <= FARTHEST_KM ? near.city : undefined;
  };
}
