/** Converts touch, mouse and wheel input on the preview's stage to actions (D10). */
import { useGesture } from "@use-gesture/react";
import { type RefObject, useEffect, useRef } from "react";
import { LONG_PRESS_MS } from "../../device/long-press.ts";
import type { Point } from "./geometry.ts";
import type { PreviewAction, PreviewState } from "./preview-state.ts";

/** Milliseconds and px within which a second tap makes a double tap; a single tap waits as long. */
const DOUBLE_TAP_MS = 280;
const DOUBLE_TAP_PX = 30;

type Stage = RefObject<HTMLElement | null>;
type Tap = Point & { readonly at: number };

/** Returns a window position relative to the centre of the stage. */
function fromMiddle(stage: HTMLElement, [x, y]: readonly [number, number]): Point {
  const { left, top, width, height } = stage.getBoundingClientRect();
  return { x: x - left - width / 2, y: y - top - height / 2 };
}

/** Distinguishes a single tap, which closes, from a double tap, which zooms. */
function useTaps(send: (step: PreviewAction) => void) {
  const last = useRef<Tap>(undefined);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return (point: Point, at: number) => {
    clearTimeout(waiting.current);
    const before = last.current;
    const isSecond =
      before !== undefined &&
      at - before.at < DOUBLE_TAP_MS &&
      Math.hypot(point.x - before.x, point.y - before.y) < DOUBLE_TAP_PX;
    last.current = isSecond ? undefined : { ...point, at };
    if (isSecond) send({ type: "double tap", about: point });
    else waiting.current = setTimeout(() => send({ type: "close" }), DOUBLE_TAP_MS);
  };
}

export function useGestures(
  stage: Stage,
  now: PreviewState,
  send: (step: PreviewAction) => void,
): void {
  const tap = useTaps(send);
  // The initial direction of a drag; it stays fixed, so that turning the page never closes.
  const isSideways = useRef<boolean>(undefined);
  const pinchedFrom = useRef<Point>(undefined);
  const isClosed = now.isClosed;

  useGesture(
    {
      onDrag: (state) => {
        const [x, y] = state.movement;
        if (!stage.current || isClosed || state.pinching) return state.cancel();
        if (state.tap) {
          if (state.elapsedTime < LONG_PRESS_MS) {
            tap(fromMiddle(stage.current, state.xy), state.timeStamp);
          }
          return undefined;
        }
        if (state.first) isSideways.current = Math.abs(x) >= Math.abs(y);
        const isAcross = isSideways.current ?? true;
        if (!state.last) return send({ type: "drag", by: { x, y }, isSideways: isAcross });
        if (state.canceled) return send({ type: "release" });
        const [speedX, speedY] = state.velocity;
        const along = isAcross ? { x, y: 0 } : { x: 0, y };
        return send({ type: "drop", stroke: { ...along, speedX, speedY } });
      },
      onPinch: (state) => {
        if (!stage.current) return;
        const to = fromMiddle(stage.current, state.origin);
        if (state.first) pinchedFrom.current = to;
        const from = pinchedFrom.current ?? to;
        send({ type: "pinch", scale: state.movement[0], from, to });
        if (state.last) send({ type: "release" });
      },
      onWheel: ({ event, pinching, last }) => {
        event.preventDefault();
        // The end of a wheel movement repeats its last event, which has been handled.
        if (!stage.current || pinching || last) return;
        const about = fromMiddle(stage.current, [event.clientX, event.clientY]);
        send({ type: "wheel", wheelPx: event.deltaY, about });
      },
    },
    {
      target: stage,
      eventOptions: { passive: false },
      drag: { filterTaps: true, pointer: { keys: false } },
      // A trackpad's pinch arrives as a wheel event with Ctrl held and is handled there.
      pinch: { modifierKey: null, pinchOnWheel: false },
    },
  );
}
