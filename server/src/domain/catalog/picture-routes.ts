/** Serves pictures of benefits and brands to everyone; a picture never changes, so it is cached. */
import type { FastifyPluginAsync, FastifyReply } from "fastify";
import type { Db } from "../../platform/database/pool.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { ImageReencoder } from "../files/actions.ts";
import { pictureSize, sharePicture } from "./actions.ts";

const YEAR_SECONDS = 31_536_000;
const PICTURE =
  "/pictures/:pictureId([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})";

function send(reply: FastifyReply, type: string, content: Buffer | undefined): FastifyReply {
  if (!content) throw new Refusal("NOT_FOUND");
  return reply
    .type(type)
    .headers({
      "cache-control": `public, max-age=${YEAR_SECONDS}, immutable`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
    })
    .send(content);
}

/**
 * `GET /pictures/{id}/{width}.{avif|webp}`, and `/pictures/{id}/share.jpg` for share cards; 404 for
 * an unknown picture or size.
 */
export const pictureRoutes =
  (db: Db, reencoder: ImageReencoder): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Params: { pictureId: string; size: string } }>(
      `${PICTURE}/:size([0-9]{1,4}\\.(?:avif|webp))`,
      { schema: { hide: true } },
      async (request, reply) => {
        const { pictureId, size } = request.params;
        const type = size.endsWith("avif") ? "image/avif" : "image/webp";
        return send(reply, type, await pictureSize(db, pictureId, size));
      },
    );
    app.get<{ Params: { pictureId: string } }>(
      `${PICTURE}/share.jpg`,
      { schema: { hide: true } },
      async ({ params }, reply) =>
        send(reply, "image/jpeg", await sharePicture(db, reencoder, params.pictureId)),
    );
  };
