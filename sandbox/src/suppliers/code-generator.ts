/** Generates unique codes of digits. */
import type { SeededRandom } from "../seeded-random.ts";

/** `given` are the codes of earlier orders. */
export function createCodeGenerator(chance: SeededRandom, given: Iterable<string>) {
  const taken = new Set(given);
  const figures = (length: number) =>
    Array.from({ length }, (_, at) => chance.between(at === 0 ? 1 : 0, 9)).join("");
  return {
    figures,
    /** Returns a code of `length` digits that does not begin with 0. */
    code(length: number): string {
      for (;;) {
        const code = figures(length);
        if (!taken.has(code)) {
          taken.add(code);
          return code;
        }
      }
    },
  };
}
