/**
 * The geometry of the image preview (D10): how an image fits its frame at a zoom, and how far it
 * can be moved.
 */

/** Spec §9: image preview zoom 1 to 4. */
export const ZOOM_MIN = 1;
export const ZOOM_MAX = 4;
/** The zoom of a double tap; a second double tap returns. */
export const ZOOM_CLOSE = 2.5;
/** The factor of one press of + or −. */
const ZOOM_STEP = 1.5;
/** The wheel's notch of 100 px zooms by about a fifth. */
const ZOOM_PER_WHEEL_PX = 0.002;

/** CSS pixels from the centre of the frame. */
export type Point = { readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };
/** How an image is shown: its zoom and the position of its centre. */
export type View = Point & { readonly zoom: number };

/** The whole image, centred. */
export const INITIAL_VIEW: View = { zoom: ZOOM_MIN, x: 0, y: 0 };

const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value));

export const clampZoom = (zoom: number): number => between(ZOOM_MIN, zoom, ZOOM_MAX);

/** Returns the size of an image that is wholly inside its frame and touches two of its sides. */
export function fittedSize(natural: Size, frame: Size): Size {
  if (natural.width <= 0 || natural.height <= 0) return frame;
  const scale = Math.min(frame.width / natural.width, frame.height / natural.height);
  return { width: natural.width * scale, height: natural.height * scale };
}

/**
 * Returns how far the image's centre may move from the frame's centre: no further than the image
 * extends beyond its frame.
 */
export function panLimits(zoom: number, image: Size, frame: Size): Point {
  const reach = (length: number, available: number) => Math.max(0, (length * zoom - available) / 2);
  return { x: reach(image.width, frame.width), y: reach(image.height, frame.height) };
}

/** Returns the nearest allowed view; `image` is the fitted size at zoom 1. */
export function clampView(view: View, image: Size, frame: Size): View {
  const zoom = clampZoom(view.zoom);
  const reach = panLimits(zoom, image, frame);
  return {
    zoom,
    x: between(-reach.x, view.x, reach.x) || 0,
    y: between(-reach.y, view.y, reach.y) || 0,
  };
}

/** Returns the same view at another zoom, with the image point under `point` fixed. */
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

/** Returns the zoom one step in (`+1`) or out (`-1`). */
export const steppedZoom = (zoom: number, steps: 1 | -1): number =>
  clampZoom(zoom * ZOOM_STEP ** steps);

/** Returns the zoom after a wheel movement in px; towards the member zooms out. */
export const wheeledZoom = (zoom: number, wheelPx: number): number =>
  clampZoom(zoom * Math.exp(-wheelPx * ZOOM_PER_WHEEL_PX));

/** Returns the zoom after a double tap. */
export const toggledZoom = (zoom: number): number => (zoom > ZOOM_MIN ? ZOOM_MIN : ZOOM_CLOSE);
