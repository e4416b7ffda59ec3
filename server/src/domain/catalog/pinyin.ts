/** Converts Chinese text to pinyin as people type it: full pinyin, and the initials. */
import { ownValue } from "@yunjing/contract/own-value";
import { existsSync, readFileSync } from "node:fs";
import { invariant } from "../../platform/refusal.ts";

/** The path beside the sources, and the one beside the bundle. */
const places = ["../../../data/pinyin.json", "../data/pinyin.json"].map(
  (place) => new URL(place, import.meta.url),
);

type Table = { readonly readings: Readonly<Record<string, string>> };

let readings: ReadonlyMap<string, string> | undefined;

/** Character → its reading; loaded from the file once. */
function table(): ReadonlyMap<string, string> {
  if (readings) return readings;
  const place = places.find((path) => existsSync(path));
  invariant(place, "the table of pinyin readings is missing");
  const file: Table = JSON.parse(readFileSync(place, "utf8"));
  readings = new Map(
    Object.entries(file.readings).flatMap(([reading, characters]) =>
      [...characters].map((character): [string, string] => [character, reading]),
    ),
  );
  return readings;
}

/**
 * Words with a reading that differs from the reading of their single characters; only words that
 * occur in this shop.
 */
const words: Readonly<Record<string, readonly string[]>> = {
  音乐: ["yin", "yue"],
  乐园: ["le", "yuan"],
  银行: ["yin", "hang"],
  重庆: ["chong", "qing"],
  长沙: ["chang", "sha"],
  成都: ["cheng", "du"],
  便宜: ["pian", "yi"],
  率土: ["shuai", "tu"],
};
const exceptional = new RegExp(`(${Object.keys(words).join("|")})`, "u");

/**
 * Returns one syllable for each character: 瑞幸 → rui xing. Letters and digits are returned one by
 * one; other characters are left out.
 */
export function syllablesOf(text: string): string[] {
  const known = table();
  return text.split(exceptional).flatMap((part) => {
    const exception = ownValue(words, part);
    if (exception) return exception;
    return [...part.toLowerCase()].flatMap((character) => {
      const reading = known.get(character) ?? (/[a-z0-9]/.test(character) ? character : undefined);
      return reading === undefined ? [] : [reading];
    });
  });
}
