/** How an image fits a box that was reserved before its size was known (D12). */
import type { NaturalSize } from "./image-size.ts";

/**
 * At most this share of the image may be cut; an image with a more different shape is shown whole.
 */
const CUT_MAX = 0.2;

/** Returns the fit; `ratio` is the box's width divided by its height. */
export function fitOf({ width, height }: NaturalSize, ratio: number): "cover" | "contain" {
  const own = width / height;
  const shownShare = Math.min(own, ratio) / Math.max(own, ratio);
  return 1 - shownShare <= CUT_MAX ? "cover" : "contain";
}
