/**
 * Allows calls from browsers of any origin: no call uses a cookie, and the token is in the body.
 */
import type { FastifyInstance } from "fastify";

const DAY_SECONDS = 86_400;

/**
 * Listed by name, since `*` does not cover `Authorization` (cloud-protocol.md 3). The last one is
 * from our own client.
 */
const REQUEST_HEADERS = [
  "authorization",
  "content-type",
  "x-from-app-id",
  "x-from-env-id",
  "x-to-env-id",
  "x-from-instance-id",
  "x-from-function-name",
  "x-client-timestamp",
  "x-to-function-name",
  "x-data-api-type",
  "x-expire-timestamp",
  "x-alipay-cloud-mode",
  "x-function-invoke-type",
  "x-alipay-source",
  "x-request-id",
  "x-alipay-callid",
  "x-trace-id",
  "x-uni-id-token",
].join(", ");

/** Answers preflight requests below the instance's prefix, and allows every answer to be read. */
export function allowAnyOrigin(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.header("access-control-allow-origin", "*");
    done();
  });
  app.options("/*", { schema: { hide: true } }, (_request, reply) =>
    reply
      .code(204)
      .headers({
        "access-control-allow-methods": "GET, POST, OPTIONS",
        "access-control-allow-headers": REQUEST_HEADERS,
        "access-control-max-age": String(DAY_SECONDS),
      })
      .send(),
  );
}
