/** Loads the committed regions, once per process; an invalid file is a Defect. */
import { existsSync, readFileSync } from "node:fs";
import Type from "typebox";
import { Compile } from "typebox/compile";
import { invariant } from "../../platform/refusal.ts";
import { buildRegionTree, type RegionTree } from "./tree.ts";

const Code = Type.String({ pattern: "^\\d{6}$" });
const regionFile = Compile(
  Type.Object({
    source: Type.String(),
    version: Type.String(),
    licence: Type.String(),
    regions: Type.Array(
      Type.Tuple([
        Code,
        Type.Union([Code, Type.Literal("")]),
        Type.Integer({ minimum: 1, maximum: 3 }),
        Type.String({ minLength: 2 }),
        Type.String({ pattern: "^[a-z]+( [a-z]+)*$" }),
        Type.String({ pattern: "^[A-Z]$" }),
        Type.Integer({ minimum: 0 }),
      ]),
    ),
  }),
);

/** The path beside the sources, and the one beside the bundle. */
const places = ["../../../data/regions.json", "../data/regions.json"].map(
  (place) => new URL(place, import.meta.url),
);
const committed = (): URL => {
  const found = places.find((place) => existsSync(place));
  invariant(found, "the committed regions file is missing");
  return found;
};

/**
 * Returns the tree of the committed file, or of another of the same format. Throws a Defect for
 * another format.
 */
export const loadRegions = (file: URL | string = committed()): RegionTree => {
  const content: unknown = JSON.parse(readFileSync(file, "utf8"));
  invariant(regionFile.Check(content), "the regions file has another shape");
  return buildRegionTree(content.regions);
};
