/** Normalises typed text to one line. */

/** Returns the text without line breaks or invisible characters, with single spaces. */
export const normalizeWhitespace = (text: string): string =>
  text.replace(/\p{C}/gu, " ").replace(/\s+/gu, " ").trim();
