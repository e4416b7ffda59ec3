/** Verifies that a message was signed by a known partner, recently, and is not a replay. */
import { timingSafeEqual } from "node:crypto";
import type { NonceMemory } from "./nonces.ts";
import { type SigningKey, signatureOf } from "./sign.ts";

/**
 * How far a partner's clock may differ from our server's, in either direction (reliability 2.5).
 */
export const CLOCK_SKEW_MS = 300_000;

/** A received message: the raw body before any parsing; header names in lower case. */
export type InboundMessage = {
  method: string;
  /** With the query, exactly as in the request line. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: string | Uint8Array;
};

export type SignatureCheck = "genuine" | "unsigned" | "stranger" | "stale" | "forged" | "replayed";

/**
 * Verifies a signature. `keys` are all valid keys: two for one partner while its secret rotates.
 * The nonce is stored only for a genuine message, so that strangers cannot fill the memory.
 */
export function verifySignature(
  message: InboundMessage,
  verification: { keys: readonly SigningKey[]; nonces: NonceMemory; now: Date },
): SignatureCheck {
  const keyId = singleHeader(message.headers["x-key-id"]);
  const timestamp = singleHeader(message.headers["x-timestamp"]);
  const nonce = singleHeader(message.headers["x-nonce"]);
  const signature = singleHeader(message.headers["x-signature"]);
  if (!keyId || !timestamp || !nonce || !signature) return "unsigned";

  // A header that was sent twice is joined by a comma and does not match these patterns.
  if (!/^\d{13}$/.test(timestamp) || !/^[0-9a-f]{32}$/.test(nonce)) return "forged";
  const key = verification.keys.find((known) => known.keyId === keyId);
  if (!key) return "stranger";
  if (Math.abs(verification.now.getTime() - Number(timestamp)) > CLOCK_SKEW_MS) return "stale";

  const { method, path, rawBody } = message;
  const expected = signatureOf({ method, path, rawBody, timestamp, nonce }, key.secret);
  if (!sameText(expected, signature)) return "forged";
  return verification.nonces.claim(`${keyId}.${nonce}`, verification.now) ? "genuine" : "replayed";
}

function singleHeader(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" ? header : undefined;
}

/** Compares in constant time, so that the duration does not reveal how many characters match. */
function sameText(expected: string, given: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(given);
  return left.length === right.length && timingSafeEqual(left, right);
}
