/** Interprets the end of a drag over a whole image (D10): turn the page, close or nothing. */

/** The offset of the finger from its start in px, and its speed in px per ms. */
export type DragEnd = {
  readonly x: number;
  readonly y: number;
  readonly speedX: number;
  readonly speedY: number;
};
export type DragAction = "next" | "previous" | "close" | "stay";

/** A drag over this share of the frame's width turns the page at any speed. */
const TURN_SHARE = 0.3;
const CLOSE_PX = 120;
/** Minimum speed (px per ms) and distance (px) of a flick. */
const FLICK_SPEED = 0.5;
const FLICK_PX = 24;

export function dragActionOf(stroke: DragEnd, frameWidth: number): DragAction {
  const { x, y, speedX, speedY } = stroke;
  if (Math.abs(y) > Math.abs(x)) {
    const isFlick = y > FLICK_PX && speedY > FLICK_SPEED;
    return y > CLOSE_PX || isFlick ? "close" : "stay";
  }
  const isFlick = Math.abs(x) > FLICK_PX && speedX > FLICK_SPEED;
  if (Math.abs(x) < frameWidth * TURN_SHARE && !isFlick) return "stay";
  return x < 0 ? "next" : "previous";
}

/** At the first and the last image the row moves by this share of the finger's movement. */
const EDGE_SHARE = 0.3;

/**
 * Returns how far the row of images follows a finger, in px; `hasMore` is true when there is
 * another image on that side.
 */
export const dampedX = (x: number, hasMore: boolean): number => (hasMore ? x : x * EDGE_SHARE);
