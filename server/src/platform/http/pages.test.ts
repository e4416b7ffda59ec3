/** Holds how the built app is served: the page and its worker always fresh, the worker under a policy of its own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mountPages, readPages } from "./pages.ts";

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
  app = Fastify();
  await mountPages(app, readPages(folder));
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const asked = (url: string, accept = "*/*") => app.inject({ url, headers: { accept } });

test("the service worker is asked for anew each time and may do nothing but fetch from here", async () => {
  const { statusCode, headers } = await asked("/service-worker.js");
  expect(statusCode).toBe(200);
  expect(headers["content-type"]).toMatch(/javascript/);
  expect(headers["cache-control"]).toBe("no-cache");
  expect(headers["content-security-policy"]).toBe("default-src 'none'; connect-src 'self'");
});

test("a withdrawn worker is a plain 404, so that phones drop theirs", async () => {
  rmSync(join(folder, "service-worker.js"));
  expect((await asked("/service-worker.js")).statusCode).toBe(404);
});

test("pages are always fresh, hashed files are kept for a year", async () => {
  const page = await asked("/pages/user/orders", "text/html");
  expect([page.statusCode, page.headers["cache-control"]]).toEqual([200, "no-cache"]);
  const { headers } = await asked("/assets/a-1.js");
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
});
