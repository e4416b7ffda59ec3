/**
 * Signs a cloud request as the public client does (cloud-protocol §3); the signature proves which
 * app calls.
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { CloudConfig } from "./config.ts";
import { hmacSha256, sha256 } from "./sha256.ts";

export type Signable = {
  readonly method: "GET" | "POST";
  /** Not percent-encoded, without the endpoint's own prefix. */
  readonly path: string;
  /** Without its question mark. */
  readonly query: string;
  /** Empty for a request without a body. */
  readonly body: string;
  /** Every signed header, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
};

/** Returns the value of `Authorization`; `headers` must contain `x-client-timestamp`. */
export function authorization(
  { accessKey, secretKey }: Pick<CloudConfig, "accessKey" | "secretKey">,
  { method, path, query, body, headers }: Signable,
): string {
  const sorted = Object.keys(headers).toSorted();
  const names = sorted.join(";");
  const lines = sorted.map((name) => `${name}:${ownValue(headers, name)}`);
  const canonical = [method, path, query, ...lines, "", names, sha256(body), ""].join("\n");
  const time = headers["x-client-timestamp"] ?? "";
  const text = `HMAC-SHA256\n${time}\n${sha256(canonical)}\n`;
  const signature = hmacSha256(secretKey, text);
  return `HMAC-SHA256 Credential=${accessKey}, SignedHeaders=${names}, Signature=${signature}`;
}

export type SocketCall = {
  readonly name: string;
  readonly nonce: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Only `authorization` of these is signed. */
  readonly query?: Readonly<Record<string, string>>;
};

/** Returns the address of a cloud socket with its signed query (cloud-protocol §9). */
export function signedSocketUrl(
  { accessKey, secretKey, wsEndpoint }: CloudConfig,
  { name, nonce, now, query = {} }: SocketCall,
): string {
  const own = { accessKeyId: accessKey, signatureNonce: nonce, timestamp: String(now) };
  const { authorization: token } = query;
  const signed = { ...(token === undefined ? {} : { authorization: token }), ...own };
  const pairs = Object.entries(signed).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const path = `/ws/function/${name}`;
  const host = wsEndpoint.replace(/^wss?:\/\//, "");
  const text = `${path}\n${pairs.map((pair) => pair.join("=")).join("&")}\nhost:${host}`;
  const signature = hmacSha256(secretKey, `HMAC-SHA256\n${sha256(text)}`);
  const all = Object.entries({ ...query, ...own, signature });
  const queryText = all.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");
  return `${wsEndpoint}${path}?${queryText}`;
}
