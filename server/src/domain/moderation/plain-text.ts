/**
 * The form in which texts are compared with the list of words: without case, spaces, signs and
 * invisible characters, and with one form for characters that look alike.
 */

/** Letters that look like Latin ones, and digits that are written as letters or Chinese numerals. */
const LOOK_ALIKE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["0", "oо〇零ο"],
    ["1", "liі一壹"],
    ["2", "二贰两"],
    ["3", "三叁"],
    ["4", "四肆"],
    ["5", "五伍"],
    ["6", "六陆"],
    ["7", "七柒"],
    ["8", "八捌"],
    ["9", "九玖"],
    ["a", "аα"],
    ["c", "с"],
    ["e", "е"],
    ["p", "рρ"],
    ["x", "хχ"],
    ["y", "у"],
    ["v", "ν"],
    ["k", "кκ"],
  ].flatMap(([plain = "", others = ""]) => Array.from(others, (other) => [other, plain])),
);
const KNOWN = new Map(Object.entries(LOOK_ALIKE));

/** Returns the compared form of a text; of a text without letters and digits it is empty. */
export const plainText = (text: string): string =>
  Array.from(
    text
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ""),
    (one) => KNOWN.get(one) ?? one,
  ).join("");
