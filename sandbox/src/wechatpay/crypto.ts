/** WeChat Pay's side of its own cryptography: judging the merchant's signature, signing, and sealing what it tells. */
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
/** WeChat takes no request that was signed longer ago. */
const SKEW_SECONDS = 300;

export type Request = { method: string; path: string; authorization: string; rawBody: Buffer };

const signedText = (lines: readonly string[], rawBody: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(lines.map((line) => `${line}\n`).join("")),
    rawBody,
    Buffer.from("\n"),
  ]);

/** The four headers under which WeChat says anything. */
export type SignatureHeaders = {
  "wechatpay-serial": string;
  "wechatpay-timestamp": string;
  "wechatpay-nonce": string;
  "wechatpay-signature": string;
};

/** Reading a key costs as much as signing with it, so each is read once. */
const readKeys = new Map<string, KeyObject>();
function privateKeyOf({ platformPrivateKey: pem }: WechatPayKeys): KeyObject {
  const key = readKeys.get(pem) ?? createPrivateKey(pem);
  readKeys.set(pem, key);
  return key;
}

/** Signs bytes as they will be sent. */
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

/** Says whether the merchant signed this request, just now. */
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
/** What a notification is about, by WeChat's names. */
export type NoticeKind = "transaction" | "refund" | "mch_payment";

/** Seals what a notification is about with the merchant's API v3 key. */
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
