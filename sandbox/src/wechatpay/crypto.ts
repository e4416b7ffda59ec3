/**
 * WeChat Pay's side of its cryptography: verifies the merchant's signature, signs answers and
 * encrypts notifications.
 */
import {
  createCipheriv,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from "node:crypto";
import type { Clock } from "../clock.ts";
import type { WechatPayKeys } from "./keys.ts";

const SCHEME = "WECHATPAY2-SHA256-RSA2048 ";
/** WeChat rejects requests that were signed longer ago. */
const SKEW_SECONDS = 300;

export type Request = { method: string; path: string; authorization: string; rawBody: Buffer };

const signedText = (lines: readonly string[], rawBody: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(lines.map((line) => `${line}\n`).join("")),
    rawBody,
    Buffer.from("\n"),
  ]);

/** The four headers of everything that WeChat signs. */
export type SignatureHeaders = {
  "wechatpay-serial": string;
  "wechatpay-timestamp": string;
  "wechatpay-nonce": string;
  "wechatpay-signature": string;
};

/** Parsing a key costs as much as signing with it, so each key is parsed once. */
const readKeys = new Map<string, KeyObject>();
function privateKeyOf({ platformPrivateKey: pem }: WechatPayKeys): KeyObject {
  const key = readKeys.get(pem) ?? createPrivateKey(pem);
  readKeys.set(pem, key);
  return key;
}

/** Signs bytes exactly as they will be sent. */
export function signatureHeaders(
  rawBody: string | Buffer,
  keys: WechatPayKeys,
  now: Date,
): SignatureHeaders {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const nonce = randomBytes(16).toString("hex");
  const text = signedText([timestamp, nonce], Buffer.from(rawBody));
  return {
    "wechatpay-serial": keys.platformKeyId,
    "wechatpay-timestamp": timestamp,
    "wechatpay-nonce": nonce,
    "wechatpay-signature": sign("sha256", text, privateKeyOf(keys)).toString("base64"),
  };
}

/** Returns a check that the merchant signed a request recently. */
export function createMerchantCheck(keys: WechatPayKeys, clock: Clock) {
  const key: KeyObject = createPublicKey(keys.merchantPublicKey);
  return ({ method, path, authorization, rawBody }: Request): boolean => {
    if (!authorization.startsWith(SCHEME)) return false;
    const listed = authorization.slice(SCHEME.length).matchAll(/(\w+)="([^"]*)"(?:,|$)/g);
    const parts = new Map([...listed].map(([, name = "", value = ""]) => [name, value]));
    const timestamp = parts.get("timestamp") ?? "";
    const skew = Math.abs(clock.now().getTime() / 1000 - Number(timestamp));
    const isKnown =
      parts.get("mchid") === keys.merchantId && parts.get("serial_no") === keys.merchantSerial;
    if (!isKnown || !(skew <= SKEW_SECONDS)) return false;
    const text = signedText([method, path, timestamp, parts.get("nonce_str") ?? ""], rawBody);
    return verify("sha256", text, key, Buffer.from(parts.get("signature") ?? "", "base64"));
  };
}

const NONCE_CHARACTERS = 12;
/** The subject of a notification, by WeChat's names. */
export type NoticeKind = "transaction" | "refund" | "mch_payment";

/** Encrypts the content of a notification with the merchant's API v3 key. */
export function encryptResource(kind: NoticeKind, content: object, apiV3Key: string) {
  const nonce = randomBytes(NONCE_CHARACTERS).toString("base64url").slice(0, NONCE_CHARACTERS);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(apiV3Key), Buffer.from(nonce));
  cipher.setAAD(Buffer.from(kind));
  const body = Buffer.concat([cipher.update(JSON.stringify(content), "utf8"), cipher.final()]);
  return {
    original_type: kind,
    algorithm: "AEAD_AES_256_GCM",
    ciphertext: Buffer.concat([body, cipher.getAuthTag()]).toString("base64"),
    associated_data: kind,
    nonce,
  };
}
