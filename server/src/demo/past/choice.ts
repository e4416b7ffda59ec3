/** Repeatable choices of the demo's past: the same seed and name give the same sequence. */
import { randomBelow, seededRandom } from "../../platform/random.ts";

export type Choice = {
  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number;
  /** True in `percent` of a hundred cases. */
  isIn(percent: number): boolean;
  /** One of the values; a value listed twice comes twice as often. */
  of<T>(values: readonly [T, ...T[]]): T;
};

/** The random source decides nothing secret: ids and codes come from the context. */
export function createChoice(seed: string): Choice {
  const random = seededRandom(`past of the demo:${seed}`);
  const below = (limit: number) => randomBelow(random, limit);
  return {
    below,
    isIn: (percent) => below(100) < percent,
    of: (values) => values[below(values.length)] ?? values[0],
  };
}
