/**
 * WeChat Pay's signatures (API v3): signs our requests, and verifies WeChat's answers and
 * notifications.
 */
import { sign, verify } from "node:crypto";
import type { PlatformKey, WechatPayAccount } from "./account.ts";

/**
 * How far WeChat's clock may differ from our server's, in either direction (reliability.md 2.5).
 */
export const CLOCK_SKEW_MS = 300_000;
const SCHEME = "WECHATPAY2-SHA256-RSA2048";

/** Returns RSA-SHA256 over the lines, each ended by a line feed, in base64. */
export const signLines = (lines: readonly string[], { privateKey }: WechatPayAccount): string =>
  sign("sha256", Buffer.from(linesOf(lines)), privateKey).toString("base64");

const linesOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

const NONCE_BYTES = 16;
export const newNonce = ({ random }: Pick<WechatPayAccount, "random">): string =>
  Buffer.from(random.bytes(NONCE_BYTES)).toString("hex").toUpperCase();

/** Seconds since 1970, as WeChat uses them. */
export const unixSeconds = (at: Date): string => String(Math.floor(at.getTime() / 1000));

/** Returns the `Authorization` header of one request; `path` includes the query. */
export function authorizationOf(
  account: WechatPayAccount,
  request: { method: string; path: string; rawBody: string },
): string {
  const timestamp = unixSeconds(account.clock.now());
  const nonce = newNonce(account);
  const { method, path, rawBody } = request;
  const parts = {
    mchid: account.merchantId,
    nonce_str: nonce,
    signature: signLines([method, path, timestamp, nonce, rawBody], account),
    timestamp,
    serial_no: account.serial,
  };
  const listed = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
  return `${SCHEME} ${listed.join(",")}`;
}

/**
 * The headers of everything that WeChat signs; each is undefined unless it was sent exactly once.
 */
export type SignatureHeaders = {
  readonly serial: string | undefined;
  readonly timestamp: string | undefined;
  readonly nonce: string | undefined;
  readonly signature: string | undefined;
};

export const SIGNATURE_HEADER_NAMES = {
  serial: "wechatpay-serial",
  timestamp: "wechatpay-timestamp",
  nonce: "wechatpay-nonce",
  signature: "wechatpay-signature",
} as const;

/**
 * Accepts only the canonical base64: a lenient decoder would accept several texts for one
 * signature.
 */
function bytesOf(base64: string): Buffer | undefined {
  const bytes = Buffer.from(base64, "base64");
  return bytes.toString("base64") === base64 ? bytes : undefined;
}

/**
 * Returns why the bytes are not a recent message signed by WeChat, or `undefined` when they are.
 */
export function signatureFaultOf(
  { serial, timestamp, nonce, signature }: SignatureHeaders,
  rawBody: Uint8Array,
  { keys, now }: { keys: readonly PlatformKey[]; now: Date },
): string | undefined {
  if (!serial || !timestamp || !nonce || !signature) return "unsigned";
  const known = keys.find(({ id }) => id === serial);
  if (!known) return "stranger";
  if (!/^\d{10}$/.test(timestamp) || !/^[\x21-\x7e]{1,64}$/.test(nonce)) return "malformed";
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > CLOCK_SKEW_MS) return "stale";
  const bytes = bytesOf(signature);
  if (!bytes) return "malformed";
  const text = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), rawBody, Buffer.from("\n")]);
  return verify("sha256", text, known.key, bytes) ? undefined : "forged";
}
