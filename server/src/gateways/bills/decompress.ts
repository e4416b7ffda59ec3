/** Decompresses a gzip stream; a stream that is not gzip passes through unchanged. */
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/**
 * Yields the decompressed bytes. Gzip is detected by its first bytes, because the answer may not
 * have the requested format.
 */
export async function* decompress(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = body[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  // The first chunk may be shorter than the two bytes of the gzip signature.
  for (let next = await source.next(); !next.done; next = await source.next()) {
    head = Buffer.concat([head, next.value]);
    if (head.byteLength >= 2) break;
  }
  const whole = (async function* () {
    yield head;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  })();
  if (head[0] !== 0x1f || head[1] !== 0x8b) return yield* whole;
  const gunzip = createGunzip();
  // An error of the source also ends the reading of `gunzip`.
  pipeline(Readable.from(whole), gunzip, () => undefined);
  return yield* gunzip;
}
