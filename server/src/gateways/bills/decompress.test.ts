/**
 * Tests that compressed and plain input give the same bytes in chunks of any size, and that a
 * truncated compressed file is an error.
 */
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decompress } from "./decompress.ts";

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

test("compressed and plain input give the same file, in chunks of any size", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "grapheme", maxLength: 400 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 90 }),
      async (content, isPacked, size) => {
        const bytes = isPacked ? gzipSync(content) : Buffer.from(content);
        expect(await text(decompress(cut(bytes, size)))).toBe(content);
      },
    ),
    { numRuns: 300 },
  );
});

test("a truncated or damaged compressed file is an error", async () => {
  const packed = gzipSync("交易时间".repeat(500));
  const corrupted = Buffer.from(packed).fill(0xff, 20, 30);
  for (const bytes of [packed.subarray(0, packed.length - 9), packed.subarray(0, 3), corrupted]) {
    await expect(text(decompress(cut(bytes, 7)))).rejects.toThrow();
  }
});
