/**
 * Animates page changes on the web in their direction where the browser supports it: 200 ms,
 * transform and opacity only.
 */
import { flushSync } from "react-dom";
import { hasOwnBar } from "../device/platform.ts";
import type { Direction } from "./navigator.ts";

const prefersReducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Runs a change of view, animated when it has a direction and the browser and the member allow it.
 */
export function runInTransition(direction: Direction, change: () => void): void {
  const canMove =
    "startViewTransition" in document && hasOwnBar() && !document.hidden && !prefersReducedMotion();
  if (direction === "none" || !canMove) return change();
  document.documentElement.dataset["direction"] = direction;
  const moved = document.startViewTransition(() => flushSync(change));
  // A transition that the next one interrupted is not a failure.
  moved.ready.catch(() => undefined);
  moved.finished.catch(() => undefined);
}
