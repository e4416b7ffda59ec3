/** An HTML page in memory: compressed once for each encoding, and sent with an ETag. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { etagOf } from "./etag.ts";

/** Of 11: smaller by a tenth than level 4, and not slower to send. */
const BROTLI_LEVEL = 6;

type Encoding = "br" | "gzip" | "identity";

/** One page as it is sent; each encoding is made at its first use. */
export type HtmlPage = {
  readonly length: number;
  readonly etag: string;
  readonly body: (encoding: Encoding) => Promise<Buffer>;
};

const compress: Readonly<Record<Encoding, (html: Buffer) => Promise<Buffer>>> = {
  br: (html) =>
    promisify(brotliCompress)(html, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL },
    }),
  gzip: (html) => promisify(gzip)(html),
  identity: (html) => Promise.resolve(html),
};

/** Returns a page that is kept in memory. */
export function htmlPage(html: string): HtmlPage {
  const bytes = Buffer.from(html);
  const bodies = new Map<Encoding, Promise<Buffer>>();
  return {
    length: bytes.length,
    etag: `W/${etagOf(bytes)}`,
    body: (encoding) => {
      const made = bodies.get(encoding) ?? compress[encoding](bytes);
      bodies.set(encoding, made);
      return made;
    },
  };
}

const encodingOf = (accepted: string): Encoding => {
  if (/\bbr\b/.test(accepted)) return "br";
  return /\bgzip\b/.test(accepted) ? "gzip" : "identity";
};

/** Sends the page, or 304 where the browser has it; `vary` names the headers that choose a page. */
export async function sendHtmlPage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  page: HtmlPage,
  vary: string,
): Promise<FastifyReply> {
  const encoding = encodingOf(String(headers["accept-encoding"] ?? ""));
  reply.headers({ etag: page.etag, "cache-control": "no-cache", vary });
  if (headers["if-none-match"] === page.etag) return reply.code(304).send();
  const body = await page.body(encoding);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.type("text/html; charset=utf-8").send(body);
}
