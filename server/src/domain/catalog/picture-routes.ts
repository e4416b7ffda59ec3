/** Serves pictures of benefits and brands to everyone; a picture never changes, so it is cached. */
import type { FastifyPluginAsync } from "fastify";
import type { Db } from "../../platform/database/pool.ts";
import { Refusal } from "../../platform/refusal.ts";
import { pictureSize } from "./actions.ts";

const YEAR_SECONDS = 31_536_000;
const PATH =
  "/pictures/:pictureId([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/:size([0-9]{1,4}\\.(?:avif|webp))";

/** `GET /pictures/{id}/{width}.{avif|webp}`; 404 for an unknown picture or size. */
export const pictureRoutes =
  (db: Db): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Params: { pictureId: string; size: string } }>(
      PATH,
      { schema: { hide: true } },
      async (request, reply) => {
        const { pictureId, size } = request.params;
        const content = await pictureSize(db, pictureId, size);
        if (!content) throw new Refusal("NOT_FOUND");
        return reply
          .type(size.endsWith("avif") ? "image/avif" : "image/webp")
          .headers({
            "cache-control": `public, max-age=${YEAR_SECONDS}, immutable`,
            "x-content-type-options": "nosniff",
            "content-security-policy": "sandbox; default-src 'none'",
          })
          .send(content);
      },
    );
  };
