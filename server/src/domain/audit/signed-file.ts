/**
 * Signed files of the audit log: a text, its Ed25519 signature and the public key, together in one
 * JSON object. The private key is derived from APP_SECRET and never stored; since the file contains
 * the public key, it can be verified after APP_SECRET was rotated (decision 0059).
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

/** Prefix before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

const privateKeyOf = (secrets: Secrets): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, secrets.key("audit")]),
    format: "der",
    type: "pkcs8",
  });

/** Returns the public key of the present APP_SECRET: SPKI in base64. */
export const publicKeyOf = (secrets: Secrets): string =>
  createPublicKey(privateKeyOf(secrets)).export({ format: "der", type: "spki" }).toString("base64");

/** Returns the bytes of a signed file with this content. */
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

/**
 * Returns the content of a signed file; undefined when it is no signed file or the signature does
 * not match its public key.
 */
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
    // Not JSON, or not a key: the file was not written by this program.
    return undefined;
  }
}

/** SHA-256 of a file, hex. */
export const fileHash = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");
