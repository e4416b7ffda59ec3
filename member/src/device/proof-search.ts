/**
 * The search for a proof of work (contract/proof.ts) in plain JavaScript: a browser's own SHA-256
 * returns a promise, which costs more than the hash, and is missing on plain http.
 */

/**
 * The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4).
 */
const PRIMES = (() => {
  const found: number[] = [];
  for (let n = 2; found.length < 64; n++) {
    if (found.every((prime) => n % prime !== 0)) found.push(n);
  }
  return found;
})();
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
const K = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const BLOCK = 64;
const words = new Int32Array(64);

/** Runs one step of SHA-256 over the 64 bytes at `at`; updates `state`. */
function compress(state: Int32Array, bytes: DataView, at: number): void {
  for (let i = 0; i < 16; i++) words[i] = bytes.getInt32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const x = words[i - 15] ?? 0;
    const y = words[i - 2] ?? 0;
    const low = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const high = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[i] = ((words[i - 16] ?? 0) + low + (words[i - 7] ?? 0) + high) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + (words[i] ?? 0)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = ((state[i] ?? 0) + word) | 0;
  });
}

/** Returns the text with SHA-256's padding, in whole blocks. */
function padded(text: string): DataView {
  const bytes = new TextEncoder().encode(text);
  const size = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const whole = new Uint8Array(size);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(size - 4, bytes.length * 8);
  return view;
}

const COUNTER_DIGITS = 8;

/**
 * Returns a search that runs in slices: each call of `look` returns the answer, or undefined to
 * continue.
 */
export function createProofSearch(challenge: string, difficulty: number) {
  const prefix = `${challenge}.`;
  const view = padded(prefix + "0".repeat(COUNTER_DIGITS));
  // The blocks before the counter are the same for every try, so they are hashed once.
  const fixed = Math.floor(prefix.length / BLOCK) * BLOCK;
  const before = START.slice();
  for (let at = 0; at < fixed; at += BLOCK) compress(before, view, at);
  const state = new Int32Array(8);
  let next = 0;

  const isProof = (counter: number): boolean => {
    for (let digit = 0; digit < COUNTER_DIGITS; digit++) {
      const nibble = (counter >>> (28 - digit * 4)) & 15;
      view.setUint8(prefix.length + digit, nibble < 10 ? 48 + nibble : 87 + nibble);
    }
    state.set(before);
    for (let at = fixed; at < view.byteLength; at += BLOCK) compress(state, view, at);
    return Math.clz32(state[0] ?? 0) >= difficulty;
  };
  return {
    findWithin(tries: number): string | undefined {
      for (const end = next + tries; next < end; next++) {
        if (isProof(next)) return next.toString(16).padStart(COUNTER_DIGITS, "0");
      }
      return undefined;
    },
  };
}
