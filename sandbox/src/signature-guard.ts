/** Verifies signatures before the routes behind it; a request with a wrong signature gets 401. */
import type { FastifyInstance } from "fastify";
import type { SignatureCheck } from "./signing.ts";

/** Installs the guard in one encapsulated part of the app, before its routes are added. */
export function guardWithSignature(app: FastifyInstance, isGenuine: SignatureCheck): void {
  // The signature covers the bytes, so the raw body is kept until it has been verified.
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook("preValidation", async (request, reply) => {
    const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { method, url: path, headers } = request;
    if (!isGenuine({ method, path, headers, rawBody })) {
      return reply.code(401).send({ code: "SIGNATURE_REFUSED", message: "签名不正确" });
    }
    if (rawBody.length === 0) return undefined;
    const body = parse(rawBody);
    if (body === undefined) {
      return reply.code(400).send({ code: "NOT_JSON", message: "不是 JSON" });
    }
    request.body = body;
    return undefined;
  });
}

function parse(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return undefined;
  }
}
