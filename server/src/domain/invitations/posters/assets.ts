/** Finds the drawings and fonts that come with the server. */
import { existsSync, readFileSync } from "node:fs";
import { invariant } from "../../../platform/refusal.ts";

/** Beside the sources, and beside the bundle that the build makes of them. */
const folders = ["../../../../assets/", "../assets/"];

/** The bytes of a committed file; a missing one is our defect. */
export function readAsset(name: string): Buffer {
  const found = folders
    .map((folder) => new URL(folder + name, import.meta.url))
    .find((place) => existsSync(place));
  invariant(found, `the committed file ${name} is missing`);
  return readFileSync(found);
}
