/**
 * Answers refusals of the file endpoint with the refusal's text only, because clients show it
 * unchanged.
 */
import { type RefusalCode, refusalText } from "@yunjing/contract/refusals";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { setRetryAfter } from "../../platform/http/failures.ts";
import { Refusal } from "../../platform/refusal.ts";
import { answerCloudFailure } from "../failures.ts";

/** The file refusals with their status; all others are answered as everywhere below `/cloud`. */
const STATUS: Partial<Record<RefusalCode, number>> = {
  FILE_PATH: 400,
  FILE_ID: 400,
  FILE_LIST: 400,
  FILE_TYPE: 400,
  FILE_BROKEN: 400,
  FILE_LARGE: 413,
  FILE_QUOTA: 429,
  FILE_TICKET: 403,
  FILE_LINK: 403,
};

/** Messages of the form parser for a broken or invalid form; it sets no status. */
const BROKEN_FORM = /^(?:Unexpected end of|Malformed|Multipart:|Too many)/;

function refusalOf(thrown: unknown): Refusal | undefined {
  if (thrown instanceof Refusal) return thrown;
  if (!(thrown instanceof Error)) return undefined;
  if ("code" in thrown && thrown.code === "FST_REQ_FILE_TOO_LARGE")
    return new Refusal("FILE_LARGE");
  return BROKEN_FORM.test(thrown.message) ? new Refusal("FILE_TICKET") : undefined;
}

/** Installs the error handler for the scope. */
export function answerFileRefusals(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(thrown);
    const status = refusal && STATUS[refusal.code];
    if (!refusal || status === undefined)
      return answerCloudFailure(refusal ?? thrown, request, reply);
    const { code, data } = refusal;
    setRetryAfter(reply, refusal, status);
    return reply
      .code(status)
      .header("cache-control", "no-store")
      .type("application/json; charset=utf-8")
      .serializer(JSON.stringify)
      .send({ code, message: refusalText(code, data), trace_id: request.id });
  });
}
