/**
 * Serves the built member app: immutable assets by their hashed names, and the single HTML page for
 * every other path.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendFailure } from "./failures.ts";
import type { FirstViews } from "./first-views.ts";
import { htmlPage, sendHtmlPage } from "./html-page.ts";
import { type PageHead, withHead } from "./page-head.ts";

export type Pages = {
  readonly folder: string;
  readonly version: string;
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
};

const YEAR_SECONDS = 31_536_000;
const HOUR_SECONDS = 3_600;
/** The page without a first view. */
const SHELL_FILE = "index.html";
const WORKER_FILE = "service-worker.js";
/** The worker only fetches and caches; nothing else may run in it. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";
/** Paths that are never pages: an unknown one is answered in the envelope. */
const NOT_PAGES = /^\/(api|callback|sandbox|cloud|ws|open|console)(\/|$)/;
/** The file server's error code for a path it refuses to read: `//x`, `/../x`. */
const FORBIDDEN_PATH = "FST_STATIC_FORBIDDEN_PATH";
/** The member app's page for an unknown path; it shows the requested path. */
const NOT_FOUND_PAGE = "/exception/report";

/** Reads the build of the pages; without a build there is only the API. */
export function readPages(folder: string): Pages | undefined {
  const csp = join(folder, "csp.json");
  const version = join(folder, "version.txt");
  if (!existsSync(join(folder, "index.html")) || !existsSync(csp) || !existsSync(version))
    return undefined;
  const hashes = JSON.parse(readFileSync(csp, "utf8")) as { script: string[]; style: string[] };
  return {
    folder,
    version: readFileSync(version, "utf8").trim(),
    scriptHashes: hashes.script,
    styleHashes: hashes.style,
  };
}

/**
 * The service worker is never cached. A build without one returns 404, which makes browsers with an
 * older one remove it.
 */
function serveWorker(app: FastifyInstance): void {
  const onSend = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header("content-security-policy", WORKER_POLICY);
  };
  app.get(`/${WORKER_FILE}`, { schema: { hide: true }, onSend }, (_request, reply) =>
    reply.sendFile(WORKER_FILE),
  );
}

/** A person who follows a link, not a program that sends a request. */
const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === "GET" && !NOT_PAGES.test(url) && (headers.accept ?? "").includes("text/html");

/**
 * Answers a path that cannot be decoded (`/%E0%A4%A`): a person is redirected to the page for
 * unknown paths, a program gets the envelope. Such a response runs no hooks, so the page itself
 * cannot be sent here.
 */
export function answerMalformedPath(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!wantsPage(request)) return sendFailure(reply, request, "BAD_REQUEST");
  return reply.redirect(`${NOT_FOUND_PAGE}?referer=${encodeURIComponent(request.url)}`, 302);
}

/** Serves the built files; any other path is an unknown path. */
async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  const serving: FastifyStaticOptions = {
    root,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes("/assets/");
      const age = isHashed ? `max-age=${YEAR_SECONDS}, immutable` : `max-age=${HOUR_SECONDS}`;
      const isFresh = path.includes(".html") || path.includes(WORKER_FILE);
      reply.header("cache-control", isFresh ? "no-cache" : `public, ${age}`);
    },
  };
  await app.register(fastifyStatic, { ...serving, serve: false });
  await app.register(async (files) => {
    files.setErrorHandler<FastifyError>((error, _request, reply) => {
      if (error.code !== FORBIDDEN_PATH) throw error;
      reply.callNotFound();
    });
    await files.register(fastifyStatic, { ...serving, decorateReply: false });
  });
}

type SendShell = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Returns what sends the page without a first view: the built file, or one with an addition. */
function shellSender({ folder }: Pages, head: PageHead | undefined): SendShell {
  if (!head) return async (_request, reply) => reply.sendFile(SHELL_FILE);
  const shell = htmlPage(withHead(readFileSync(join(folder, SHELL_FILE), "utf8"), head));
  return (request, reply) => sendHtmlPage(request, reply, shell, "accept-encoding");
}

/**
 * Mounts the pages; call it last, because it answers every GET that accepts HTML. A page with a
 * first view is answered to programs too, which read its share preview.
 */
export async function mountPages(
  app: FastifyInstance,
  pages: Pages | undefined,
  {
    firstViews,
    head,
  }: { readonly firstViews?: FirstViews | undefined; readonly head?: PageHead | undefined } = {},
): Promise<void> {
  const sendShell = pages && shellSender(pages, head);
  if (pages && sendShell) {
    await serveFiles(app, pages.folder);
    app.get("/", { schema: { hide: true } }, async (request, reply) =>
      (await firstViews?.send(request, reply)) ? reply : sendShell(request, reply),
    );
    // The service worker stores it.
    if (head) app.get(`/${SHELL_FILE}`, { schema: { hide: true } }, sendShell);
    serveWorker(app);
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isKnown = request.method === "GET" && firstViews?.has(request.url);
    if (!sendShell || !(isKnown || wantsPage(request)))
      return sendFailure(reply, request, "NOT_FOUND");
    reply.code(200);
    if (isKnown && (await firstViews?.send(request, reply))) return reply;
    return sendShell(request, reply);
  });
}
