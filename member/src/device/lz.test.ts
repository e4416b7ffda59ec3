// @vitest-environment node
/** Tests that texts are compressed exactly as by the package that earlier versions have used. */
import lz from "lz-string";
import { expect, test } from "vitest";
import { compressToUTF16, decompressFromUTF16 } from "./lz.ts";

/** A sequence that is the same in every run. */
function* numbers(): Generator<number, never> {
  let seed = 42;
  for (;;) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield seed / 2_147_483_648;
  }
}
const random = numbers();
const below = (limit: number): number => Math.floor(random.next().value * limit);
const textOf = (length: number, alphabet: string): string =>
  Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join("");

const EVERY = Array.from({ length: 70 }, (_, at) => String.fromCharCode(at * 937)).join("");
const texts = [
  "",
  "a",
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  '{"v":{"session":"s","title":"云鲸权益 50 元餐券"},"e":1764336000000}',
  ...Array.from({ length: 120 }, (_, at) => textOf(at, "ab")),
  ...Array.from({ length: 120 }, (_, at) => textOf(at * 7, '{}":,0123456789云鲸权益兑换')),
  ...Array.from({ length: 60 }, (_, at) => textOf(at * 11, EVERY)),
  textOf(60_000, "abcdefghijklmnopqrstuvwxyz云鲸权益"),
];

test("a text is compressed as by lz-string", () => {
  for (const text of texts) expect(compressToUTF16(text)).toBe(lz.compressToUTF16(text));
});

test("what either has compressed is read back", () => {
  for (const text of texts) {
    expect(decompressFromUTF16(lz.compressToUTF16(text))).toBe(text);
    expect(decompressFromUTF16(compressToUTF16(text))).toBe(text);
  }
});

test("a text that is cut off or foreign is not read", () => {
  const whole = compressToUTF16('{"v":"云鲸权益","e":0}');
  for (const cut of [0, 1, 4, whole.length - 3])
    expect(() => JSON.parse(decompressFromUTF16(whole.slice(0, cut)))).toThrow();
  expect(() => JSON.parse(decompressFromUTF16("not-base64-%%%"))).toThrow();
});
