/**
 * A test server that can switch between two builds, or go offline, under an open page; its address
 * stays the same.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemClock } from "@yunjing/server/platform/clock";
import { mountPages, readPages } from "@yunjing/server/platform/http/pages";
import { createServer as createPages } from "@yunjing/server/platform/http/server";
import { createLog } from "@yunjing/server/platform/log";
import { idsFrom, systemRandom } from "@yunjing/server/platform/random";

const root = fileURLToPath(new URL("..", import.meta.url));
const BY_THE_PRODUCT = /^\/(api|sandbox)\//;

/** A folder with a built app, and the version it reports. */
export type Build = { readonly folder: string; readonly version: string };

const buildIn = (folder: string): Build => ({
  folder,
  version: readFileSync(join(folder, "version.txt"), "utf8").trim(),
});

/** Copies the build under test, and makes a second one from sources that differ in one file. */
export async function buildTwoVersions(): Promise<{ now: Build; next: Build; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), "yunjing-builds-"));
  cpSync(join(root, "member/dist"), join(folder, "now"), { recursive: true });
  for (const name of ["member", "contract", "package.json", "package-lock.json", "tsconfig.json"]) {
    const filter = (source: string) => !/\/(dist|node_modules)$/.test(source);
    cpSync(join(root, name), join(folder, name), { recursive: true, filter });
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "member/public/next.txt"), "a file that the build before has not");
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const args = [vite, "build", "--logLevel", "error"];
  const child = spawn(process.execPath, args, {
    cwd: join(folder, "member"),
    env: { ...process.env, NODE_ENV: "production" },
    stdio: "inherit",
  });
  const code = await new Promise((done) => child.once("exit", done));
  if (code !== 0) throw new Error(`the second build ended with ${code}`);
  return {
    now: buildIn(join(folder, "now")),
    next: buildIn(join(folder, "member/dist")),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Serves a build as the product does, without its API. */
async function servePages({ folder, version }: Build) {
  const pages = readPages(folder);
  if (!pages) throw new Error(`there is no build in ${folder}`);
  const app = await createPages({
    log: createLog("silent"),
    ids: idsFrom(systemClock, systemRandom),
    trustProxy: undefined,
    scriptHashes: pages.scriptHashes,
    styleHashes: pages.styleHashes,
    floodPerMinute: undefined,
    isProduction: false,
  });
  app.get("/version", (_request, reply) => reply.header("cache-control", "no-store").send(version));
  await mountPages(app, pages);
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  return { origin, close: () => app.close() };
}

function proxyRequest(incoming: IncomingMessage, answer: ServerResponse, origin: string): void {
  const { url, method, headers } = incoming;
  const onward = request(new URL(url ?? "/", origin), { method, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  onward.on("error", () => answer.destroy());
  incoming.pipe(onward);
}

export type SwitchableServer = {
  readonly origin: string;
  /** Switches to another build; the files of the one before are gone. */
  serve(build: Build): Promise<void>;
  /** Drops every connection while true: the phone has a network, but the server is unreachable. */
  setOffline(isAway: boolean): void;
  /** Answers each request so many ms later. */
  setDelay(ms: number): void;
  requestCount(path: string): number;
  close(): Promise<void>;
};

/** Starts one address for a whole test file; `product` answers the API behind it. */
export async function startSwitchableServer(
  product: string,
  first: Build,
): Promise<SwitchableServer> {
  let pages = await servePages(first);
  let isAway = false;
  let delayMs = 0;
  const requestCounts = new Map<string, number>();
  const server = createServer((incoming, answer) => {
    if (isAway) return void incoming.socket.destroy();
    const path = incoming.url ?? "/";
    requestCounts.set(path, (requestCounts.get(path) ?? 0) + 1);
    const send = () =>
      proxyRequest(incoming, answer, BY_THE_PRODUCT.test(path) ? product : pages.origin);
    return void (delayMs > 0 ? setTimeout(send, delayMs) : send());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    serve: async (build) => {
      const before = pages;
      pages = await servePages(build);
      await before.close();
    },
    setOffline: (away) => {
      isAway = away;
      if (away) server.closeAllConnections();
    },
    setDelay: (ms) => {
      delayMs = ms;
    },
    requestCount: (path) => requestCounts.get(path) ?? 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await pages.close();
    },
  };
}
