/**
 * Serves the built operators' console below /console, under a content security policy of its own:
 * no inline script, no style block, in no frame.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

export type ConsolePages = {
  readonly folder: string;
  readonly html: string;
};
/** Shown as a badge, and in the title of every installation but the real one. */
export type Environment = "demo" | "staging" | "production";

const PREFIX = "/console";
const API = /^\/console\/api(\/|$)/;
const YEAR_SECONDS = 31_536_000;

/** Reads the build of the console; without a build there is only its API. */
export function readConsolePages(folder: string): ConsolePages | undefined {
  const page = join(folder, "index.html");
  return existsSync(page) ? { folder, html: readFileSync(page, "utf8") } : undefined;
}

/** The policy of the console's page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Elements have computed sizes (a chart, a drawer); style blocks stay forbidden.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  // The preview of the home page is the member app's own page.
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(";");

export type ConsoleOptions = {
  readonly pages: ConsolePages | undefined;
  /** The console's own origin, where it has one; other hosts then answer NOT_FOUND. */
  readonly origin: string | undefined;
  readonly environment: Environment;
};

/** Mounts the console's page for every path below /console that is not its API, and its assets. */
export async function mountConsolePages(
  app: FastifyInstance,
  { pages, origin, environment }: ConsoleOptions,
): Promise<void> {
  if (!pages) return;
  const ownHost = origin === undefined ? undefined : new URL(origin).host;
  const html = pages.html.replace('data-environment=""', `data-environment="${environment}"`);
  const sendPage = (request: FastifyRequest, reply: FastifyReply): void => {
    const isForeign = ownHost !== undefined && request.host !== ownHost;
    if (isForeign || API.test(request.url)) reply.callNotFound();
    else void reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(html);
  };
  if (ownHost !== undefined) {
    app.addHook("onRequest", async (request, reply) => {
      if (request.url === "/" && request.host === ownHost) return reply.redirect(PREFIX, 302);
    });
  }
  await app.register(
    async (scope) => {
      scope.addHook("onSend", async (_request, reply) => {
        const type = reply.getHeader("content-type");
        if (typeof type !== "string" || !type.startsWith("text/html")) return;
        reply.header("content-security-policy", POLICY).header("x-frame-options", "DENY");
      });
      await scope.register(fastifyStatic, {
        root: join(pages.folder, "assets"),
        prefix: "/assets/",
        preCompressed: true,
        index: false,
        cacheControl: false,
        decorateReply: false,
        setHeaders: (reply) =>
          void reply.header("cache-control", `public, max-age=${YEAR_SECONDS}, immutable`),
      });
      scope.get("/", { schema: { hide: true } }, sendPage);
      scope.get("/*", { schema: { hide: true } }, sendPage);
    },
    { prefix: PREFIX },
  );
}
