/** Fingers on a page, by the browser's own touch input: what Playwright's single tap cannot do. */
import type { Page } from "playwright-core";

export type Point = readonly [x: number, y: number];

/** Moves come this far apart, as a screen of 60 Hz tells them. */
const FRAME_MS = 16;
const MOVES = 8;

export type TouchInput = {
  /** Each finger goes from its first spot to its second and leaves the glass. */
  swipe(...strokes: readonly (readonly [from: Point, to: Point])[]): Promise<void>;
  tap(spot: Point): Promise<void>;
  /** Stays in one place for so long. */
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
