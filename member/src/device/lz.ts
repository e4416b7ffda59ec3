/**
 * Compresses texts for the storage as the package `lz-string` does, whose entries older versions
 * have stored: only its two functions that the app needs, at a third of its size.
 */

/** Bits in each character of a compressed text, and what is added to each so that it is none of control. */
const BITS = 15;
const FIRST_CHARACTER = 32;
/** Tokens: a character of one byte or of two follows, or nothing follows. */
const BYTE = 0;
const TWO_BYTES = 1;
const END = 2;

/** Returns the text compressed, as characters that any storage of texts keeps. */
export function compressToUTF16(text: string): string {
  let out = "";
  let value = 0;
  let length = 0;
  const write = (token: number, bits: number): void => {
    for (let at = 0; at < bits; at++) {
      value = (value << 1) | ((token >> at) & 1);
      length += 1;
      if (length < BITS) continue;
      out += String.fromCharCode(value + FIRST_CHARACTER);
      value = 0;
      length = 0;
    }
  };
  const tokens = new Map<string, number>();
  const unsent = new Set<string>();
  let bits = 2;
  let left = 2;
  const grow = (): void => {
    left -= 1;
    if (left > 0) return;
    left = 2 ** bits;
    bits += 1;
  };
  const send = (word: string): void => {
    if (unsent.delete(word)) {
      const code = word.charCodeAt(0);
      write(code < 256 ? BYTE : TWO_BYTES, bits);
      write(code, code < 256 ? 8 : 16);
      grow();
    } else write(tokens.get(word) ?? 0, bits);
    grow();
  };
  let word = "";
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (!tokens.has(character)) {
      tokens.set(character, tokens.size + 3);
      unsent.add(character);
    }
    if (tokens.has(word + character)) {
      word += character;
      continue;
    }
    send(word);
    tokens.set(word + character, tokens.size + 3);
    word = character;
  }
  if (word !== "") send(word);
  write(END, bits);
  // The last character is filled up; a full one is followed by an empty one.
  return `${out}${String.fromCharCode((value << (BITS - length)) + FIRST_CHARACTER)} `;
}

/** Returns the text; one that is not whole gives another text, or throws. */
export function decompressFromUTF16(packed: string): string {
  let at = 0;
  let length = 0;
  const read = (bits: number): number => {
    let value = 0;
    for (let bit = 0; bit < bits; bit++) {
      if (length === 0) {
        length = BITS;
        at += 1;
      }
      length -= 1;
      value |= (((packed.charCodeAt(at - 1) - FIRST_CHARACTER) >> length) & 1) << bit;
    }
    return value;
  };
  const words: string[] = ["", "", ""];
  let bits = 2;
  let left = 1;
  const grow = (): void => {
    left -= 1;
    if (left > 0) return;
    left = 2 ** bits;
    bits += 1;
  };
  let out = "";
  let before: string | undefined;
  while (at <= packed.length) {
    let token = read(bits);
    if (token === END) return out;
    if (token === BYTE || token === TWO_BYTES) {
      token = words.push(String.fromCharCode(read(token === BYTE ? 8 : 16))) - 1;
      if (before !== undefined) grow();
    }
    const word: string | undefined =
      words[token] ?? (token === words.length ? `${before}${before?.charAt(0)}` : undefined);
    if (word === undefined) break;
    out += word;
    if (before !== undefined) words.push(before + word.charAt(0));
    grow();
    before = word;
  }
  throw new Error("the text is not whole");
}
