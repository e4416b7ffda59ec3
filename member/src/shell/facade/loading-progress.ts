/**
 * The bar of the loading dialog (D05), as a pure curve: 5 at once, rising every 80 ms, never beyond
 * 88 while busy.
 */
import { LOADING_CAP, LOADING_START, LOADING_STEP_MS } from "./defaults.ts";

// Each step takes this share of what is left, so the bar slows down but never stands still for
// long.
const SHARE = 0.06;

/**
 * Progress in per cent after `elapsedMs` of work that says it has `reached` so much; whichever is
 * further is shown, and the end only once the work is done.
 */
export function progressAfter(elapsedMs: number, reached = LOADING_START): number {
  const steps = Math.floor(elapsedMs / LOADING_STEP_MS);
  const left = (LOADING_CAP - LOADING_START) * (1 - SHARE) ** steps;
  const risen = Math.round((LOADING_CAP - left) * 10) / 10;
  return Math.min(LOADING_CAP, Math.max(risen, reached));
}
