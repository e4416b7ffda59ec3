/**
 * The form of a proof of work: SHA-256 of `challenge.answer` begins with at least so many zero
 * bits. Shared by the server, which verifies it, and the clients, which compute it.
 */

/** Returns the number of leading zero bits. */
export function leadingZeroBits(bytes: Uint8Array): number {
  let bits = 0;
  for (const byte of bytes) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
