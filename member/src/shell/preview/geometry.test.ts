/** Tests D10: the limits of zoom and position, and the fixed point under the fingers. */
import { expect, test } from "vitest";
import {
  clampView,
  clampZoom,
  fittedSize,
  pannedBy,
  panLimits,
  steppedZoom,
  toggledZoom,
  INITIAL_VIEW,
  wheeledZoom,
  zoomedAbout,
} from "./geometry.ts";

const frame = { width: 400, height: 800 };

test("D10 the zoom never leaves 1 to 4", () => {
  expect(clampZoom(0.2)).toBe(1);
  expect(clampZoom(9)).toBe(4);
  expect(steppedZoom(1, -1)).toBe(1);
  expect(steppedZoom(4, 1)).toBe(4);
  expect(wheeledZoom(1, 500)).toBe(1);
  expect(wheeledZoom(1, -5_000)).toBe(4);
  expect(zoomedAbout(INITIAL_VIEW, 40, { x: 0, y: 0 }).zoom).toBe(4);
});

test("D10 an image is wholly inside its frame: wide, tall or of unknown size", () => {
  expect(fittedSize({ width: 800, height: 400 }, frame)).toEqual({ width: 400, height: 200 });
  expect(fittedSize({ width: 100, height: 400 }, frame)).toEqual({ width: 200, height: 800 });
  expect(fittedSize({ width: 0, height: 0 }, frame)).toEqual(frame);
});

test("D10 the point under the fingers stays there", () => {
  const point = { x: 80, y: -30 };
  const closer = zoomedAbout(INITIAL_VIEW, 2.5, point);
  // The point of the image under the fingers, in px of the whole image, is the same before and
  // after.
  expect((point.x - closer.x) / closer.zoom).toBeCloseTo(80);
  expect((point.y - closer.y) / closer.zoom).toBeCloseTo(-30);
  expect(zoomedAbout(closer, 1, point)).toEqual(INITIAL_VIEW);
});

test("D10 an image can be panned as far as it extends beyond its frame", () => {
  const image = { width: 400, height: 200 };
  expect(panLimits(1, image, frame)).toEqual({ x: 0, y: 0 });
  expect(panLimits(4, image, frame)).toEqual({ x: 600, y: 0 });
  const pulled = pannedBy({ zoom: 2, x: 0, y: 0 }, { x: 900, y: 900 });
  expect(clampView(pulled, image, frame)).toEqual({ zoom: 2, x: 200, y: 0 });
  const pushed = pannedBy({ zoom: 2, x: 0, y: 0 }, { x: -900, y: -900 });
  expect(clampView(pushed, image, frame)).toEqual({ zoom: 2, x: -200, y: 0 });
});

test("D10 a double tap zooms to 2.5 and back to the whole image", () => {
  expect(toggledZoom(1)).toBe(2.5);
  expect(toggledZoom(2.5)).toBe(1);
  expect(toggledZoom(1.2)).toBe(1);
});
