/** How an image lies in a room that was kept before its size was known (D12). */
import type { NaturalSize } from "./image-size.ts";

/** Up to this share may be cut away; an image further from the room's shape is shown whole. */
const CUT_MAX = 0.2;

/** `ratio` is the room's width by its height. */
export function fitOf({ width, height }: NaturalSize, ratio: number): "cover" | "contain" {
  const own = width / height;
  const kept = Math.min(own, ratio) / Math.max(own, ratio);
  return 1 - kept <= CUT_MAX ? "cover" : "contain";
}
