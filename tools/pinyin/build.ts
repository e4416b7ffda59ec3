/**
 * Builds `server/data/pinyin.json` from a published package; the same version gives the same bytes.
 *
 *    npm pack pinyin-pro@3.29.4   (in an empty folder; unpack it there as package/)
 *    npx tsx tools/pinyin/build.ts <that folder>/package
 *
 * The package is not a dependency: search needs only one reading of each common character.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

type Manifest = { name: string; version: string; license: string };
type Read = (word: string, options: { toneType: "none"; type: "array"; v: boolean }) => string[];

/** Returns the characters of GB 2312, levels 1 and 2, in the standard's own order. */
function writtenCharacters(): string[] {
  const decoder = new TextDecoder("gbk");
  const characters: string[] = [];
  for (let high = 0xb0; high <= 0xf7; high++)
    for (let low = 0xa1; low <= 0xfe; low++)
      characters.push(decoder.decode(new Uint8Array([high, low])));
  return characters.filter((character) => /^\p{Script=Han}$/u.test(character));
}

const folder = process.argv[2];
if (folder === undefined) throw new Error("name the folder of the unpacked package");
const source = resolve(folder);
const manifest: Manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
const entry = pathToFileURL(join(source, "dist", "esm", "index.mjs")).href;
const { pinyin }: { pinyin: Read } = await import(entry);

const readings: Record<string, string> = {};
for (const character of writtenCharacters()) {
  const [reading = ""] = pinyin(character, { toneType: "none", type: "array", v: true });
  if (/^[a-z]+$/.test(reading)) readings[reading] = (readings[reading] ?? "") + character;
}
const sorted = Object.fromEntries(
  Object.entries(readings).toSorted(([left], [right]) => (left < right ? -1 : 1)),
);
const head = {
  source: `npm ${manifest.name} ${manifest.version} (${manifest.license})`,
  characters: "GB 2312, levels 1 and 2; one reading each, ü written v",
};
const target = fileURLToPath(new URL("../../server/data/pinyin.json", import.meta.url));
writeFileSync(target, `${JSON.stringify({ ...head, readings: sorted }, null, 1)}\n`);
