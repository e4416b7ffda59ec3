/**
 * Serves the script that shows the sandbox on the member pages, below /sandbox, while the sandbox is
 * on. Without the sandbox there is neither the route nor the script (decision 0172).
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";
import type { AppOptions } from "./types.ts";

const SCRIPT = "ribbon.js";
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

/** The address that the member app loads; undefined where nothing is served. */
export const sandboxScriptOf = (options: Options): string | undefined =>
  isServed(options) ? `/sandbox/${SCRIPT}` : undefined;

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
