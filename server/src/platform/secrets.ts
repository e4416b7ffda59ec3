/**
 * Keys and cryptography: keyed hashes for lookup, sealed fields at rest, tokens derived from ids.
 * Each purpose has its own key, so a leaked key affects one purpose only.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { invariant } from "./refusal.ts";

export type Purpose =
  | "access-token"
  | "code-lookup"
  | "phone-lookup"
  | "closed-identity"
  | "card-lookup"
  | "desk-codes"
  | "account-lookup"
  | "address-lookup"
  | "field"
  | "sms-code"
  | "receipt"
  | "code-session"
  | "code-export"
  | "code-proof"
  | "code-guesser"
  | "refresh"
  | "wechat-state"
  | "operator-ticket"
  | "operator-recovery"
  | "pay-password"
  | "quote"
  | "audit"
  | "invite-signal"
  | "partner-member"
  | "file-policy"
  | "file-link"
  | "export-mark";

export type Secrets = {
  /** The 32-byte key of a purpose. */
  key(purpose: Purpose): Uint8Array;
  /** The keys whose signatures are valid now, the signing one first. */
  verifyingKeys(purpose: Purpose): readonly Uint8Array[];
  /**
   * Whether `given`, base64url, is the HMAC of a text under a valid key, cut to `bytes` bytes. Takes
   * the same time wherever the texts differ.
   */
  isMac(purpose: Purpose, text: string, given: string, bytes?: number): boolean;
  /**
   * HMAC-SHA-256 of a text under a purpose's key: a lookup key that a leaked database cannot
   * reverse.
   */
  mac(purpose: Purpose, text: string): Buffer;
  /**
   * A 128-bit token derived from an id, base64url, 22 characters: it can be made again, so it is
   * never stored.
   */
  deriveToken(purpose: Purpose, id: string): string;
  /**
   * A 128-bit token derived from an id, base64url, 22 characters: it can be derived again, so it is
   * never stored.
   */
  seal(text: string, place: string): Buffer;
  /** Opens what `seal` made; throws when the bytes or the place were changed. */
  open(sealed: Uint8Array, place: string): string;
};

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MAC_BYTES = 32;
/** Bytes of a derived token. */
export const DERIVED_TOKEN_BYTES = 16;

/** SHA-256 of a token: the form in which tokens of 128 bits or more are stored for lookup. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Compares two texts in constant time, so that the time does not reveal where they differ. */
export function constantTimeEqual(a: string, b: string): boolean {
  const left = createHash("sha256").update(a).digest();
  const right = createHash("sha256").update(b).digest();
  return timingSafeEqual(left, right);
}

/**
 * Purposes whose signatures are short-lived or can be made again: they change with `APP_SECRET`. What
 * is stored for long (sealed fields, lookup hashes) keeps the root of the data.
 */
const SIGNING: ReadonlySet<Purpose> = new Set<Purpose>([
  "access-token",
  "file-policy",
  "file-link",
  "wechat-state",
  "quote",
  "sms-code",
  "audit",
]);

/** The roots besides the one that signs. */
export type OtherRoots = {
  /** The root of everything stored; the signing root without it. */
  readonly data?: string | undefined;
  /** The signing root before the last rotation: it verifies until this instant, ms. */
  readonly old?: { readonly root: string; readonly endsAt: number } | undefined;
  /** The time, ms. */
  readonly now?: () => number;
};

/** Returns a function that derives and keeps the key of each purpose. */
function deriver(root: string): (purpose: Purpose) => Uint8Array {
  const keys = new Map<Purpose, Uint8Array>();
  return (purpose) => {
    const known = keys.get(purpose);
    if (known) return known;
    const made = new Uint8Array(hkdfSync("sha256", root, "yunjing", purpose, 32));
    keys.set(purpose, made);
    return made;
  };
}

/**
 * Derives every purpose's key from a root secret of at least 32 bytes (HKDF-SHA-256). `root` signs;
 * while a rotation lasts, its predecessor verifies too (decision 0101).
 */
export function createSecrets(
  root: string,
  { data = root, old, now = Date.now }: OtherRoots = {},
): Secrets {
  const [signingKey, dataKey, oldKey] = [deriver(root), deriver(data), deriver(old?.root ?? root)];
  const key = (purpose: Purpose): Uint8Array =>
    SIGNING.has(purpose) ? signingKey(purpose) : dataKey(purpose);
  const verifyingKeys = (purpose: Purpose): readonly Uint8Array[] =>
    old && SIGNING.has(purpose) && now() < old.endsAt
      ? [key(purpose), oldKey(purpose)]
      : [key(purpose)];
  const macWith = (one: Uint8Array, text: string) =>
    createHmac("sha256", one).update(text).digest();
  const mac = (purpose: Purpose, text: string) =>
    createHmac("sha256", key(purpose)).update(text).digest();
  return {
    key,
    verifyingKeys,
    mac,
    isMac: (purpose, text, given, bytes = MAC_BYTES) => {
      const matches = verifyingKeys(purpose).map((one) =>
        constantTimeEqual(macWith(one, text).subarray(0, bytes).toString("base64url"), given),
      );
      return matches.includes(true);
    },
    deriveToken: (purpose, id) =>
      mac(purpose, id).subarray(0, DERIVED_TOKEN_BYTES).toString("base64url"),
    seal: (text, place) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key("field"), nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), nonce, body, cipher.getAuthTag()]);
    },
    open: (sealed, place) => {
      const bytes = Buffer.from(sealed);
      invariant(bytes[0] === VERSION, "a sealed field has an unknown version");
      const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
      const tag = bytes.subarray(-TAG_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", key("field"), nonce)
        .setAAD(Buffer.from(place))
        .setAuthTag(tag);
      const body = bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
    },
  };
}
