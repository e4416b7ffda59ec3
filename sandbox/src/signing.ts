/**
 * The partners' implementation of message signing: a separate copy, since real partners share no
 * code with us.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "./clock.ts";
import type { PartnerKey } from "./keys.ts";

const CLOCK_SKEW_MS = 300_000;
const NONCE_LIFETIME_MS = 600_000;

type Signed = { method: string; path: string; rawBody: string | Buffer };
type Stamp = { timestamp: string; nonce: string };

function signatureOf(message: Signed & Stamp, secret: string): string {
  const digest = createHash("sha256").update(message.rawBody).digest("hex");
  const { timestamp, nonce, method, path } = message;
  const text = `${timestamp}.${nonce}.${method}.${path}.${digest}`;
  return createHmac("sha256", secret).update(text).digest("hex");
}

/** Returns the headers of a message sent now. */
export function signedHeaders(message: Signed, key: PartnerKey, clock: Clock) {
  const timestamp = String(clock.now().getTime());
  const nonce = randomBytes(16).toString("hex");
  return {
    "x-key-id": key.keyId,
    "x-timestamp": timestamp,
    "x-nonce": nonce,
    "x-signature": signatureOf({ ...message, timestamp, nonce }, key.secret),
  };
}

export type SignatureCheck = (
  message: Signed & { headers: Readonly<Record<string, string | string[] | undefined>> },
) => boolean;

/**
 * Returns a check that is true for a message signed with the key within five minutes under an
 * unused nonce.
 */
export function createSignatureCheck(key: PartnerKey, clock: Clock): SignatureCheck {
  const seen = new Map<string, number>();
  return (message) => {
    const header = (name: string) => String(message.headers[name] ?? "");
    const timestamp = header("x-timestamp");
    const nonce = header("x-nonce");
    const now = clock.now().getTime();
    if (header("x-key-id") !== key.keyId) return false;
    if (!/^\d{13}$/.test(timestamp) || !/^[0-9a-f]{32}$/.test(nonce)) return false;
    if (Math.abs(now - Number(timestamp)) > CLOCK_SKEW_MS) return false;

    const expected = Buffer.from(signatureOf({ ...message, timestamp, nonce }, key.secret));
    const given = Buffer.from(header("x-signature"));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;

    for (const [old, takenAt] of seen) {
      if (now - takenAt < NONCE_LIFETIME_MS) break;
      seen.delete(old);
    }
    if (seen.has(nonce)) return false;
    seen.set(nonce, now);
    return true;
  };
}
