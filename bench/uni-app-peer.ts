/**
 * Builds and serves the pages that first views are compared with: minimal pages of uni-app, with
 * which the original client is built (`bench/uni-app`).
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

const FOLDER = fileURLToPath(new URL("uni-app", import.meta.url));
const BUILT = join(FOLDER, "dist/build/h5");
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
};

/** Installs the exact packages of the lock file, without their scripts, and builds the pages. */
function buildPeer(): void {
  const run = (command: string, args: readonly string[]) =>
    execFileSync(command, args, {
      cwd: FOLDER,
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "ignore", "inherit"],
    });
  if (!existsSync(join(FOLDER, "node_modules")))
    run("npm", ["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"]);
  run(join(FOLDER, "node_modules/.bin/uni"), ["build"]);
}

type File = { readonly type: string; readonly body: Buffer };

/** Reads the built files, compressed as our server sends its own. */
function readFiles(): ReadonlyMap<string, File> {
  const names = readdirSync(BUILT, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => statSync(join(BUILT, name)).isFile());
  return new Map(
    files.map((name) => [
      `/${name}`,
      {
        type: TYPES[extname(name)] ?? "application/octet-stream",
        body: brotliCompressSync(readFileSync(join(BUILT, name))),
      },
    ]),
  );
}

/** Passes a read of the API on to the product. */
async function passOn(
  product: string,
  { url = "/", headers }: IncomingMessage,
  to: ServerResponse,
) {
  const { authorization = "" } = headers;
  const answer = await fetch(product + url, { headers: { authorization } });
  const body = brotliCompressSync(Buffer.from(await answer.arrayBuffer()));
  const type = answer.headers.get("content-type") ?? "application/json";
  to.writeHead(answer.status, { "content-type": type, "content-encoding": "br" }).end(body);
}

export type Peer = { readonly origin: string; close(): Promise<void> };

/** Serves the built pages with the caching of our own, and the API of `product`. */
export async function startPeer(product: string): Promise<Peer> {
  buildPeer();
  const files = readFiles();
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    if (path.startsWith("/api/")) return void passOn(product, request, response);
    const file = files.get(path) ?? files.get("/index.html");
    if (!file) return void response.writeHead(404).end();
    response
      .writeHead(200, {
        "content-type": file.type,
        "content-encoding": "br",
        "cache-control": path.startsWith("/assets/")
          ? "public, max-age=31536000, immutable"
          : "no-cache",
      })
      .end(file.body);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the peer has no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
