/** Sends the requests of the console to `/console/api` and reads the envelope of each response. */
import type { OutgoingRequest } from "@yunjing/contract/calls";
import { isInBackground } from "./activity.ts";
import { ApiFailure, NETWORK } from "./failure.ts";
import { removeToken, saveToken, storedToken } from "./token.ts";

const PREFIX = "/console/api";
const TIMEOUT_MS = 30_000;

function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) pairs.append(name, String(item));
  }
  const text = pairs.toString();
  return text === "" ? "" : `?${text}`;
}

type Envelope = {
  readonly status?: unknown;
  readonly msg?: unknown;
  readonly code?: unknown;
  readonly data?: unknown;
  readonly requestId?: unknown;
};
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

async function readEnvelope(response: Response): Promise<Envelope> {
  const body: unknown = await response.json().catch(() => ({}));
  return typeof body === "object" && body !== null ? body : {};
}

/** Returns the `data` of a response; throws an ApiFailure for a refusal or another status. */
export async function readData(response: Response): Promise<unknown> {
  const envelope = await readEnvelope(response);
  if (response.status === 200 && envelope.status !== false) return envelope.data;
  throw new ApiFailure({
    code: textOf(envelope.code) ?? `HTTP_${response.status}`,
    status: response.status,
    message: textOf(envelope.msg),
    data: envelope.data,
    requestId: textOf(envelope.requestId),
  });
}

function timeoutSignal(signal: AbortSignal | undefined): AbortSignal {
  const bound = new AbortController();
  setTimeout(() => bound.abort(new DOMException("request timed out", "TimeoutError")), TIMEOUT_MS);
  if (signal?.aborted) bound.abort(signal.reason);
  signal?.addEventListener("abort", () => bound.abort(signal.reason), { once: true });
  return bound.signal;
}

/** Sends one request; rejects with an ApiFailure, or with the reason of its caller's abort. */
export async function sendOnce(outgoing: OutgoingRequest): Promise<unknown> {
  const { route, path, query, body, idempotencyKey, signal } = outgoing;
  const headers: Record<string, string> = {};
  const token = storedToken();
  if (token !== "") headers["authorization"] = token;
  if (isInBackground()) headers["x-background"] = "1";
  if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;
  if (body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(PREFIX + path + queryString(query), {
    method: route.method,
    headers,
    signal: timeoutSignal(signal),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    if (signal?.aborted) throw signal.reason;
    throw new ApiFailure({ code: NETWORK, status: 0 });
  });
  return readData(response);
}

const isGrant = (value: unknown): value is { token: string; tokenExpired: number } =>
  typeof value === "object" &&
  value !== null &&
  "token" in value &&
  typeof value.token === "string" &&
  "tokenExpired" in value &&
  typeof value.tokenExpired === "number";

let renewing: Promise<boolean> | undefined;

// The refresh cookie rotates, and its reuse ends the session: only one tab renews at a time.
async function renewInOneTab(stale: string): Promise<boolean> {
  const renew = async (): Promise<boolean> => {
    if (storedToken() !== stale) return storedToken() !== "";
    const route = { method: "POST", path: "/passport/refresh", caller: "anyone" } as const;
    try {
      const grant = await sendOnce({ route, path: route.path, body: {} });
      if (!isGrant(grant)) return false;
      saveToken(grant);
      return true;
    } catch (failure) {
      // The session is over only when the server says so; a lost connection is no decision.
      if (failure instanceof ApiFailure && failure.status === 401) removeToken();
      return false;
    }
  };
  return "locks" in navigator ? navigator.locks.request("console-renewal", renew) : renew();
}

/** Exchanges the refresh cookie for a new token; false when the session is over. Never rejects. */
export function renewSession(): Promise<boolean> {
  renewing ??= renewInOneTab(storedToken()).finally(() => {
    renewing = undefined;
  });
  return renewing;
}
