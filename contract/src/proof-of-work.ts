/**
 * The form of a proof of work: SHA-256 of `challenge.answer` begins with at least so many zero bits. Shared by the
 * server that judges and the clients that search.
 */

/** How many zero bits these bytes begin with. */
export function leadingZeroBits(bytes: Uint8Array): number {
  let bits = 0;
  for (const byte of bytes) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
