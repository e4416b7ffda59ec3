/**
 * SHA-256 and HMAC-SHA-256 in plain JavaScript: browsers offer theirs only on https, and the cloud
 * signatures must also work on plain http in an office. The texts are short.
 */

const BLOCK_BYTES = 64;

/** Returns the first 32 bits of the fractional part of a root. */
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0;

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++)
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}

const PRIMES = firstPrimes(64);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Returns the message, a one bit, zeros, and its length in bits: whole blocks. */
function padded(message: Uint8Array): DataView {
  const blocks = Math.ceil((message.length + 9) / BLOCK_BYTES);
  const bytes = new Uint8Array(blocks * BLOCK_BYTES);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(bytes.length - 4, message.length << 3);
  return view;
}

function wordsOf(view: DataView, at: number): Int32Array {
  const words = new Int32Array(64);
  const word = (index: number): number => words[index] ?? 0;
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const [far, near] = [word(i - 15), word(i - 2)];
    const low = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    const high = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    words[i] = word(i - 16) + low + word(i - 7) + high;
  }
  return words;
}

function mixed(state: readonly number[], words: Int32Array): number[] {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + (ROUNDS[i] ?? 0) + (words[i] ?? 0)) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + (state[index] ?? 0)) | 0);
}

function hashed(message: Uint8Array): Uint8Array {
  const view = padded(message);
  let state = START;
  for (let at = 0; at < view.byteLength; at += BLOCK_BYTES) state = mixed(state, wordsOf(view, at));
  const out = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) out.setInt32(index * 4, word);
  return new Uint8Array(out.buffer);
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** Returns the SHA-256 of a text in UTF-8 as lower-case hex. */
export const sha256 = (text: string): string => hexOf(hashed(bytesOf(text)));

/** Returns the HMAC-SHA-256 of a text under a key, both in UTF-8, as lower-case hex. */
export function hmacSha256(key: string, text: string): string {
  const given = bytesOf(key);
  const short = given.length > BLOCK_BYTES ? hashed(given) : given;
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(short);
  const inner = hashed(
    joined(
      block.map((byte) => byte ^ 0x36),
      bytesOf(text),
    ),
  );
  return hexOf(
    hashed(
      joined(
        block.map((byte) => byte ^ 0x5c),
        inner,
      ),
    ),
  );
}
