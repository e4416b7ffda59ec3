/** Draws a member's own picture into the round place; whatever is wrong with it leaves the place to the drawn sea. */
import { type Image, loadImage, type SKRSContext2D } from "@napi-rs/canvas";
import type { AvatarCircle } from "./avatar.ts";
import type { Portrait } from "./model.ts";

/** The picture, decoded; undefined when there is none, or it does not come, or is none. */
export const portraitImage = async (portrait: Portrait | undefined): Promise<Image | undefined> => {
  const bytes = await portrait?.read().catch(() => undefined);
  return bytes && loadImage(bytes).catch(() => undefined);
};

/** The middle of the picture fills the circle. */
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
