/** Remembers each nonce for at least ten minutes, in memory that is let go of by halves. */

/** Twice the allowed clock skew: a message cannot be fresh any longer than this. */
const NONCE_LIFETIME_MS = 600_000;

export interface NonceMemory {
  /** True the first time a nonce is shown, false when it is shown again within its lifetime. */
  claim(nonce: string, now: Date): boolean;
}

/**
 * Memory of one process. A replay to another process is caught by what the callback means:
 * its event is applied once, whoever hears it (reliability 3.6, inbox).
 */
export function createNonceMemory(): NonceMemory {
  let current = new Set<string>();
  let previous = new Set<string>();
  let turnedAt = 0;
  return {
    claim(nonce, now) {
      const age = now.getTime() - turnedAt;
      if (age >= NONCE_LIFETIME_MS) {
        previous = age >= 2 * NONCE_LIFETIME_MS ? new Set() : current;
        current = new Set();
        turnedAt = now.getTime();
      }
      if (current.has(nonce) || previous.has(nonce)) return false;
      current.add(nonce);
      return true;
    },
  };
}
