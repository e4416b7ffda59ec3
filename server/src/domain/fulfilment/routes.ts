/**
 * The callback endpoint for suppliers: verifies the raw bytes of a message, applies it once, and
 * acknowledges it only after the commit.
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { FastifyPluginAsync } from "fastify";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { Refusal } from "../../platform/refusal.ts";
import { type FulfilmentDeps, receiveCallback } from "./actions.ts";
import type { CallbackReader } from "./port.ts";

const BODY_BYTES_MAX = 65_536;

export type CallbackEndpointDeps = FulfilmentDeps & {
  /** By supplier id: the reader that verifies messages of that supplier. */
  readonly readers: Readonly<Record<string, CallbackReader>>;
};

/**
 * `POST /callback/supplier/{supplierId}`: 200 when the message was applied now or before, 401 when
 * it is not genuine, 400 when it is unreadable, 404 when its number is unknown. The supplier
 * repeats the call after any other status than 200.
 */
export const supplierCallbacks =
  (context: Context, db: Db, endpoint: CallbackEndpointDeps): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );

    app.post<{ Params: { supplierId: string } }>(
      "/callback/supplier/:supplierId",
      { bodyLimit: BODY_BYTES_MAX },
      async (request, reply) => {
        const { supplierId } = request.params;
        const read = ownValue(endpoint.readers, supplierId);
        if (!read) throw new Refusal("NOT_FOUND");
        const { method, url: path, headers, body } = request;
        const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        const reading = read({ method, path, headers, rawBody });
        if (reading.kind === "refused") {
          request.log.warn({ supplierId, why: reading.why }, "a callback was refused");
          return reply.code(401).send({ ok: false });
        }
        if (reading.kind === "unreadable") return reply.code(400).send({ ok: false });
        await receiveCallback(context, db, endpoint, { supplierId, event: reading.event });
        const { acknowledgement } = reading;
        return acknowledgement === undefined
          ? { ok: true }
          : reply.type("text/plain").send(acknowledgement);
      },
    );
  };
