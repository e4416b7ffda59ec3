/**
 * The script that shows the sandbox on the member pages: a server with the sandbox serves it and lets
 * the pages load it, one without it does neither.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { sandboxHeadOf, serveSandboxFiles } from "./sandbox-files.ts";

const ribbonFolder = mkdtempSync(join(tmpdir(), "ribbon-"));
writeFileSync(join(ribbonFolder, "ribbon.js"), "show();");
writeFileSync(join(ribbonFolder, "ribbon.css"), "a{}");
const head = { html: "<script>place();</script>", scriptHashes: ["sha256-a"], styleHashes: [] };
writeFileSync(join(ribbonFolder, "head.json"), JSON.stringify(head));
afterAll(() => rmSync(ribbonFolder, { recursive: true }));

const sandbox = { sandboxOrigin: "http://127.0.0.1:9" };
const production = { sandboxOrigin: undefined };

async function answer(config: { sandboxOrigin: string | undefined }, path: string) {
  const server = Fastify();
  serveSandboxFiles(server, { config, ribbonFolder });
  const { statusCode, body } = await server.inject({ url: path });
  await server.close();
  return { statusCode, body };
}

test("is served, and loaded by the pages, while the sandbox is on", async () => {
  expect(sandboxHeadOf({ config: sandbox, ribbonFolder })).toEqual(head);
  expect(await answer(sandbox, "/sandbox/ribbon.js")).toEqual({ statusCode: 200, body: "show();" });
  expect(await answer(sandbox, "/sandbox/ribbon.css")).toEqual({ statusCode: 200, body: "a{}" });
});

test("is neither a route nor in the pages in production", async () => {
  expect(sandboxHeadOf({ config: production, ribbonFolder })).toBeUndefined();
  for (const path of ["/sandbox/ribbon.js", "/sandbox/ribbon.css"])
    expect((await answer(production, path)).statusCode).toBe(404);
});

test("is not in the pages where it is not built", () => {
  const none = join(ribbonFolder, "none");
  expect(sandboxHeadOf({ config: sandbox, ribbonFolder: none })).toBeUndefined();
});
