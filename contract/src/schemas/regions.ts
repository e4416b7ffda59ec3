/** Regions: province, city, district, with official codes, pinyin and initials. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { regions as routes } from "../routes/regions.ts";
import { listOf, RegionCode } from "../values.ts";

export const Region = Type.Object({
  code: RegionCode,
  parent: Type.Optional(RegionCode),
  level: Type.Integer({ minimum: 1, maximum: 3, description: "1 province, 2 city, 3 district" }),
  name: Type.String(),
  pinyin: Type.String(),
  initial: Type.String({ pattern: "^[A-Z]$" }),
  hot: Type.Optional(Type.Boolean()),
});
export type Region = Static<typeof Region>;

export const regions = shapesOf<typeof routes>()({
  children: {
    summary: "The regions below a parent; without one, the provinces",
    input: Type.Object({ parent: Type.Optional(RegionCode) }),
    output: listOf(Region),
    refusals: ["NOT_FOUND"],
  },
  cities: {
    summary: "Every city, sorted by pinyin, for the A–Z index",
    input: Type.Object({}),
    output: listOf(Region),
    refusals: [],
  },
  search: {
    summary: "Regions by Chinese name, pinyin prefix or initials, best first",
    input: Type.Object({ keyword: Type.String({ minLength: 1, maxLength: 20 }) }),
    output: listOf(
      Type.Intersect([
        Region,
        Type.Object({ path: Type.String({ description: "province city" }) }),
      ]),
    ),
    refusals: [],
  },
  nearest: {
    summary: "The city whose centre is nearest to a rough position; none is near abroad or at sea",
    input: Type.Object({
      lat: Type.Number({ minimum: -90, maximum: 90 }),
      lng: Type.Number({ minimum: -180, maximum: 180 }),
    }),
    output: Type.Object({ city: Type.Optional(Region) }),
    refusals: [],
  },
  hot: {
    summary: "The cities most chosen",
    input: Type.Object({}),
    output: listOf(Region),
    refusals: [],
  },
});
