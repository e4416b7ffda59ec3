/** Finds what a merge left unresolved in documents; in sources the compilers find it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const MARKER = /^(?:<{7}|>{7}) /m;

/** Returns a finding for a text with a marker of a conflict. */
export const markerFault = (path: string, text: string): string[] =>
  MARKER.test(text) ? [`${path}: has a marker of a conflict that was not resolved`] : [];

/** Returns the findings of all documents below `root`. */
export function conflictMarkers(root: string): string[] {
  const documents = [
    ...readdirSync(root),
    ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).map((path) =>
      join("docs", path),
    ),
  ].filter((path) => path.endsWith(".md"));
  return documents.flatMap((path) => markerFault(path, readFileSync(join(root, path), "utf8")));
}
