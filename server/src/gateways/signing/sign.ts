/** Signs a message between us and a partner, in the same way in both directions. */
import { createHash, createHmac } from "node:crypto";

/** The id by which partners identify us, and the secret shared by both sides. */
export type SigningKey = { keyId: string; secret: string };

export type SignedHeaders = {
  "x-key-id": string;
  "x-timestamp": string;
  "x-nonce": string;
  "x-signature": string;
};

/**
 * The parts of a message that a signature covers; `path` includes the query, `rawBody` may be
 * empty.
 */
export type SignedParts = {
  method: string;
  path: string;
  rawBody: string | Uint8Array;
  /** Milliseconds since 1970, as text. */
  timestamp: string;
  /** 16 random bytes in hex, used once. */
  nonce: string;
};

/**
 * Returns the HMAC-SHA256 in lower-case hex over time, nonce, method, path and the digest of the
 * body.
 */
export function signatureOf(parts: SignedParts, secret: string): string {
  const digest = createHash("sha256").update(parts.rawBody).digest("hex");
  const { timestamp, nonce, method, path } = parts;
  return createHmac("sha256", secret)
    .update(`${timestamp}.${nonce}.${method.toUpperCase()}.${path}.${digest}`)
    .digest("hex");
}

/**
 * Returns the four headers of a signed message sent at `now`; `nonce` must be 16 fresh random
 * bytes.
 */
export function signedHeaders(
  message: { method: string; path: string; rawBody: string; now: Date; nonce: Uint8Array },
  key: SigningKey,
): SignedHeaders {
  const timestamp = String(message.now.getTime());
  const nonce = Buffer.from(message.nonce).toString("hex");
  return {
    "x-key-id": key.keyId,
    "x-timestamp": timestamp,
    "x-nonce": nonce,
    "x-signature": signatureOf({ ...message, timestamp, nonce }, key.secret),
  };
}
