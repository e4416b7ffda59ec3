/**
 * How much a test repeats itself: little in the suite (`npm test`), much in the slow tier (`npm run test:long`), which
 * runs the same files again with SLOW_TIER=1.
 */
export const repeatCount = (counts: { readonly suite: number; readonly slow: number }): number =>
  process.env["SLOW_TIER"] === "1" ? counts.slow : counts.suite;
