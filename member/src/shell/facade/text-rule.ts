/** The rule for text that a member types (D09): trimmed, and at most 140 long by default. */

/** In UTF-16 units, as the browser counts (spec §9). */
export const TEXT_LENGTH_MAX = 140;

/** Returns the trimmed text; the full-width spaces of Chinese keyboards are trimmed too. */
export const trimText = (text: string): string => text.trim();

/** Returns an input's `maxLength`; undefined for −1, which is any length. */
export function lengthMaxOf(maxlength: number = TEXT_LENGTH_MAX): number | undefined {
  return maxlength < 0 ? undefined : maxlength;
}

/**
 * Returns the text that an input shows while its owner stores the trimmed text: the typed text as
 * long as both are equal when trimmed, so that a space between words or a composition is not lost.
 */
export const displayedText = (typed: string, value: string): string =>
  trimText(typed) === trimText(value) ? typed : value;
