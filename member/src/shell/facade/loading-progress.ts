/**
 * The bar of the loading dialog (D05), as a pure curve: 5 at once, rising every 80 ms, never beyond
 * 88 while busy.
 */
import { LOADING_CAP, LOADING_DONE, LOADING_START, LOADING_STEP_MS } from "./defaults.ts";
import type { Progress } from "./dialog-types.ts";

// Each step takes this share of what is left, so the bar slows down but never stands still for
// long.
const SHARE = 0.06;

/** Progress in per cent after `elapsedMs` of work. */
export function progressAfter(elapsedMs: number): number {
  const steps = Math.floor(elapsedMs / LOADING_STEP_MS);
  const left = (LOADING_CAP - LOADING_START) * (1 - SHARE) ** steps;
  return Math.min(LOADING_CAP, Math.round((LOADING_CAP - left) * 10) / 10);
}

/** What the bar shows for a reported figure, in per cent. */
export const clampPercent = (percent: number): number =>
  Math.min(LOADING_DONE, Math.max(0, Number.isFinite(percent) ? percent : 0));

/** Lets the caller's figures drive the bar; answers how to stop listening. */
export function followProgress(progress: Progress, tell: (percent: number) => void): () => void {
  let isHeard = true;
  const follow = async () => {
    const reports = typeof progress === "number" ? [progress] : progress;
    for await (const percent of reports) {
      if (!isHeard) return;
      tell(clampPercent(percent));
    }
  };
  void follow();
  return () => {
    isHeard = false;
  };
}

/** Lets the curve drive the bar from now on; answers how to stop it. */
export function followCurve(tell: (percent: number) => void): () => void {
  const since = performance.now();
  const rising = setInterval(() => tell(progressAfter(performance.now() - since)), LOADING_STEP_MS);
  return () => clearInterval(rising);
}
