/**
 * The only function that sends to the cloud: signs, sends, and reads responses as the public client
 * does (C09).
 */
import { attempt } from "../attempt.ts";
import { serverNow } from "../clock.ts";
import { TIMEOUT_MS } from "../http.ts";
import { withTimeout } from "../with-timeout.ts";
import type { CloudConfig } from "./config.ts";
import { authorization } from "./sign.ts";

/** A failed call as the app sees it; `code` and `message` are the names of the public client. */
export class CloudFailure extends Error {
  override readonly name = "CloudFailure";
  readonly code: string | number;
  readonly errCode: string | number;
  readonly errMsg: string;
  readonly subject: string | undefined;
  readonly requestId: string | undefined;
  readonly detail: unknown;
  /** The message for the member; undefined where the message is the transport's own. */
  readonly userMessage: string | undefined;

  constructor(failure: {
    readonly errCode?: string | number;
    readonly errMsg?: string;
    readonly errSubject?: string | undefined;
    readonly requestId?: string | undefined;
    readonly detail?: unknown;
    readonly userMessage?: string | undefined;
    readonly cause?: unknown;
  }) {
    const { errCode = "SYSTEM_ERROR", errMsg = "unknown system error", cause } = failure;
    super(errMsg, { cause });
    this.errCode = errCode;
    this.code = errCode;
    this.errMsg = errMsg;
    this.subject = failure.errSubject;
    this.requestId = failure.requestId;
    this.detail = failure.detail;
    this.userMessage = failure.userMessage;
  }
}

/** An HTTP error status, or no response. */
export const SYS_ERR = "SYS_ERR";
/** The message for the member when there was no response. */
export const NETWORK_ERROR_TEXT = "网络错误，请检查网络后再试";
/** The caller's own fault, found before anything is sent. */
export const INVALID_PARAM = "INVALID_PARAM";

export const invalidParam = (errMsg: string): CloudFailure =>
  new CloudFailure({ errCode: INVALID_PARAM, errMsg, userMessage: errMsg });

export type CloudCall = {
  readonly method: "GET" | "POST";
  /** Not percent-encoded, with a leading slash. */
  readonly path: string;
  /** Without its question mark. */
  readonly query?: string;
  readonly body?: unknown;
  /** Signed in addition to the headers of every call; names in lower case. */
  readonly signed: Readonly<Record<string, string>>;
  readonly unsigned?: Readonly<Record<string, string>>;
  /** Prefixed to each message as `[{name}]: `. */
  readonly name?: string;
  readonly timeoutMs?: number;
};

/** A response with a status below 400: JSON parsed, any other text unchanged. */
export type CloudAnswer = { readonly requestId: string; readonly result: unknown };

const HINT = (name: string): string =>
  `，云函数[${name}]在云端不存在，请检查此云函数名称是否正确以及该云函数是否已上传到服务空间`;

/** Returns a random UUID-shaped id; browsers offer `randomUUID` only on https. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** Text is parsed as JSON whatever its content type. */
function parsed(body: string): unknown {
  return body === "" ? "" : (attempt<unknown>(() => JSON.parse(body)) ?? body);
}

type SentRequest = { readonly name: string | undefined; readonly requestId: string };

function failureOf({ name, requestId }: SentRequest, body: unknown, cause?: unknown): CloudFailure {
  const answer = isRecord(body) ? body : {};
  const serverMessage = text(answer["message"]) ?? text(answer["errMsg"]);
  const userMessage = serverMessage ?? (cause === undefined ? undefined : NETWORK_ERROR_TEXT);
  const message = serverMessage ?? "request:fail";
  const isUnknown = /fc_function_not_found|FUNCTION_NOT_FOUND/.test(message);
  const hint = name !== undefined && isUnknown ? HINT(name) : "";
  return new CloudFailure({
    errCode: SYS_ERR,
    errMsg: `${name === undefined ? "" : `[${name}]: `}${message}${hint}`,
    requestId: text(answer["trace_id"]) ?? requestId,
    userMessage,
    cause,
  });
}

function headersOf(config: CloudConfig, call: CloudCall, body: string, requestId: string) {
  const time = String(serverNow());
  const signed = {
    "x-from-app-id": config.spaceAppId,
    "x-from-env-id": config.spaceId,
    "x-to-env-id": config.spaceId,
    "x-from-instance-id": time,
    "x-client-timestamp": time,
    ...call.signed,
  };
  const { method, path, query = "" } = call;
  return {
    ...signed,
    ...call.unsigned,
    "x-alipay-source": "client",
    "x-request-id": requestId,
    "x-alipay-callid": requestId,
    "x-trace-id": requestId,
    ...(body === "" ? {} : { "content-type": "application/json" }),
    authorization: authorization(config, { method, path, query, body, headers: signed }),
  };
}

/**
 * Sends one signed request. Rejects with CloudFailure SYS_ERR for a status of 400 or more (with its
 * own message, else `request:fail`) and when there is no response within the time limit.
 */
export async function sendCloud(config: CloudConfig, call: CloudCall): Promise<CloudAnswer> {
  const { method, path, query, name, timeoutMs = TIMEOUT_MS } = call;
  const requestId = newRequestId();
  const body = call.body === undefined ? "" : JSON.stringify(call.body);
  const headers = headersOf(config, call, body, requestId);
  const onWire = path.split("/").map(encodeURIComponent).join("/");
  const address = config.endpoint + onWire + (query === undefined ? "" : `?${query}`);
  const fetched = fetch(address, { method, headers, ...(body === "" ? {} : { body }) });
  const silent = (cause: unknown) => Promise.reject(failureOf({ name, requestId }, {}, cause));
  const answered = fetched.then(async (response) => ({
    status: response.status,
    result: parsed(await response.text()),
  }));
  const { status, result } = await withTimeout(answered, timeoutMs).catch(silent);
  if (status >= 400) throw failureOf({ name, requestId }, result);
  return { requestId, result };
}

/** Returns the headers of a call of a function or an object. */
export const functionCall = (name: string): Pick<CloudCall, "method" | "path" | "signed"> => ({
  method: "POST",
  path: "/functions/invokeFunction",
  signed: { "x-from-function-name": name, "x-to-function-name": name },
});

/**
 * A request for files expires this many milliseconds after its creation; the server then refuses
 * it.
 */
const FILE_REQUEST_TTL_MS = 60_000;

/** Returns the headers of a call about files. */
export const filesCall = (): Pick<CloudCall, "signed" | "unsigned"> => ({
  signed: {
    "x-from-function-name": "",
    "x-data-api-type": "oss",
    "x-expire-timestamp": String(serverNow() + FILE_REQUEST_TTL_MS),
  },
  unsigned: { "x-alipay-cloud-mode": "oss" },
});
