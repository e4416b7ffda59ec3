/**
 * Signed files of the audit: a text, its Ed25519 signature and the public key, together in one JSON object. The private
 * key is derived from APP_SECRET and stored nowhere; since the public key is kept with the text, a file can be verified
 * after the secret was rotated (decision 0059).
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import type { Secrets } from "../../platform/secrets.ts";

/** What stands before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

const privateKeyOf = (secrets: Secrets): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, secrets.key("audit")]),
    format: "der",
    type: "pkcs8",
  });

/** The public key that belongs to the present secret: SPKI in base64. */
export const publicKeyOf = (secrets: Secrets): string =>
  createPublicKey(privateKeyOf(secrets)).export({ format: "der", type: "spki" }).toString("base64");

/** The bytes of a signed file with this content. */
export function signedFile(secrets: Secrets, content: object): Buffer {
  const body = JSON.stringify(content);
  const signature = sign(null, Buffer.from(body), privateKeyOf(secrets)).toString("base64");
  return Buffer.from(`${JSON.stringify({ body, publicKey: publicKeyOf(secrets), signature })}\n`);
}

export type SignedContent = {
  readonly content: unknown;
  /** SPKI in base64. */
  readonly publicKey: string;
};

const isText = (value: unknown): value is string => typeof value === "string";

/** What a signed file holds; undefined when it is none, or does not bear the signature of the key it names. */
export function verifySignedFile(bytes: Uint8Array): SignedContent | undefined {
  try {
    const { body, publicKey, signature } = JSON.parse(Buffer.from(bytes).toString("utf8"));
    if (!isText(body) || !isText(publicKey) || !isText(signature)) return undefined;
    const key = createPublicKey({
      key: Buffer.from(publicKey, "base64"),
      format: "der",
      type: "spki",
    });
    const isSigned = verify(null, Buffer.from(body), key, Buffer.from(signature, "base64"));
    return isSigned ? { content: JSON.parse(body), publicKey } : undefined;
  } catch {
    // Not JSON, or not a key: whoever wrote this was not us.
    return undefined;
  }
}

/** SHA-256 of a file, hex. */
export const fileHash = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");
