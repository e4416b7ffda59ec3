/** Reads which characters a shipped font can draw, so that a name never shows an empty box. */
import { brotliDecompressSync } from "node:zlib";
import { invariant } from "./refusal.ts";

// WOFF2 (W3C, 4.1 and 5): a header, one entry per table, then all tables in that order in one
// brotli stream.
const HEADER_BYTES = 48;
const TAG_FOLLOWS = 63;
const CMAP = 0;
const TABLES_WITH_TRANSFORM_LENGTH = new Set([10, 11]);

type Reader = { at: number };

/** Reads a number of 7 bits per byte, most significant first. */
function base128(file: Buffer, reader: Reader): number {
  let value = 0;
  for (let more = true; more; reader.at += 1) {
    const byte = file.readUInt8(reader.at);
    value = value * 128 + (byte & 127);
    more = byte >= 128;
  }
  return value;
}

/** Returns the font's table from characters to glyphs (cmap). */
function characterMap(file: Buffer): Buffer {
  invariant(file.toString("latin1", 0, 4) === "wOF2", "the font is no WOFF2 file");
  const reader = { at: HEADER_BYTES };
  let offset = 0;
  let found: readonly [number, number] | undefined;
  for (let left = file.readUInt16BE(12); left > 0; left -= 1) {
    const flags = file.readUInt8(reader.at);
    const table = flags & 63;
    reader.at += table === TAG_FOLLOWS ? 5 : 1;
    const plainBytes = base128(file, reader);
    const version = flags >> 6;
    // For outlines and their positions (glyf, loca) version 3 is untransformed; for all other
    // tables version 0.
    const hasTransform = TABLES_WITH_TRANSFORM_LENGTH.has(table) ? version !== 3 : version !== 0;
    const bytes = hasTransform ? base128(file, reader) : plainBytes;
    if (table === CMAP) found = [offset, offset + bytes];
    offset += bytes;
  }
  invariant(found, "the font names no characters");
  return brotliDecompressSync(file.subarray(reader.at, reader.at + file.readUInt32BE(20))).subarray(
    ...found,
  );
}

const FORMAT_4 = 4;

/** Reads the ranges of format 4 (OpenType, cmap): four rows of two bytes per segment. */
function charactersOf(map: Buffer, at: number): Set<number> {
  const row = map.readUInt16BE(at + 6);
  const [ends, starts, deltas, ranges] = [
    at + 14,
    at + 16 + row,
    at + 16 + row * 2,
    at + 16 + row * 3,
  ];
  const characters = new Set<number>();
  for (let step = 0; step < row; step += 2) {
    const start = map.readUInt16BE(starts + step);
    const range = map.readUInt16BE(ranges + step);
    const delta = map.readUInt16BE(deltas + step);
    for (let code = start; code <= map.readUInt16BE(ends + step) && code < 0xffff; code += 1) {
      const glyph =
        range === 0
          ? (code + delta) & 0xffff
          : map.readUInt16BE(ranges + step + range + (code - start) * 2);
      if (glyph !== 0) characters.add(code);
    }
  }
  return characters;
}

/** Returns the characters of the basic plane that a WOFF2 font can draw. */
export function charactersOfFont(file: Buffer): ReadonlySet<number> {
  const map = characterMap(file);
  for (let entry = 4; entry < 4 + map.readUInt16BE(2) * 8; entry += 8) {
    const at = map.readUInt32BE(entry + 4);
    if (map.readUInt16BE(at) === FORMAT_4) return charactersOf(map, at);
  }
  invariant(false, "the font has no table of the basic plane");
}

const clusters = new Intl.Segmenter("zh", { granularity: "grapheme" });

/**
 * Returns the drawable part of a text: each visible character (grapheme) is retained or removed as
 * a whole, whitespace becomes one space, and invisible characters are removed. Empty when nothing
 * is left.
 */
export function drawableText(text: string, known: ReadonlySet<number>): string {
  const isKnown = (cluster: string): boolean =>
    [...cluster].every((one) => known.has(one.codePointAt(0) ?? 0)) && !/\p{C}/u.test(cluster);
  return [...clusters.segment(text.normalize("NFC").replaceAll(/\s+/gu, " "))]
    .map(({ segment }) => segment)
    .filter(isKnown)
    .join("")
    .trim();
}
