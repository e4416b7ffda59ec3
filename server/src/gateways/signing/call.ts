/** Makes one call to a partner, signed or plain: bounded in time and size, only to its own origin. */
import { tryParseJson } from "../../platform/http/json.ts";
import { signedHeaders, type SigningKey } from "./sign.ts";

/** The largest answer read; a longer one counts as unreadable (reliability 2.5). */
export const ANSWER_BYTES_MAX = 1_048_576;

export type Partner = {
  /** Scheme, host and port from our own settings, never from a message. */
  origin: string;
  key: SigningKey;
  /** For the whole call, from connecting to the last byte. */
  timeoutMs: number;
  clock: { now(): Date };
  random: { bytes(count: number): Uint8Array };
};

/** Either an HTTP status with its parsed JSON, or the reason why nothing can be concluded. */
export type Reply =
  | { answered: true; status: number; body: unknown }
  | { answered: false; reason: string; cause?: unknown };

/**
 * The origin must be https, whose certificate also stops a name that was bent to an inside address;
 * plain http is taken for the loopback of the pretend outside world only. Throws on any other.
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

/** Never throws: whatever goes wrong is a reply that was not heard. */
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

/** The same call to a partner that takes no signature of ours. Never throws either. */
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
    // Not JSON is nothing we understand, which every reader treats as unknown.
    return { answered: true, status: response.status, body: tryParseJson(text) };
  } catch (cause) {
    const isTimeout = cause instanceof Error && cause.name === "TimeoutError";
    return { answered: false, reason: isTimeout ? "no answer in time" : "no answer", cause };
  }
}

/** The body as text, or nothing when it passes the cap; the rest is then not even read. */
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
