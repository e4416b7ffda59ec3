/**
 * Serves the script that shows the sandbox on the member pages, below /sandbox, while the sandbox is
 * on, and reads what the head of the pages needs for it. Without the sandbox there is neither the
 * route nor the script, and no byte of it in the pages (decisions 0172 and 0236).
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { PageHead } from "../platform/http/page-head.ts";
import type { Config } from "../config/config.ts";
import type { AppOptions } from "./types.ts";

const SCRIPT = "ribbon.js";
const HEAD = "head.json";
const files = [
  { name: SCRIPT, type: "text/javascript; charset=utf-8" },
  { name: "ribbon.css", type: "text/css; charset=utf-8" },
] as const;

type Options = Pick<AppOptions, "ribbonFolder"> & {
  readonly config: Pick<Config, "sandboxOrigin">;
};

const isServed = ({ config, ribbonFolder }: Options): boolean =>
  config.sandboxOrigin !== undefined &&
  ribbonFolder !== undefined &&
  existsSync(join(ribbonFolder, SCRIPT));

/** What the head of each page contains for the ribbon; undefined where nothing is served. */
export function sandboxHeadOf(options: Options): PageHead | undefined {
  const { ribbonFolder } = options;
  if (!isServed(options) || ribbonFolder === undefined) return undefined;
  return JSON.parse(readFileSync(join(ribbonFolder, HEAD), "utf8")) as PageHead;
}

/** Register it before the proxy to the sandbox, which would answer these paths. */
export function serveSandboxFiles(server: FastifyInstance, options: Options): void {
  const { ribbonFolder } = options;
  if (!isServed(options) || ribbonFolder === undefined) return;
  for (const { name, type } of files) {
    const content = readFileSync(join(ribbonFolder, name));
    server.get(`/sandbox/${name}`, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(type).header("cache-control", "no-cache").send(content),
    );
  }
}
