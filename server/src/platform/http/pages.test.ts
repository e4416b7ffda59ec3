/**
 * Tests how the built app is served: the page and its worker always fresh, the worker under its own
 * policy.
 */
import { connect } from "node:net";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { installErrorHandler } from "./failures.ts";
import { answerMalformedPath, mountPages, readPages } from "./pages.ts";

let folder: string;
let app: FastifyInstance;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pages-"));
  mkdirSync(join(folder, "assets"));
  const files = {
    "index.html": "<!doctype html>",
    "csp.json": '{"script":[],"style":[]}',
    "version.txt": "1.0.0+aaa",
    "service-worker.js": "self",
    "assets/a-1.js": "1",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  app = Fastify({
    frameworkErrors: (_error, request, reply) => answerMalformedPath(request, reply),
  });
  installErrorHandler(app);
  await mountPages(app, readPages(folder));
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

/** Uses a raw connection: other clients would normalise the path before sending it. */
function requestRaw(path: string, accept: string): Promise<{ head: string; body: string }> {
  const address = app.server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return new Promise((resolve, failed) => {
    const line = connect(port, "127.0.0.1", () =>
      line.write(
        `GET ${path} HTTP/1.1\r\nhost: x\r\naccept: ${accept}\r\nconnection: close\r\n\r\n`,
      ),
    );
    let received = "";
    line.on("data", (bytes) => {
      received += bytes.toString();
    });
    line.once("error", failed);
    line.once("close", () => {
      const [head = "", body = ""] = received.split("\r\n\r\n");
      resolve({ head, body });
    });
  });
}

const responseTo = (url: string, accept = "*/*") => app.inject({ url, headers: { accept } });

test("the service worker is never cached and may only fetch from its own origin", async () => {
  const { statusCode, headers } = await responseTo("/service-worker.js");
  expect(statusCode).toBe(200);
  expect(headers["content-type"]).toMatch(/javascript/);
  expect(headers["cache-control"]).toBe("no-cache");
  expect(headers["content-security-policy"]).toBe("default-src 'none'; connect-src 'self'");
});

test("a withdrawn worker is a plain 404, so that browsers remove theirs", async () => {
  rmSync(join(folder, "service-worker.js"));
  expect((await responseTo("/service-worker.js")).statusCode).toBe(404);
});

test("pages are always fresh, and hashed files are cached for a year", async () => {
  const page = await responseTo("/pages/user/orders", "text/html");
  expect([page.statusCode, page.headers["cache-control"]]).toEqual([200, "no-cache"]);
  const { headers } = await responseTo("/assets/a-1.js");
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
});

describe("a path that cannot be a file", () => {
  beforeEach(() => app.listen({ port: 0, host: "127.0.0.1" }));

  test.each(["//nowhere", "/../x", "/a/../../x", "/./x", "/%2e%2e/x", "/assets/../csp.json"])(
    "%s is an unknown page to a browser and not found to a program",
    async (path) => {
      const page = await requestRaw(path, "text/html");
      expect(page.head).toMatch(/^HTTP\/1.1 200 /);
      expect(page.body).toContain("<!doctype html>");
      const call = await requestRaw(path, "*/*");
      expect(call.head).toMatch(/^HTTP\/1.1 404 /);
      expect(call.body).toContain('"NOT_FOUND"');
    },
  );

  test("redirects to the page for unknown paths, with the path as text, when it cannot be decoded", async () => {
    const { head } = await requestRaw("/%E0%A4%A?x=1", "text/html");
    expect(head).toMatch(/^HTTP\/1.1 302 /);
    expect(head).toMatch(/^location: \/exception\/report\?referer=%2F%25E0%25A4%25A%3Fx%3D1$/im);
  });

  test.each(["*/*", "text/html"])("is refused under the API, accepting %s", async (accept) => {
    const { head, body } = await requestRaw("/api/%E0%A4%A", accept);
    expect(head).toMatch(/^HTTP\/1.1 400 /);
    expect(body).toContain('"BAD_REQUEST"');
  });
});

test("an addition to the head is in the page, wherever it is answered, and in no other file", async () => {
  writeFileSync(join(folder, "index.html"), "<head><title>a</title></head>");
  const added = Fastify();
  installErrorHandler(added);
  const head = { html: "<style>b{}</style>", scriptHashes: [], styleHashes: [] };
  await mountPages(added, readPages(folder), { head });
  const ask = (url: string) => added.inject({ url, headers: { accept: "text/html" } });
  for (const url of ["/", "/index.html", "/pages/user/orders"]) {
    const { body, headers } = await ask(url);
    expect(body, url).toBe("<head><title>a</title><style>b{}</style></head>");
    expect(headers["cache-control"]).toBe("no-cache");
  }
  const { etag } = (await ask("/")).headers;
  const again = { accept: "text/html", "if-none-match": String(etag) };
  expect((await added.inject({ url: "/", headers: again })).statusCode).toBe(304);
  expect((await ask("/assets/a-1.js")).body).toBe("1");
  await added.close();
});
