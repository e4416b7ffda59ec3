/**
 * Verifies that a call was signed with the space's key: HTTP calls by their headers, sockets by
 * their query.
 */
import { ownValue } from "@yunjing/contract/own-value";
import { createHash, createHmac } from "node:crypto";
import { unescape } from "node:querystring";
import { constantTimeEqual } from "../platform/secrets.ts";
import { CloudRefusal } from "./refusal.ts";

/**
 * The space as its clients are configured. Everyone who has the client has these keys, so they
 * prove no user.
 */
export type CloudKeys = {
  readonly spaceId: string;
  readonly appId: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /**
   * Hosts that clients may have signed for sockets, besides the host of the request; with port and
   * path prefix.
   */
  readonly hosts: readonly string[];
};

export type SignedRequest = {
  /** Function calls sign the function's name; file calls sign their kind and their expiry. */
  readonly kind: "function" | "file";
  readonly method: string;
  /** Path and query below the endpoint, as received. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
};

export type Verified = {
  readonly spaceId: string;
  readonly appId: string;
  /** The called function's name; empty for file calls. */
  readonly functionName: string;
  /** Unique to this request, so it identifies a copy of the request. */
  readonly signature: string;
  /** When it was verified (ms since 1970). */
  readonly now: number;
};

/** The current time (ms since 1970), and how far a client's clock may differ from it, in ms. */
export type SignatureTime = { readonly now: number; readonly windowMs: number };

const EVERY_CALL = [
  "x-client-timestamp",
  "x-from-app-id",
  "x-from-env-id",
  "x-from-function-name",
  "x-from-instance-id",
  "x-to-env-id",
];
/** The headers that each kind of call signs, sorted and joined as the client does. */
const NAMES: Readonly<Record<SignedRequest["kind"], string>> = {
  function: [...EVERY_CALL, "x-to-function-name"].join(";"),
  file: [...EVERY_CALL, "x-data-api-type", "x-expire-timestamp"].sort().join(";"),
};

const AUTHORIZATION =
  /^HMAC-SHA256 Credential=([^,\s]{1,128}), ?SignedHeaders=([a-z;-]{1,512}), ?Signature=([0-9a-f]{64})$/;
const MS = /^\d{13}$/;

const sha256 = (data: string | Uint8Array): string =>
  createHash("sha256").update(data).digest("hex");
const hmac = (key: string, text: string): string =>
  createHmac("sha256", key).update(text).digest("hex");

/**
 * Decodes the percent-encoding of the characters that a browser encodes by itself, and of no
 * others.
 */
const asWritten = (path: string): string =>
  path.replace(/(?:%(?:[89a-f][0-9a-f]|20|22|23|3c|3e|3f|5e|60|7b|7d))+/gi, (run) => unescape(run));

/**
 * Returns what the app may have signed for this path: it signs its own text, and the request
 * contains the encoded one.
 */
function writtenPaths(path: string): ReadonlySet<string> {
  return new Set([unescape(path), path, asWritten(path)]);
}

/** Returns the path, and the query without `?`, up to a second question mark. */
export function partsOf(url: string): { path: string; query: string } {
  const [path = "", query = ""] = url.split("?");
  return { path, query };
}

const headerOf = ({ headers }: SignedRequest, name: string): string => {
  const value = ownValue(headers, name);
  return typeof value === "string" ? value : "";
};

function refuseOtherSpace(request: SignedRequest, keys: CloudKeys): void {
  const isOurs =
    headerOf(request, "x-from-app-id") === keys.appId &&
    headerOf(request, "x-from-env-id") === keys.spaceId &&
    headerOf(request, "x-to-env-id") === keys.spaceId;
  if (!isOurs) throw new CloudRefusal("SPACE_UNKNOWN");
}

/**
 * Refuses a stale request. A file call has its own expiry, at most one window ahead; a function
 * call's time must be within the window.
 */
function refuseStale(request: SignedRequest, { now, windowMs }: SignatureTime): void {
  const name = request.kind === "file" ? "x-expire-timestamp" : "x-client-timestamp";
  const text = headerOf(request, name);
  const at = Number(text);
  const isFresh =
    request.kind === "file" ? at > now && at <= now + windowMs : Math.abs(at - now) <= windowMs;
  if (!MS.test(text) || !isFresh) throw new CloudRefusal("REQUEST_STALE");
}

