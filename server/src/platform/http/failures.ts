/**
 * The error handler: converts every thrown error into the envelope, with a text for the member and
 * no internal detail.
 */
import { type RefusalCode, refusalText, refusals } from "@yunjing/contract/refusals";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type {
  ConnectionError,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from "fastify";
import {
  databaseIsDown,
  lockTimedOut,
  raisedRefusal,
  statementTimedOut,
} from "../database/failure.ts";
import { Outage, Refusal } from "../refusal.ts";

/** For a response without a known waiting time: a busy key, an outage. */
const RETRY_AFTER_SECONDS = 1;

/**
 * Returns the response code of an error; an error raised in the database is already a Refusal
 * (`raisedRefusal`).
 */
export function errorCodeOf(error: unknown): RefusalCode {
  if (error instanceof Refusal) return error.code;
  if (error instanceof Outage) return "PARTNER_DOWN";
  if (lockTimedOut(error)) return "KEY_BUSY";
  // A statement that ran into its limit of time did nothing, and may succeed on a database that is less busy.
  if (databaseIsDown(error) || statementTimedOut(error)) return "SYS_BUSY";
  const { statusCode, validation } = error as Partial<FastifyError>;
  if (validation) return "BAD_REQUEST";
  if (statusCode === 413) return "TOO_LARGE";
  if (statusCode === 415) return "MEDIA_TYPE";
  if (statusCode === 429) return "RATE_LIMITED";
  if (statusCode && statusCode >= 400 && statusCode < 500) return "BAD_REQUEST";
  return "DEFECT";
}

/** Sends a refusal or a failure in the envelope; also used by endpoints outside the contract. */
export function sendFailure(
  reply: FastifyReply,
  request: FastifyRequest,
  code: RefusalCode,
  data?: Readonly<Record<string, unknown>>,
): FastifyReply {
  const body = {
    status: false,
    code,
    msg: refusalText(code, data),
    ...(data ? { data } : {}),
    requestId: request.id,
  };
  return reply
    .code(refusals[code].status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(body);
}

/** A connection on which no complete request arrived in time. */
const REQUEST_TIMEOUT_CODE = "ERR_HTTP_REQUEST_TIMEOUT";

/**
 * Answers malformed HTTP in the envelope and closes the connection. A silent connection is closed
 * without a response: browsers open connections in advance, and would take it for the response to
 * their next request.
 */
export function answerMalformedRequest(
  error: ConnectionError,
  socket: Socket,
  requestId: string,
): void {
  const isGone =
    error.code === "ECONNRESET" || error.code === REQUEST_TIMEOUT_CODE || !socket.writable;
  if (isGone) return void socket.destroy(error);
  const code = error.code === "HPE_HEADER_OVERFLOW" ? "TOO_LARGE" : "BAD_REQUEST";
  const body = JSON.stringify({ status: false, code, msg: refusalText(code), requestId });
  socket.end(
    [
      `HTTP/1.1 ${refusals[code].status} ${STATUS_CODES[refusals[code].status]}`,
      "content-type: application/json; charset=utf-8",
      "cache-control: no-store",
      "connection: close",
      `content-length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n"),
  );
}

/**
 * Sets `Retry-After` on 409, 429 and 503. The flood limit has already set its own: the rest of its
 * window.
 */
export function setRetryAfter(reply: FastifyReply, error: unknown, status: number): void {
  const wait = error instanceof Refusal ? error.retryAfterSeconds : undefined;
  if (wait !== undefined) reply.header("retry-after", String(wait));
  else if (status === 409 || status === 503) reply.header("retry-after", `${RETRY_AFTER_SECONDS}`);
}

/**
 * Installs the error handler. Unknown paths are answered by the file that mounts the rest of the
 * tree.
 */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = raisedRefusal(thrown) ?? thrown;
    const code = errorCodeOf(error);
    if (code === "DEFECT") request.log.error({ err: error }, "defect");
    else if (code === "PARTNER_DOWN" || code === "SYS_BUSY") {
      request.log.warn({ err: error }, "outage");
    }
    setRetryAfter(reply, error, refusals[code].status);
    return sendFailure(reply, request, code, error instanceof Refusal ? error.data : undefined);
  });
}
