/**
 * Draws a member's own picture into the circle. If the picture cannot be used, the drawn sea view
 * stays.
 */
import { type Image, loadImage, type SKRSContext2D } from "@napi-rs/canvas";
import type { AvatarCircle } from "./avatar.ts";
import type { Portrait } from "./model.ts";

/**
 * Returns the decoded picture, or `undefined` when there is none, it cannot be loaded, or it is not
 * an image.
 */
export const portraitImage = async (portrait: Portrait | undefined): Promise<Image | undefined> => {
  const bytes = await portrait?.read().catch(() => undefined);
  return bytes && loadImage(bytes).catch(() => undefined);
};

/** Draws the centre of the picture so that it fills the circle. */
export function drawPortrait(
  canvas: SKRSContext2D,
  image: Image,
  { x, y, radius }: AvatarCircle,
): void {
  const side = Math.min(image.width, image.height);
  const [left, top] = [(image.width - side) / 2, (image.height - side) / 2];
  canvas.save();
  canvas.beginPath();
  canvas.arc(x, y, radius, 0, Math.PI * 2);
  canvas.clip();
  canvas.drawImage(image, left, top, side, side, x - radius, y - radius, radius * 2, radius * 2);
  canvas.restore();
}
