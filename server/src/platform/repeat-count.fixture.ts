/**
 * How much a test covers: little in the suite (`npm test`), much in the slow tier (`npm run
 * test:long`), which runs the same files again with SLOW_TIER=1.
 */

/** Whether the slow tier runs. */
export const isSlowTier = process.env["SLOW_TIER"] === "1";

/** Returns how often a test repeats itself. */
export const repeatCount = (counts: { readonly suite: number; readonly slow: number }): number =>
  isSlowTier ? counts.slow : counts.suite;
