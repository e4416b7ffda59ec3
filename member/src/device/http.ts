/**
 * Sends every HTTP request of the app (U05) and turns each response into data or an ApiFailure
 * (U06).
 */
import { attempt } from "./attempt.ts";
import { updateClockOffset } from "./clock.ts";
import { ApiFailure, HTTP, NETWORK, REFUSED } from "./failure.ts";
import { record } from "./log.ts";
import { markReachable, markUnreachable } from "./network-state.ts";
import { clientInfo } from "./platform.ts";
import { storedToken } from "./token.ts";

/**
 * Spec §9: request, socket, upload and download each end after 60 s; one fetch is bounded by one of
 * them.
 */
export const TIMEOUT_MS = 60_000;

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
export type Request = {
  readonly method: Method;
  /** Relative to the API host unless it is a full URL. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  /** Sent form-encoded instead of `body`. */
  readonly form?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
};

let host: string | undefined;
/** Returns the configured API host: `<meta name="api-host">`, else `/api` of the page's origin. */
export function apiHost(): string {
  host ??= document.querySelector<HTMLMetaElement>("meta[name=api-host]")?.content || "/api";
  return host.replace(/\/$/, "");
}

/**
 * Returns `?a=1&b=2`, without undefined parameters, with lists repeated; empty when nothing is
 * left.
 */
export function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) pairs.append(name, String(item));
  }
  const text = pairs.toString();
  return text === "" ? "" : `?${text}`;
}

/** Returns the full URL of a request. */
export function requestUrl(path: string, query?: Readonly<Record<string, unknown>>): string {
  return (/^https?:/.test(path) ? path : apiHost() + path) + queryString(query);
}

// AbortSignal.any is newer than the oldest supported WeChat browser.
function timeoutSignal({ signal, timeoutMs = TIMEOUT_MS }: Request): AbortSignal {
  const bound = new AbortController();
  setTimeout(() => bound.abort(new DOMException("request timed out", "TimeoutError")), timeoutMs);
  if (signal?.aborted) bound.abort(signal.reason);
  signal?.addEventListener("abort", () => bound.abort(signal.reason), { once: true });
  return bound.signal;
}

function initOf(request: Request): RequestInit {
  const headers: Record<string, string> = {
    authorization: storedToken(),
    "x-client": clientInfo(),
    ...request.headers,
  };
  const init: RequestInit = { method: request.method, headers, signal: timeoutSignal(request) };
  if (request.form) return { ...init, body: new URLSearchParams(queryString(request.form)) };
  if (request.method === "GET" || request.method === "DELETE") return init;
  headers["content-type"] = "application/json";
  return { ...init, body: JSON.stringify(request.body ?? {}) };
}

const transportFailure = (cause: unknown): ApiFailure =>
  new ApiFailure({
    code: NETWORK,
    message: (cause instanceof Error && cause.message) || "网络错误",
    status: 0,
  });

const rejectTransport = (cause: unknown) => Promise.reject(transportFailure(cause));

type Envelope = {
  status?: unknown;
  msg?: unknown;
  code?: unknown;
  data?: unknown;
  requestId?: unknown;
};
const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

function failureOf(status: number, envelope: Envelope): ApiFailure {
  const userMessage = text(envelope.msg);
  const refused = status === 200;
  return new ApiFailure({
    code: text(envelope.code) ?? (refused ? REFUSED : HTTP),
    message: refused ? (userMessage ?? "接口错误") : `HTTP ${status}`,
    status,
    data: envelope.data,
    requestId: text(envelope.requestId),
    userMessage,
  });
}

const isEnvelope = (body: unknown): body is Envelope => typeof body === "object" && body !== null;

// A body that is not JSON is text and is returned unchanged (U06).
function parseBody(body: string): unknown {
  const value = attempt<unknown>(() => JSON.parse(body));
  return isEnvelope(value) ? value : body;
}

/**
 * Reads a response: a text body unchanged, a JSON body as the whole envelope. Throws an ApiFailure
 * otherwise.
 */
export async function readResponse(response: Response): Promise<unknown> {
  const body = parseBody(await response.text().catch(rejectTransport));
  if (response.status !== 200) throw failureOf(response.status, isEnvelope(body) ? body : {});
  if (isEnvelope(body) && body.status === false) throw failureOf(200, body);
  return body;
}

async function sendRequest(request: Request): Promise<Response> {
  const sentAt = Date.now();
  const address = requestUrl(request.path, request.query);
  const response = await fetch(address, initOf(request)).catch((cause: unknown) => {
    // A call that its own caller aborted is not a network failure.
    if (request.signal?.aborted) throw request.signal.reason;
    // A failed write shows its own error, so it does not mark the network as unreachable.
    if (request.method === "GET") markUnreachable();
    throw logFailure(request, transportFailure(cause));
  });
  markReachable();
  updateClockOffset(response.headers.get("date"), sentAt, Date.now());
  return response;
}

/**
 * Logs a failed call by its method and path; the query is omitted because it may contain member
 * input.
 */
function logFailure(request: Request, failure: unknown): unknown {
  if (failure instanceof ApiFailure)
    record("call", [request.method, request.path, failure.status, failure], failure.requestId);
  return failure;
}

/**
 * Sends a request; returns the body. Rejects with ApiFailure, or with the reason of its caller's
 * abort.
 */
export async function request(input: Request): Promise<unknown> {
  const response = await sendRequest(input);
  return readResponse(response).catch((failure: unknown) =>
    Promise.reject(logFailure(input, failure)),
  );
}

/** Downloads bytes (GET as an array buffer) with their media type. */
export async function download(
  path: string,
  query?: Request["query"],
): Promise<{ readonly bytes: ArrayBuffer; readonly type: string }> {
  const response = await sendRequest({ method: "GET", path, query });
  const type = response.headers.get("content-type") ?? "";
  // A refusal comes in the envelope, with status 200.
  if (response.status !== 200 || type.startsWith("application/json")) await readResponse(response);
  return { bytes: await response.arrayBuffer().catch(rejectTransport), type };
}
