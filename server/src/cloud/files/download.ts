/**
 * Sends the picture of a signed link, with headers that prevent browsers from treating it as
 * anything else.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { type FileDeps, openLink } from "../../domain/files/actions.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";

type Parts = { readonly context: Context; readonly db: Db; readonly files: FileDeps };

/** If a browser ever treats a picture as a page, it may do nothing in it. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** Refuses FILE_LINK and NOT_FOUND. */
export async function sendLinkedFile(
  { context, db, files }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  { path, query }: { readonly path: string; readonly query: string },
): Promise<FastifyReply> {
  const params = new URLSearchParams(query);
  const until = Number(params.get("until"));
  const opened = await openLink(context, db, files, {
    path,
    until,
    readerId: params.get("reader") ?? "",
    sign: params.get("sign") ?? "",
  });
  const leftSeconds = Math.floor((until - context.clock.now().getTime()) / 1000);
  request.raw.once("close", () => opened.stream.destroy());
  return reply
    .headers({
      "content-length": opened.bytes,
      "content-disposition": `inline; filename="${opened.name}"`,
      "content-security-policy": POLICY,
      "cache-control": `private, max-age=${leftSeconds}, immutable`,
    })
    .type(opened.type)
    .send(opened.stream);
}
