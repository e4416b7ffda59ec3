/**
 * Remembers each nonce for at least ten minutes, in two sets of which the older one is dropped at
 * each turn.
 */

/** Twice the allowed clock skew: no message can be fresh for longer. */
const NONCE_LIFETIME_MS = 600_000;

export interface NonceMemory {
  /**
   * Returns true the first time a nonce is used, and false when it is used again within its
   * lifetime.
   */
  claim(nonce: string, now: Date): boolean;
}

/**
 * Creates the nonce memory of one process. A replay to another process has no effect, because a
 * callback's event is applied only once by any process (reliability 3.6, inbox).
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
