/**
 * Touch input with several fingers, through the browser's own events; Playwright has only a single
 * tap.
 */
import type { Page } from "playwright-core";

export type Point = readonly [x: number, y: number];

/** Interval of the moves in ms, as on a screen of 60 Hz. */
const FRAME_MS = 16;
const MOVES = 8;

export type TouchInput = {
  /** Moves each finger from its first point to its second and lifts it. */
  swipe(...strokes: readonly (readonly [from: Point, to: Point])[]): Promise<void>;
  tap(spot: Point): Promise<void>;
  /** Presses one point for `ms` milliseconds. */
  hold(spot: Point, ms: number): Promise<void>;
};

export async function touchInputOn(page: Page): Promise<TouchInput> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", spots: readonly Point[]) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: spots.map(([x, y], id) => ({ x, y, id })),
    });
  const hold = async (spot: Point, ms: number) => {
    await touch("touchStart", [spot]);
    await page.waitForTimeout(ms);
    await touch("touchEnd", []);
  };
  return {
    hold,
    tap: (spot) => hold(spot, FRAME_MS),
    swipe: async (...strokes) => {
      await touch(
        "touchStart",
        strokes.map(([from]) => from),
      );
      for (let move = 1; move <= MOVES; move++) {
        const share = move / MOVES;
        await touch(
          "touchMove",
          strokes.map(([[x, y], [toX, toY]]) => [x + (toX - x) * share, y + (toY - y) * share]),
        );
        await page.waitForTimeout(FRAME_MS);
      }
      await touch("touchEnd", []);
    },
  };
}
