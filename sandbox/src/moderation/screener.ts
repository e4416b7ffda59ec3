/**
 * The sandbox moderation provider. A text with 违规 is rejected, with 可疑 left to a person, and with
 * 无应答 gets no answer the first time. Every picture passes.
 */
import type { FastifyInstance } from "fastify";

type Check = { requestNo: string; kind: "text" | "picture"; text?: string; base64?: string };

const body = {
  type: "object",
  required: ["requestNo", "kind"],
  properties: {
    requestNo: { type: "string", minLength: 1, maxLength: 64 },
    kind: { enum: ["text", "picture"] },
    text: { type: "string", maxLength: 200 },
    type: { type: "string", maxLength: 40 },
    base64: { type: "string" },
  },
};
const BODY_BYTES_MAX = 16 * 1_048_576;

const verdictOf = ({ text = "" }: Check) => {
  if (text.includes("违规")) return { verdict: "reject", label: "文字违规" };
  if (text.includes("可疑")) return { verdict: "review", label: "文字可疑" };
  return { verdict: "pass" };
};

/** Adds the signed call. */
export function addModerationRoutes(app: FastifyInstance): void {
  const silentOnce = new Set<string>();
  const options = { schema: { body }, bodyLimit: BODY_BYTES_MAX };
  app.post<{ Body: Check }>("/moderation/v1/checks", options, async (request, reply) => {
    const check = request.body;
    if (check.text?.includes("无应答") && !silentOnce.has(check.requestNo)) {
      silentOnce.add(check.requestNo);
      return reply.code(504).send({ code: "TIMEOUT" });
    }
    return { requestNo: check.requestNo, ...verdictOf(check) };
  });
}
