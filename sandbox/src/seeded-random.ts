/** Seedable chance, so that a run with its faults can be had again from one number. */

export type SeededRandom = {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** True in `share` (0 to 1) of all draws; 0 and 1 draw nothing. */
  chance(share: number): boolean;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** One of a list that is not empty. */
  oneOf<T>(choices: readonly [T, ...T[]]): T;
};

/** Mulberry32: small, even enough for a sandbox, never for secrets. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const draw = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next: draw,
    chance: (share) => share >= 1 || (share > 0 && draw() < share),
    between: (least, most) => least + Math.floor(draw() * (most - least + 1)),
    oneOf: (choices) => choices[Math.floor(draw() * choices.length)] ?? choices[0],
  };
}
