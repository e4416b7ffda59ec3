/** Reads the texts of a PDF file as they were drawn, page by page, by the embedded fonts' own tables. */
import { inflateSync } from "node:zlib";

/** Returns the unpacked streams of a file. */
function streamsOf(file: Buffer): string[] {
  const found: string[] = [];
  for (let at = file.indexOf("stream"); at >= 0; at = file.indexOf("stream", at)) {
    const from = file.indexOf("\n", at) + 1;
    const to = file.indexOf("endstream", from);
    if (to < 0) break;
    found.push(inflateSync(file.subarray(from, to)).toString("latin1"));
    at = to + "endstream".length;
  }
  return found;
}

const hex = (digits: string): number => Number.parseInt(digits, 16);

/** Returns the characters of a font's glyphs, from its table ToUnicode. */
function glyphsOf(table: string): Map<number, string> {
  const glyphs = new Map<number, string>();
  const single = /^<(\w{4})> <(\w{4})>$/gm;
  for (const [, glyph = "", code = ""] of table.matchAll(single))
    glyphs.set(hex(glyph), String.fromCodePoint(hex(code)));
  const ranges = /^<(\w{4})> <(\w{4})> <(\w{4})>$/gm;
  for (const [, first = "", last = "", code = ""] of table.matchAll(ranges))
    for (let n = 0; hex(first) + n <= hex(last); n += 1)
      glyphs.set(hex(first) + n, String.fromCodePoint(hex(code) + n));
  return glyphs;
}

/** Returns the texts of one page: glyphs that were drawn from one place are one text. */
function textsOf(content: string, glyphs: ReadonlyMap<number, string>): string[] {
  const texts = new Map<string, string>();
  let place = "";
  for (const [, moved, drawn] of content.matchAll(/(?:(.+) Tm|<(\w+)> Tj)/g)) {
    if (moved !== undefined) place = moved;
    const text = (drawn?.match(/.{4}/g) ?? []).map((glyph) => glyphs.get(hex(glyph)) ?? "�");
    texts.set(place, `${texts.get(place) ?? ""}${text.join("")}`);
  }
  return [...texts.values()];
}

export function pagesOfPdf(file: Uint8Array): string[][] {
  const streams = streamsOf(Buffer.from(file));
  const tables = streams.filter((stream) => stream.includes("begincmap")).map(glyphsOf);
  // Both weights of the font number their glyphs in the same way.
  const glyphs = new Map(tables.flatMap((table) => [...table]));
  return streams
    .filter((stream) => stream.includes(" Tj"))
    .map((content) => textsOf(content, glyphs));
}
