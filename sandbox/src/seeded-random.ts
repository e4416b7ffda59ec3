/** A seedable random generator, so that a run with its faults can be reproduced from one number. */

export type SeededRandom = {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  /** Returns true in `share` (0 to 1) of all draws; 0 and 1 use no draw. */
  chance(share: number): boolean;
  /** Returns an integer from `least` to `most`, both included. */
  between(least: number, most: number): number;
  oneOf<T>(choices: readonly [T, ...T[]]): T;
};

/** Mulberry32: small and uniform enough for a sandbox; never use it for secrets. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    chance: (share) => share >= 1 || (share > 0 && next() < share),
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    oneOf: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  };
}
