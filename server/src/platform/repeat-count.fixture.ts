/**
 * Returns how often a test repeats itself: few times in the suite (`npm test`), many in the slow
 * tier (`npm run test:long`), which runs the same files again with SLOW_TIER=1.
 */
export const repeatCount = (counts: { readonly suite: number; readonly slow: number }): number =>
  process.env["SLOW_TIER"] === "1" ? counts.slow : counts.suite;
