/**
 * Answers failures of cloud calls in the one shape that clients read: a status of 400 or more,
 * `message` and `trace_id`.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refusalText, refusals } from "@yunjing/contract/refusals";
import { raisedRefusal } from "../platform/database/failure.ts";
import { errorCodeOf, setRetryAfter } from "../platform/http/failures.ts";
import { CloudRefusal } from "./refusal.ts";

type Failure = { readonly status: number; readonly code: string; readonly message: string };

function failureOf(error: unknown): Failure {
  if (error instanceof CloudRefusal) return error;
  const code = errorCodeOf(error);
  return { status: refusals[code].status, code, message: `${code}: ${refusalText(code)}` };
}

/**
 * Domain refusals have status 200 in their own catalogue; failures here must have at least this
 * status.
 */
const FAILED = 400;

function answer(reply: FastifyReply, request: FastifyRequest, failure: Failure): FastifyReply {
  return reply
    .code(Math.max(failure.status, FAILED))
    .headers({ "cache-control": "no-store", "access-control-allow-origin": "*" })
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send({ code: failure.code, message: failure.message, trace_id: request.id });
}

/** Answers any error thrown below the cloud's addresses. */
export function answerCloudFailure(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = raisedRefusal(thrown) ?? thrown;
  const failure = failureOf(error);
  setRetryAfter(reply, error, failure.status);
  if (failure.status >= 500) request.log.error({ err: error }, "a cloud call failed");
  return answer(reply, request, failure);
}

/** Installs the error handler and the not-found handler below the instance's prefix. */
export function answerCloudFailures(app: FastifyInstance): void {
  app.setErrorHandler(answerCloudFailure);
  app.setNotFoundHandler((request, reply) =>
    answer(reply, request, failureOf(new CloudRefusal("NOT_FOUND"))),
  );
}
