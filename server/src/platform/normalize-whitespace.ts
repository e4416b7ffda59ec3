/** What a person typed, as one line. */

/** No breaks, no invisible characters, single spaces. */
export const normalizeWhitespace = (text: string): string =>
  text.replace(/\p{C}/gu, " ").replace(/\s+/gu, " ").trim();
