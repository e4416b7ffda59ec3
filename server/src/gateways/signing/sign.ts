/** Signs one message between us and a partner, the same way in either direction. */
import { createHash, createHmac } from "node:crypto";

/** What partners call us by, and the secret both sides hold. */
export type SigningKey = { keyId: string; secret: string };

export type SignedHeaders = {
  "x-key-id": string;
  "x-timestamp": string;
  "x-nonce": string;
  "x-signature": string;
};

/** The part of a message a signature covers; `path` includes the query, `rawBody` may be empty. */
export type SignedParts = {
  method: string;
  path: string;
  rawBody: string | Uint8Array;
  /** Milliseconds since 1970, as text. */
  timestamp: string;
  /** 16 random bytes in hex, used once. */
  nonce: string;
};

/** HMAC-SHA256 in lower-case hex over time, nonce, method, path and the digest of the body. */
export function signatureOf(parts: SignedParts, secret: string): string {
  const digest = createHash("sha256").update(parts.rawBody).digest("hex");
  const { timestamp, nonce, method, path } = parts;
  return createHmac("sha256", secret)
    .update(`${timestamp}.${nonce}.${method.toUpperCase()}.${path}.${digest}`)
    .digest("hex");
}

/** The four headers of a signed message sent at `now` with 16 fresh random bytes. */
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
