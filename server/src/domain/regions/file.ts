/** Reads the committed regions, once a process; a file of another shape is our defect. */
import { readFileSync } from "node:fs";
import Type from "typebox";
import { Compile } from "typebox/compile";
import { invariant } from "../../platform/refusal.ts";
import { growTree, type RegionTree } from "./tree.ts";

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

const committed = new URL("../../../data/regions.json", import.meta.url);

/** The tree of the committed file, or of another of its shape. Throws a Defect if it is not one. */
export const readRegions = (file: URL | string = committed): RegionTree => {
  const content: unknown = JSON.parse(readFileSync(file, "utf8"));
  invariant(regionFile.Check(content), "the regions file has another shape");
  return growTree(content.regions);
};
