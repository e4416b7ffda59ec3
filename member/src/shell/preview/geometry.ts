/**
 * The arithmetic of looking closely (D10): how an image lies in its frame at a zoom, and where it
 * may go.
 */

/** Spec §9: image preview zoom 1 to 4. */
export const ZOOM_MIN = 1;
export const ZOOM_MAX = 4;
/** A double tap goes here and back. */
export const ZOOM_CLOSE = 2.5;
/** One press of + or −. */
const ZOOM_STEP = 1.5;
/** A wheel's notch of 100 px is about a fifth. */
const ZOOM_PER_WHEEL_PX = 0.002;

/** CSS pixels, from the middle of the frame. */
export type Point = { readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };
/** How an image is seen: its zoom, and where its middle lies. */
export type View = Point & { readonly zoom: number };

/** The whole image, in the middle. */
export const INITIAL_VIEW: View = { zoom: ZOOM_MIN, x: 0, y: 0 };

const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value));

export const clampZoom = (zoom: number): number => between(ZOOM_MIN, zoom, ZOOM_MAX);

/** The size of an image that is wholly inside its frame and touches two of its sides. */
export function fittedSize(natural: Size, frame: Size): Size {
  if (natural.width <= 0 || natural.height <= 0) return frame;
  const scale = Math.min(frame.width / natural.width, frame.height / natural.height);
  return { width: natural.width * scale, height: natural.height * scale };
}

/** How far the middle may leave the middle: no further than the image hangs over its frame. */
export function panLimits(zoom: number, image: Size, frame: Size): Point {
  const reach = (length: number, room: number) => Math.max(0, (length * zoom - room) / 2);
  return { x: reach(image.width, frame.width), y: reach(image.height, frame.height) };
}

/** The nearest view that is allowed; `image` is the fitted size at zoom 1. */
export function clampView(view: View, image: Size, frame: Size): View {
  const zoom = clampZoom(view.zoom);
  const reach = panLimits(zoom, image, frame);
  return {
    zoom,
    x: between(-reach.x, view.x, reach.x) || 0,
    y: between(-reach.y, view.y, reach.y) || 0,
  };
}

/** The same view at another zoom, with what lies under `point` staying there. */
export function zoomedAbout(view: View, zoom: number, point: Point): View {
  const wanted = clampZoom(zoom);
  const ratio = wanted / view.zoom;
  return {
    zoom: wanted,
    x: point.x - (point.x - view.x) * ratio,
    y: point.y - (point.y - view.y) * ratio,
  };
}

export const pannedBy = (view: View, by: Point): View => ({
  ...view,
  x: view.x + by.x,
  y: view.y + by.y,
});

/** One step closer (`+1`) or further (`-1`). */
export const steppedZoom = (zoom: number, steps: 1 | -1): number =>
  clampZoom(zoom * ZOOM_STEP ** steps);

/** The zoom after the wheel was turned by so many px; towards the member is further away. */
export const wheeledZoom = (zoom: number, wheelPx: number): number =>
  clampZoom(zoom * Math.exp(-wheelPx * ZOOM_PER_WHEEL_PX));

/** Where a double tap leads. */
export const toggledZoom = (zoom: number): number => (zoom > ZOOM_MIN ? ZOOM_MIN : ZOOM_CLOSE);
