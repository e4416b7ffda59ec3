/** Straight-line distance between two points on the earth. */

const EARTH_METRES = 6_371_008;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

type Point = { readonly lat: number; readonly lng: number };

/** Whole metres between two points (haversine). */
export function metresBetween(from: Point, to: Point): number {
  const lat = Math.sin(radians(to.lat - from.lat) / 2);
  const lng = Math.sin(radians(to.lng - from.lng) / 2);
  const chord = lat ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * lng ** 2;
  return Math.round(2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(chord))));
}
