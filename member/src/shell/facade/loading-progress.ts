/**
 * The progress bar of the loading dialog (D05), as a pure curve: 5 at once, rising every 80 ms,
 * never above 88 while busy.
 */
import { LOADING_CAP, LOADING_DONE, LOADING_START, LOADING_STEP_MS } from "./defaults.ts";
import type { Progress } from "./dialog-types.ts";

// Each step covers this share of the remainder, so the bar slows down but does not stop early.
const SHARE = 0.06;

/** Returns the progress in per cent after `elapsedMs` of work. */
export function progressAfter(elapsedMs: number): number {
  const steps = Math.floor(elapsedMs / LOADING_STEP_MS);
  const left = (LOADING_CAP - LOADING_START) * (1 - SHARE) ** steps;
  return Math.min(LOADING_CAP, Math.round((LOADING_CAP - left) * 10) / 10);
}

/** Returns a reported number limited to 0 to 100 per cent. */
export const clampPercent = (percent: number): number =>
  Math.min(LOADING_DONE, Math.max(0, Number.isFinite(percent) ? percent : 0));

/** Passes the caller's numbers to the bar; returns a function that stops it. */
export function followProgress(
  progress: Progress,
  onPercent: (percent: number) => void,
): () => void {
  let isActive = true;
  const follow = async () => {
    const reports = typeof progress === "number" ? [progress] : progress;
    for await (const percent of reports) {
      if (!isActive) return;
      onPercent(clampPercent(percent));
    }
  };
  void follow();
  return () => {
    isActive = false;
  };
}

/** Passes the curve's values to the bar from now on; returns a function that stops it. */
export function followCurve(onPercent: (percent: number) => void): () => void {
  const since = performance.now();
  const rising = setInterval(
    () => onPercent(progressAfter(performance.now() - since)),
    LOADING_STEP_MS,
  );
  return () => clearInterval(rising);
}
