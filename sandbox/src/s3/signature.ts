/** Verifies AWS Signature Version 4: rebuilds the canonical request from the received one. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

export type S3Keys = {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
};
export type ReceivedRequest = {
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
};

/** "ok", or S3's error code. */
export type SignatureResult =
  | "ok"
  | "AccessDenied"
  | "InvalidAccessKeyId"
  | "RequestTimeTooSkewed"
  | "XAmzContentSHA256Mismatch"
  | "SignatureDoesNotMatch";

const SKEW_MS = 15 * 60_000;
const FORM =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/;
const TIME = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;
const NEEDED = ["host", "x-amz-content-sha256", "x-amz-date"];

const hash = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex");
const mac = (key: string | Buffer, text: string): Buffer =>
  createHmac("sha256", key).update(text).digest();

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function canonicalQuery(query: string): string {
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => [
    encoded(name),
    encoded(value),
  ]);
  return pairs
    .map((pair) => pair.join("="))
    .toSorted()
    .join("&");
}

function signatureOf(
  received: ReceivedRequest,
  given: { names: string; scope: string; secretKey: string },
) {
  const { method, url, headers } = received;
  const { names, scope, secretKey } = given;
  const [path = "", query = ""] = url.split("?");
  const lines = names
    .split(";")
    .map(
      (name) =>
        `${name}:${String((Object.hasOwn(headers, name) ? headers[name] : undefined) ?? "").trim()}\n`,
    );
  const bodyHash = String(headers["x-amz-content-sha256"]);
  const encodedPath = decodeURIComponent(path).split("/").map(encoded).join("/");
  const canonical = [method, encodedPath, canonicalQuery(query), lines.join(""), names, bodyHash];
  const time = String(headers["x-amz-date"]);
  const text = ["AWS4-HMAC-SHA256", time, scope, hash(canonical.join("\n"))].join("\n");
  const key = scope.split("/").reduce<string | Buffer>(mac, `AWS4${secretKey}`);
  return mac(key, text);
}

const timeOf = (text: string): number =>
  Date.parse(text.replace(TIME, (_, ...p) => `${p[0]}-${p[1]}-${p[2]}T${p[3]}:${p[4]}:${p[5]}Z`));

/** Returns "ok", or why the request is rejected. `now` is in ms. */
export function verifySignature(
  received: ReceivedRequest,
  keys: S3Keys,
  now: number,
): SignatureResult {
  const form = FORM.exec(String(received.headers["authorization"] ?? ""));
  if (!form) return "AccessDenied";
  const [, accessKey, day = "", region = "", names = "", signature = ""] = form;
  if (accessKey !== keys.accessKey) return "InvalidAccessKeyId";
  const time = String(received.headers["x-amz-date"] ?? "");
  if (!TIME.test(time) || !time.startsWith(day) || region !== keys.region) return "AccessDenied";
  if (!(Math.abs(timeOf(time) - now) <= SKEW_MS)) return "RequestTimeTooSkewed";
  if (NEEDED.some((name) => !names.split(";").includes(name))) return "AccessDenied";
  if (received.headers["x-amz-content-sha256"] !== hash(received.body))
    return "XAmzContentSHA256Mismatch";
  const scope = `${day}/${region}/s3/aws4_request`;
  const right = signatureOf(received, { names, scope, secretKey: keys.secretKey });
  return timingSafeEqual(right, Buffer.from(signature, "hex")) ? "ok" : "SignatureDoesNotMatch";
}
