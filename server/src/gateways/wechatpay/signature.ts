/** WeChat Pay's signatures (API v3): how we sign what we ask, and how we tell what WeChat says from what others say. */
import { sign, verify } from "node:crypto";
import type { PlatformKey, WechatPayAccount } from "./account.ts";

/** How far WeChat's clock may be from ours, either way (reliability.md 2.5). */
export const CLOCK_SKEW_MS = 300_000;
const SCHEME = "WECHATPAY2-SHA256-RSA2048";

/** RSA-SHA256 over the lines, each ended by a line feed, in base64. */
export const signLines = (lines: readonly string[], { privateKey }: WechatPayAccount): string =>
  sign("sha256", Buffer.from(linesOf(lines)), privateKey).toString("base64");

const linesOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

const NONCE_BYTES = 16;
export const newNonce = ({ random }: Pick<WechatPayAccount, "random">): string =>
  Buffer.from(random.bytes(NONCE_BYTES)).toString("hex").toUpperCase();

/** Seconds since 1970, as WeChat counts. */
export const unixSeconds = (at: Date): string => String(Math.floor(at.getTime() / 1000));

/** The `Authorization` of one request; `path` includes the query. */
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

/** What WeChat sends with whatever it signs; each undefined unless it came exactly once. */
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

/** Only the one way to write these bytes: what is lenient lets one signature have many faces. */
function bytesOf(base64: string): Buffer | undefined {
  const bytes = Buffer.from(base64, "base64");
  return bytes.toString("base64") === base64 ? bytes : undefined;
}

/** Why the bytes are not WeChat's, just now; undefined when they are. */
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
