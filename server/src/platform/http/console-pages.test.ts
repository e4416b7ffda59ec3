/** Tests how the built console is served: its own policy, its own host, and never its API's paths. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mountConsolePages, readConsolePages } from "./console-pages.ts";

let folder: string;
let apps: FastifyInstance[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "console-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), '<!doctype html><html data-environment="">');
  writeFileSync(join(folder, "assets/a-1.js"), "1");
});
afterEach(async () => {
  await Promise.all(apps.map((app) => app.close()));
  apps = [];
  rmSync(folder, { recursive: true });
});

async function serve(origin?: string) {
  const app = Fastify();
  apps.push(app);
  const pages = readConsolePages(folder);
  await mountConsolePages(app, { pages, origin, environment: "staging" });
  return (url: string, host = "shop.example") => app.inject({ url, headers: { host } });
}

test("every path of the console is the page, with its policy and its environment", async () => {
  const get = await serve();
  for (const path of ["/console", "/console/", "/console/orders/1"]) {
    const { statusCode, headers, body } = await get(path);
    expect(statusCode).toBe(200);
    expect(headers["content-security-policy"]).toContain("style-src 'self';");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["cache-control"]).toBe("no-cache");
    expect(body).toContain('data-environment="staging"');
  }
  const { headers } = await get("/console/assets/a-1.js");
  expect(headers["cache-control"]).toContain("immutable");
});

test("an unknown path of the API is not the page", async () => {
  const get = await serve();
  expect((await get("/console/api/nothing")).statusCode).toBe(404);
});

test("with a host of its own, the console is on no other host", async () => {
  const get = await serve("https://ops.example");
  expect((await get("/console")).statusCode).toBe(404);
  expect((await get("/console", "ops.example")).statusCode).toBe(200);
  expect((await get("/", "ops.example")).headers["location"]).toBe("/console");
});
