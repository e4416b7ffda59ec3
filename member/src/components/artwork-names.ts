/** Finds the sheet that contains a drawn object, so that a page loads only the sheets it shows. */
import {
  type ArtworkName,
  type ArtworkSheet,
  artworkSheets,
  type ArtworkTint,
  artworkTints,
} from "@yunjing/contract/artwork";

const sheetOf = new Map<string, ArtworkSheet>();
const sheetNames: readonly ArtworkSheet[] = ["core", "food", "drink", "life", "goods"];
for (const sheet of sheetNames) for (const name of artworkSheets[sheet]) sheetOf.set(name, sheet);

/** All objects in drawing order, for the showcase page and for tests. */
export const artworkNames: readonly ArtworkName[] = sheetNames.flatMap(
  (sheet) => artworkSheets[sheet],
);

/** Larger scenes for empty, error and not-found pages. */
export const sceneNames = [
  "empty",
  "error",
  "search",
  "lock",
  "offline",
  "box",
  "wallet",
  "lighthouse",
  "lost",
] as const;
export type SceneName = (typeof sceneNames)[number];

/**
 * Returns the sheet and the object for a name sent by the server; an unknown name becomes the
 * shopping bag.
 */
export function findArtwork(name: string): { sheet: ArtworkSheet; name: string } {
  const sheet = sheetOf.get(name);
  return sheet ? { sheet, name } : { sheet: "core", name: "bag" };
}

const isTint = (tint: string): tint is ArtworkTint => artworkTints.some((known) => known === tint);

/**
 * Returns the tint for a name sent by the server; an unknown one becomes ice, the least prominent.
 */
export const findTint = (tint: string | undefined): ArtworkTint =>
  tint !== undefined && isTint(tint) ? tint : "ice";
