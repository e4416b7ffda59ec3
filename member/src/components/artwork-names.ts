/** Finds the drawing for a name sent by the server; all objects are one file, requested once. */
import {
  type ArtworkName,
  artworkNames,
  type ArtworkTint,
  artworkTints,
} from "@yunjing/contract/artwork";

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

const isArtwork = (name: string): name is ArtworkName =>
  artworkNames.some((known) => known === name);

/** Returns the object for a name sent by the server; an unknown name becomes the shopping bag. */
export const findArtwork = (name: string): ArtworkName => (isArtwork(name) ? name : "bag");

const isTint = (tint: string): tint is ArtworkTint => artworkTints.some((known) => known === tint);

/**
 * Returns the tint for a name sent by the server; an unknown one becomes ice, the least prominent.
 */
export const findTint = (tint: string | undefined): ArtworkTint =>
  tint !== undefined && isTint(tint) ? tint : "ice";