/** Returns the signature of this request with the given path and the space's key. */
export function signatureOf(request: SignedRequest, secretKey: string, path: string): string {
  const names = NAMES[request.kind];
  const lines = names.split(";").map((name) => `${name}:${headerOf(request, name)}\n`);
  const { query } = partsOf(request.url);
  const canonical =
    `${request.method}\n${path}\n${query}\n${lines.join("")}\n` +
    `${names}\n${sha256(request.body)}\n`;
  const at = headerOf(request, "x-client-timestamp");
  return hmac(secretKey, `HMAC-SHA256\n${at}\n${sha256(canonical)}\n`);
}

/**
 * Verifies a request. Refuses SIGNATURE_MISSING, ACCESS_KEY_UNKNOWN, SIGNED_HEADERS_WRONG,
 * SIGNATURE_WRONG, SPACE_UNKNOWN, REQUEST_STALE. A verified request may still be a copy:
 * `claimOnce` refuses copies.
 */
export function verify(request: SignedRequest, keys: CloudKeys, moment: SignatureTime): Verified {
  const authorization = headerOf(request, "authorization");
  if (!authorization.startsWith("HMAC-SHA256 ")) throw new CloudRefusal("SIGNATURE_MISSING");
  const [, accessKey, names, signature] = AUTHORIZATION.exec(authorization) ?? [];
  if (!accessKey || !signature) throw new CloudRefusal("SIGNATURE_WRONG");
  if (!constantTimeEqual(accessKey, keys.accessKey)) throw new CloudRefusal("ACCESS_KEY_UNKNOWN");
  if (names !== NAMES[request.kind]) throw new CloudRefusal("SIGNED_HEADERS_WRONG");
  const { path } = partsOf(request.url);
  const fits = [...writtenPaths(path)].some((written) =>
    constantTimeEqual(signature, signatureOf(request, keys.secretKey, written)),
  );
  if (!fits) throw new CloudRefusal("SIGNATURE_WRONG");
  refuseOtherSpace(request, keys);
  refuseStale(request, moment);
  return {
    spaceId: keys.spaceId,
    appId: keys.appId,
    signature,
    now: moment.now,
    functionName: headerOf(request, "x-to-function-name"),
  };
}

export type SignedSocket = {
  /** The function's name in the path, decoded. */
  readonly name: string;
  readonly query: URLSearchParams;
  /**
   * All ways in which the client may have written our host: with its port, and with a path prefix
   * if there is one.
   */
  readonly hosts: readonly string[];
};

/** Returns the signature of a socket request. */
export function socketSignatureOf(
  { name, query }: Pick<SignedSocket, "name" | "query">,
  secretKey: string,
  host: string,
): string {
  const signed = ["accessKeyId", "authorization", "signatureNonce", "timestamp"].flatMap((key) => {
    const value = query.get(key);
    return value === null ? [] : [`${key}=${value}`];
  });
  const text = `/ws/function/${name}\n${signed.join("&")}\nhost:${host}`;
  return hmac(secretKey, `HMAC-SHA256\n${sha256(text)}`);
}

/**
 * Verifies a socket request. Refuses as `verify` does, and HOST_UNKNOWN when there is no host that
 * it could be signed for.
 */
export function verifySocket(
  socket: SignedSocket,
  keys: CloudKeys,
  { now, windowMs }: SignatureTime,
): Verified & { readonly nonce: string } {
  const { query, hosts, name } = socket;
  const signature = query.get("signature") ?? "";
  if (!signature) throw new CloudRefusal("SIGNATURE_MISSING");
  if (!/^[0-9a-f]{64}$/.test(signature)) throw new CloudRefusal("SIGNATURE_WRONG");
  if (hosts.length === 0) throw new CloudRefusal("HOST_UNKNOWN");
  if (!constantTimeEqual(query.get("accessKeyId") ?? "", keys.accessKey)) {
    throw new CloudRefusal("ACCESS_KEY_UNKNOWN");
  }
  const fits = hosts.some((host) =>
    constantTimeEqual(signature, socketSignatureOf(socket, keys.secretKey, host)),
  );
  if (!fits) throw new CloudRefusal("SIGNATURE_WRONG");
  const timestamp = query.get("timestamp") ?? "";
  if (!MS.test(timestamp) || Math.abs(Number(timestamp) - now) > windowMs) {
    throw new CloudRefusal("REQUEST_STALE");
  }
  const nonce = query.get("signatureNonce") ?? "";
  if (!nonce) throw new CloudRefusal("REQUEST_ID_MISSING");
  return {
    spaceId: keys.spaceId,
    appId: keys.appId,
    signature,
    now,
    nonce,
    functionName: name,
  };
}
