/** The one rule of what a member types (D09): trimmed, and at most 140 long unless told. */

/** In UTF-16 units, as the browser counts (spec §9). */
export const TEXT_LENGTH_MAX = 140;

/** The text as it is answered; the spaces of Chinese keyboards count as spaces too. */
export const trimText = (text: string): string => text.trim();

/** What an input's `maxLength` is; undefined for −1, which is any length. */
export function lengthMaxOf(maxlength: number = TEXT_LENGTH_MAX): number | undefined {
  return maxlength < 0 ? undefined : maxlength;
}

/**
 * What stands in an input whose owner holds the trimmed text: the text as typed while both say the
 * same, so that neither a space between words nor a composition is broken.
 */
export const displayedText = (typed: string, value: string): string =>
  trimText(typed) === trimText(value) ? typed : value;
