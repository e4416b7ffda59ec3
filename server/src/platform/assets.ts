/** Locates the drawings and fonts shipped with the server. */
import { existsSync, readFileSync } from "node:fs";
import { invariant } from "./refusal.ts";

/** Relative to the sources, and to the built bundle. */
const folders = ["../../assets/", "../assets/"];

/** Returns the bytes of a committed file; a missing file is a defect. */
export function readAsset(name: string): Buffer {
  const found = folders
    .map((folder) => new URL(folder + name, import.meta.url))
    .find((place) => existsSync(place));
  invariant(found, `the committed file ${name} is missing`);
  return readFileSync(found);
}
