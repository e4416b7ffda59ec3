/** What a finger means that was drawn over a whole image and let go (D10): turn, close or nothing. */

/** Where the finger ended, from where it began, in px; and how fast it was, in px per ms. */
export type DragEnd = {
  readonly x: number;
  readonly y: number;
  readonly speedX: number;
  readonly speedY: number;
};
export type DragAction = "next" | "previous" | "close" | "stay";

/** A share of the frame's width that turns the page however slowly. */
const TURN_SHARE = 0.3;
const CLOSE_PX = 120;
/** A flick counts from this speed and this way on. */
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

/** At the first and the last image the finger is followed only so far. */
const EDGE_SHARE = 0.3;

/** How far the row of images follows a finger; `hasMore` says whether one comes from that side. */
export const dampedX = (x: number, hasMore: boolean): number => (hasMore ? x : x * EDGE_SHARE);
