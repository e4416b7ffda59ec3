/**
 * The endpoint of the cloud protocol, `/cloud`: raw bodies, signatures, and the functions behind
 * them (docs/cloud.md).
 */
import type { FastifyInstance } from "fastify";
import { verifyCall, CLOUD_PREFIX } from "./verify-call.ts";
import { type CloudFilesParts, registerCloudFiles } from "./files/files-endpoint.ts";
import { answerCloudFailures } from "./failures.ts";
import { allowAnyOrigin } from "./cors.ts";
import { invoke, type InvokeParts } from "./invoke.ts";

/** Keeps bodies as raw bytes, for every content type, because the signature covers the bytes. */
function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
    done(null, body);
  });
}

/** Mounts the endpoint on an instance without a prefix. */
export async function mountCloud(
  server: FastifyInstance,
  parts: InvokeParts & CloudFilesParts,
): Promise<void> {
  await server.register(
    async (app) => {
      answerCloudFailures(app);
      allowAnyOrigin(app);
      keepRawBodies(app);
      app.post("/functions/invokeFunction", { schema: { hide: true } }, async (request, reply) => {
        const verified = await verifyCall(parts, request, "function");
        const answer = await invoke(parts, request, verified);
        return reply
          .header("cache-control", "no-store")
          .type("application/json; charset=utf-8")
          .send(JSON.stringify(answer));
      });
      await registerCloudFiles(app, parts);
    },
    { prefix: CLOUD_PREFIX },
  );
}
