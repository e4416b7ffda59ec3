/**
 * Draws the link as a QR code on a white plate. Each module is a whole number of pixels, so that
 * phones can read it from far.
 */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { create } from "qrcode";

/** ISO/IEC 18004: a quiet zone of four modules on every side. */
export const QUIET_MODULES = 4;

export type Plate = { readonly x: number; readonly y: number; readonly side: number };

/**
 * Returns the modules of a link, row by row, and their position on a plate, in the plate's pixels.
 */
export function modulesOf(link: string, { x, y, side }: Plate) {
  const { modules } = create(link, { errorCorrectionLevel: "M" });
  const pitch = Math.floor(side / (modules.size + QUIET_MODULES * 2));
  const margin = Math.floor((side - pitch * modules.size) / 2);
  return { size: modules.size, pitch, left: x + margin, top: y + margin, isDark: modules.data };
}

/** `plate` is in device pixels of an untransformed canvas. */
export function drawQrPlate(
  canvas: SKRSContext2D,
  link: string,
  { plate, ink, radius }: { plate: Plate; ink: string; radius: number },
): void {
  canvas.fillStyle = "#ffffff";
  canvas.beginPath();
  canvas.roundRect(plate.x, plate.y, plate.side, plate.side, radius);
  canvas.fill();
  const { size, pitch, left, top, isDark } = modulesOf(link, plate);
  canvas.fillStyle = ink;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (isDark[row * size + column] === 1) {
        canvas.fillRect(left + column * pitch, top + row * pitch, pitch, pitch);
      }
    }
  }
}
