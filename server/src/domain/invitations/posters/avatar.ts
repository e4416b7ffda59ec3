/** Draws a small sea view when a member has no photo; a seed selects the variant. */
import type { SKRSContext2D } from "@napi-rs/canvas";

// Sky, sun, far wave, near wave, in the colours of the artwork.
const views = [
  ["#dceaf4", "#f2b650", "#6fa6cd", "#0f4b77"],
  ["#fbe4d8", "#f0725a", "#f0a090", "#c93d22"],
  ["#d9efe9", "#f2b650", "#36a394", "#1f7a6e"],
  ["#f6ebcf", "#d9942f", "#d8b56d", "#775310"],
  ["#eee2ec", "#f6b9b0", "#9a6a92", "#6f4569"],
] as const;

export type AvatarCircle = { readonly x: number; readonly y: number; readonly radius: number };

const WHOLE = Math.PI * 2;

/** `seed` is any number that is constant for a member. */
export function drawAvatar(
  canvas: SKRSContext2D,
  seed: number,
  { x, y, radius }: AvatarCircle,
): void {
  const [sky, sun, far, near] = views[seed % views.length] ?? views[0];
  const unit = radius / 30;
  canvas.save();
  canvas.beginPath();
  canvas.arc(x, y, radius, 0, WHOLE);
  canvas.clip();
  canvas.translate(x, y);
  canvas.scale(unit, unit);
  canvas.fillStyle = sky;
  canvas.fillRect(-30, -30, 60, 60);
  canvas.fillStyle = sun;
  canvas.beginPath();
  canvas.arc(8, -5, 11, 0, WHOLE);
  canvas.fill();
  for (const [color, top] of [
    [far, 3],
    [near, 13],
  ] as const) {
    canvas.fillStyle = color;
    canvas.beginPath();
    canvas.moveTo(-30, top);
    canvas.bezierCurveTo(-20, top - 6, -10, top - 5, 0, top);
    canvas.bezierCurveTo(10, top + 5, 20, top + 4, 30, top - 3);
    canvas.lineTo(30, 30);
    canvas.lineTo(-30, 30);
    canvas.fill();
  }
  canvas.restore();
}
