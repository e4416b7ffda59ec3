/**
 * Keeps an idempotency key per intent before anything is sent, so a retry after a lost answer has
 * one effect.
 */
import { isAnswered } from "./failure.ts";
import { forget, isText, keep, recall } from "./storage.ts";

const KEPT_MS = 7 * 86_400_000;
const PREFIX = "intent:";

/** A random key of 32 hex figures; randomUUID is missing on plain http, getRandomValues is not. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The key of an intent: the one kept from an unanswered try, else a new one, kept for 7 days. */
export function keyFor(intent: string): string {
  const kept = recall(PREFIX + intent, isText);
  if (kept) return kept;
  const key = newKey();
  keep(PREFIX + intent, key, Date.now() + KEPT_MS);
  return key;
}

/** Ends an intent: the next try of the same name is a new one. */
export const settleKey = (intent: string): void => forget(PREFIX + intent);

/**
 * Runs a call under its intent's key. The key is settled by any clear answer, yes or no, and kept
 * while the outcome is
 * unknown. `intent` names the effect and its object, as `redeem:{session}`.
 */
export async function underKey<T>(intent: string, run: (key: string) => Promise<T>): Promise<T> {
  const outcome = run(keyFor(intent));
  await outcome.then(
    () => settleKey(intent),
    (failure: unknown) => isAnswered(failure) && settleKey(intent),
  );
  return outcome;
}
