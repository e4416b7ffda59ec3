/** Makes up codes of figures, none of them twice. */
import type { SeededRandom } from "../seeded-random.ts";

/** `given` are the codes of earlier orders. */
export function createCodeGenerator(chance: SeededRandom, given: Iterable<string>) {
  const taken = new Set(given);
  const figures = (length: number) =>
    Array.from({ length }, (_, at) => chance.between(at === 0 ? 1 : 0, 9)).join("");
  return {
    figures,
    /** So many figures, the first of them no zero. */
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
