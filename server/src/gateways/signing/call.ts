/**
 * Sends one HTTP call to a partner, signed or unsigned, with limits on time and size, and only to
 * the partner's own origin.
 */
import type { RecordExchange } from "../../domain/fulfilment/port.ts";
import { tryParseJson } from "../../platform/http/json.ts";
import { signedHeaders, type SigningKey } from "./sign.ts";

/** Maximum answer size in bytes; a longer answer counts as unreadable (reliability 2.5). */
export const ANSWER_BYTES_MAX = 1_048_576;

export type Partner = {
  /** Scheme, host and port from our own settings, never from a message. */
  origin: string;
  key: SigningKey;
  /** Timeout of the whole call, from connecting to the last byte. */
  timeoutMs: number;
  clock: { now(): Date };
  random: { bytes(count: number): Uint8Array };
  /** Called after each exchange about an order; only suppliers have it. */
  record?: RecordExchange;
};

/** An HTTP status with its parsed JSON, or the reason why the result is unknown. */
export type Reply =
  | { answered: true; status: number; body: unknown }
  | { answered: false; reason: string; cause?: unknown };

/**
 * Returns the parsed origin. It must be https: the certificate also protects against a name that
 * was redirected to an internal address. Plain http is accepted only for the sandbox on the
 * loopback address. Throws TypeError for any other origin.
 */
export function requireSafeOrigin(origin: string): URL {
  const url = new URL(origin);
  const isLoopback = ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback);
  if (!isSafe || url.username || url.password || url.pathname !== "/" || url.search) {
    throw new TypeError(`A partner's origin must be https and bare: ${url.protocol}//${url.host}`);
  }
  return url;
}

/** Sends a signed call. Never throws: every failure is a reply with `answered: false`. */
export async function signedCall(
  partner: Partner,
  call: { method: "GET" | "POST"; path: string; body?: unknown },
): Promise<Reply> {
  const rawBody = rawBodyOf(call);
  const headers = signedHeaders(
    {
      method: call.method,
      path: call.path,
      rawBody,
      now: partner.clock.now(),
      nonce: partner.random.bytes(16),
    },
    partner.key,
  );
  return unsignedCall(partner, { ...call, headers });
}

const rawBodyOf = ({ body }: { body?: unknown }): string =>
  body === undefined ? "" : JSON.stringify(body);

/** Sends the same call to a partner that needs no signature from our server. Never throws. */
export async function unsignedCall(
  partner: Pick<Partner, "origin" | "timeoutMs">,
  call: {
    method: "GET" | "POST";
    path: string;
    body?: unknown;
    headers?: Readonly<Record<string, string>>;
  },
): Promise<Reply> {
  const rawBody = rawBodyOf(call);
  try {
    const response = await fetch(new URL(call.path, requireSafeOrigin(partner.origin)), {
      method: call.method,
      headers: {
        ...call.headers,
        accept: "application/json",
        ...(rawBody ? { "content-type": "application/json" } : {}),
      },
      ...(rawBody ? { body: rawBody } : {}),
      redirect: "error",
      signal: AbortSignal.timeout(partner.timeoutMs),
    });
    const text = await readCapped(response);
    if (text === undefined) return { answered: false, reason: "answer too long" };
    // A body that is not JSON becomes `undefined`, which every caller treats as unknown.
    return { answered: true, status: response.status, body: tryParseJson(text) };
  } catch (cause) {
    const isTimeout = cause instanceof Error && cause.name === "TimeoutError";
    return { answered: false, reason: isTimeout ? "no answer in time" : "no answer", cause };
  }
}

/**
 * Returns the body as text, or `undefined` when it exceeds the limit; the rest is then not read.
 */
async function readCapped(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > ANSWER_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
