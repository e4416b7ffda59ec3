/** What is true of every text a member types: it is trimmed, and no longer than its field (D09). */

/** Spec §9: the most characters of a text input that says nothing else; -1 = no limit. */
export const TEXT_LENGTH_MAX = 140;
export const NO_LIMIT = -1;

/** The `maxLength` of an input element; undefined where there is no limit. */
export const lengthLimit = (lengthMax: number = TEXT_LENGTH_MAX): number | undefined =>
  lengthMax === NO_LIMIT ? undefined : lengthMax;

/**
 * What is kept of a typed text. Trimming waits until the field is left or sent: taken away while
 * it is typed, a space between two words could never be written, and an input method would lose
 * its composition.
 */
export const keptText = (typed: string, lengthMax: number = TEXT_LENGTH_MAX): string => {
  const kept = typed.trim();
  return lengthMax === NO_LIMIT ? kept : kept.slice(0, lengthMax);
};
