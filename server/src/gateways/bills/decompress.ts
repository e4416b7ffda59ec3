/** The bytes of a file as it was before it was packed, if it was. */
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** GZIP is told by its first bytes: what was asked for is not always what comes. */
export async function* decompress(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = body[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  // The first chunk may be shorter than the two bytes that tell.
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
  // A fault on the way ends the reading below with it.
  pipeline(Readable.from(whole), gunzip, () => undefined);
  return yield* gunzip;
}
