/**
 * Stores an idempotency key per intent before anything is sent, so that a retry after a lost
 * response has one effect.
 */
import { isDefiniteFailure } from "./failure.ts";
import { removeEntry, isString, writeEntry, readEntry } from "./storage.ts";

const RETENTION_MS = 7 * 86_400_000;
const PREFIX = "intent:";

/**
 * Returns a random key of 32 hex digits; randomUUID is missing on plain http, getRandomValues is
 * not.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Returns the key of an intent: the stored one of an unanswered try, else a new one, stored for 7
 * days.
 */
export function idempotencyKeyFor(intent: string): string {
  const stored = readEntry(PREFIX + intent, isString);
  if (stored) return stored;
  const key = newIdempotencyKey();
  writeEntry(PREFIX + intent, key, Date.now() + RETENTION_MS);
  return key;
}

/** Ends an intent: the next try with the same name gets a new key. */
export const clearIdempotencyKey = (intent: string): void => removeEntry(PREFIX + intent);

/**
 * Runs a call under its intent's key. Any definite response, success or refusal, ends the intent;
 * the key stays stored while the outcome is unknown. `intent` names the effect and its object, as
 * `redeem:{session}`.
 */
export async function withIdempotencyKey<T>(
  intent: string,
  run: (key: string) => Promise<T>,
): Promise<T> {
  const outcome = run(idempotencyKeyFor(intent));
  await outcome.then(
    () => clearIdempotencyKey(intent),
    (failure: unknown) => isDefiniteFailure(failure) && clearIdempotencyKey(intent),
  );
  return outcome;
}
